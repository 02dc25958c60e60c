//! The items of Rust sources, read from their tokens: functions with docs and bodies, fields,
//! variants, modules.
//!
//! Items for tests are ignored. Macros are not expanded.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::source::attribute;

/// A name that a file declares.
pub(super) struct Name {
    pub(super) text: String,
    pub(super) line: usize,
    pub(super) is_public: bool,
}

/// A function with its signature and body, or a constant.
pub(super) struct Function {
    pub(super) name: String,
    pub(super) line: usize,
    /// The type or trait whose `impl` or declaration contains it.
    pub(super) owner: Option<String>,
    /// Whether it is the `from` of `impl From<..> for owner`.
    pub(super) is_conversion: bool,
    pub(super) docs: String,
    /// The types in the signature of each parameter.
    pub(super) parameters: BTreeMap<String, BTreeSet<String>>,
    /// The types in the signature's result.
    pub(super) result: BTreeSet<String>,
    pub(super) body: Vec<TokenTree>,
}

/// The declarations of a file.
#[derive(Default)]
pub(super) struct Items {
    pub(super) names: Vec<Name>,
    pub(super) functions: Vec<Function>,
    /// The types in the declaration of each field, by the field's name.
    pub(super) fields: BTreeMap<String, BTreeSet<String>>,
    /// Variants with `#[from]` in their fields, by `Enum::Variant`.
    pub(super) conversions: BTreeSet<String>,
}

impl Items {
    /// Reads the items of a file.
    pub(super) fn of(tokens: TokenStream) -> Self {
        let mut items = Self::default();
        items.read(tokens, &Scope::default());
        items
    }

    fn read(&mut self, tokens: TokenStream, scope: &Scope) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut rest = tokens.as_slice();
        while !rest.is_empty() {
            let head = Head::of(rest);
            let (after, item) = (head.after, split_item(head.after));
            if !head.is_for_tests {
                self.add(&head, item, scope);
            }
            rest = &after[item.len()..];
        }
    }

    /// Adds the item in `tokens`, without attributes and visibility.
    fn add(&mut self, head: &Head<'_>, tokens: &[TokenTree], scope: &Scope) {
        let is_declared = |index: usize, word: &str| {
            is_word(tokens.get(index), word)
                && matches!(tokens.get(index + 1), Some(TokenTree::Ident(_)))
        };
        let keyword = ["struct", "enum", "trait", "mod", "fn", "const", "static", "type", "union"];
        let place = (0..tokens.len().min(6)).find(|&index| {
            keyword.iter().any(|word| is_declared(index, word))
                && !is_declared(index + 1, "fn")
                && !is_word(tokens.get(index + 1), "unsafe")
        });
        if is_word(tokens.first(), "impl") {
            let (owner, is_conversion) = implemented(tokens);
            self.body(tokens, &Scope { owner, is_conversion, is_public: scope.is_public });
            return;
        }
        let Some(place) = place else { return };
        let (kind, name) = (tokens[place].to_string(), &tokens[place + 1]);
        let is_public = head.is_public || scope.is_public;
        self.names.push(Name { text: name.to_string(), line: name.span().start().line, is_public });
        match kind.as_str() {
            "mod" => self.body(tokens, &Scope::default()),
            "trait" => self.body(
                tokens,
                &Scope {
                    owner: Some(name.to_string()),
                    is_public: head.is_public,
                    is_conversion: false,
                },
            ),
            "struct" | "union" => self.fields(tokens, head.is_public),
            "enum" => self.variants(tokens, &name.to_string(), head.is_public),
            "fn" => self.functions.push(function(head, &tokens[place + 1..], scope)),
            "const" | "static" => self.functions.push(constant(&tokens[place + 1..], scope)),
            _ => {}
        }
    }

    /// Reads the items in the braces at the end of an item.
    fn body(&mut self, tokens: &[TokenTree], scope: &Scope) {
        if let Some(stream) = braces(tokens) {
            self.read(stream, scope);
        }
    }

    fn fields(&mut self, tokens: &[TokenTree], is_shown: bool) {
        let Some(stream) = braces(tokens) else { return };
        for field in split(stream) {
            let head = Head::of(&field);
            let Some((name, types)) = head.after.split_first() else { continue };
            self.fields.entry(name.to_string()).or_default().extend(types_in(types));
            let is_public = is_shown && head.is_public;
            self.names.push(Name {
                text: name.to_string(),
                line: name.span().start().line,
                is_public,
            });
        }
    }

    fn variants(&mut self, tokens: &[TokenTree], owner: &str, is_public: bool) {
        let Some(stream) = braces(tokens) else { return };
        for variant in split(stream) {
            let head = Head::of(&variant);
            let Some((name, inside)) = head.after.split_first() else { continue };
            self.names.push(Name {
                text: name.to_string(),
                line: name.span().start().line,
                is_public,
            });
            let Some(TokenTree::Group(group)) = inside.first() else { continue };
            if group.to_string().contains("# [from]") {
                self.conversions.insert(format!("{owner}::{name}"));
            }
            if group.delimiter() == Delimiter::Brace {
                for field in split(group.stream()) {
                    let Some(field) = Head::of(&field).after.first().cloned() else { continue };
                    self.names.push(Name {
                        text: field.to_string(),
                        line: field.span().start().line,
                        is_public,
                    });
                }
            }
        }
    }
}

/// The context of an item.
#[derive(Default)]
struct Scope {
    owner: Option<String>,
    is_conversion: bool,
    /// Whether items are as public as the trait that they belong to.
    is_public: bool,
}

/// Attributes and visibility of an item.
struct Head<'a> {
    docs: String,
    is_for_tests: bool,
    is_public: bool,
    after: &'a [TokenTree],
}

impl<'a> Head<'a> {
    fn of(tokens: &'a [TokenTree]) -> Self {
        let mut head =
            Self { docs: String::new(), is_for_tests: false, is_public: false, after: tokens };
        while let Some(found) = attribute(head.after) {
            let inside: Vec<TokenTree> = found.group.stream().into_iter().collect();
            if let [TokenTree::Ident(name), _, text] = inside.as_slice()
                && name == "doc"
            {
                head.docs.push_str(text.to_string().trim_matches('"').trim());
                head.docs.push('\n');
            }
            let text = found.group.to_string();
            head.is_for_tests |= text == "[cfg (test)]" || text == "[test]";
            head.after = found.after;
        }
        if is_word(head.after.first(), "pub") {
            let is_narrow = matches!(head.after.get(1), Some(TokenTree::Group(group)) if is_narrow(&group.to_string()));
            head.is_public = !is_narrow;
            head.after = &head.after[1 + usize::from(is_narrow)..];
        }
        head
    }
}

fn is_narrow(group: &str) -> bool {
    ["(crate)", "(super)", "(self)", "(in "].iter().any(|start| group.starts_with(start))
}

pub(super) fn is_word(token: Option<&TokenTree>, word: &str) -> bool {
    matches!(token, Some(TokenTree::Ident(name)) if name == word)
}

pub(super) fn is_punct(token: Option<&TokenTree>, mark: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == mark)
}

/// The tokens of the first item: up to its braces or a semicolon, and one token at least.
fn split_item(tokens: &[TokenTree]) -> &[TokenTree] {
    let is_value = is_word(tokens.first(), "const")
        || is_word(tokens.first(), "static")
        || is_word(tokens.first(), "use");
    let is_value = is_value && !tokens.iter().take(4).any(|token| is_word(Some(token), "fn"));
    let ends = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace && !is_value,
        token => is_punct(Some(token), ';'),
    };
    let end = tokens.iter().position(ends).map_or(tokens.len(), |end| end + 1);
    &tokens[..end]
}

/// The contents of the braces at the end of an item.
fn braces(tokens: &[TokenTree]) -> Option<TokenStream> {
    match tokens.last()? {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group.stream()),
        _ => None,
    }
}

/// Splits fields, variants or parameters at their commas; those inside `<..>` do not count.
fn split(stream: TokenStream) -> Vec<Vec<TokenTree>> {
    let (mut parts, mut depth) = (vec![Vec::new()], 0_usize);
    let mut before = None;
    for token in stream {
        let mark = if let TokenTree::Punct(punct) = &token { Some(punct.as_char()) } else { None };
        match mark {
            Some('<') => depth += 1,
            Some('>') if before != Some('-') && before != Some('=') => {
                depth = depth.saturating_sub(1)
            }
            Some(',') if depth == 0 => {
                parts.push(Vec::new());
                before = mark;
                continue;
            }
            _ => {}
        }
        before = mark;
        if let Some(part) = parts.last_mut() {
            part.push(token);
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// The names in some tokens with a capital first letter.
fn types_in(tokens: &[TokenTree]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for token in tokens {
        match token {
            TokenTree::Ident(name) => {
                let name = name.to_string();
                if name.starts_with(char::is_uppercase) {
                    found.insert(name);
                }
            }
            TokenTree::Group(group) => {
                found.extend(types_in(&group.stream().into_iter().collect::<Vec<_>>()))
            }
            _ => {}
        }
    }
    found
}

/// The type that an `impl` is for, and whether it implements `From`.
fn implemented(tokens: &[TokenTree]) -> (Option<String>, bool) {
    let (mut depth, mut owner, mut is_conversion, mut is_past) = (0_usize, None, false, false);
    for (index, token) in tokens.iter().enumerate().skip(1) {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '<' => depth += 1,
            TokenTree::Punct(punct)
                if punct.as_char() == '>' && !is_punct(tokens.get(index - 1), '-') =>
            {
                depth = depth.saturating_sub(1)
            }
            TokenTree::Ident(name) if depth == 0 && name == "for" => {
                is_conversion = owner.as_deref() == Some("From");
                owner = None;
            }
            TokenTree::Ident(name) if depth == 0 && name == "where" => is_past = true,
            TokenTree::Ident(name) if depth == 0 && !is_past => owner = Some(name.to_string()),
            _ => {}
        }
    }
    (owner, is_conversion)
}

/// Reads a function from its name on.
fn function(head: &Head<'_>, tokens: &[TokenTree], scope: &Scope) -> Function {
    let group = |delimiter: Delimiter| {
        tokens.iter().find_map(|token| match token {
            TokenTree::Group(group) if group.delimiter() == delimiter => Some(group.stream()),
            _ => None,
        })
    };
    let parameters = split(group(Delimiter::Parenthesis).unwrap_or_default());
    let typed = parameters.iter().flat_map(|parameter| {
        let end = parameter
            .iter()
            .position(|token| is_punct(Some(token), ':'))
            .unwrap_or(parameter.len());
        let types = types_in(&parameter[end..]);
        words_in(&parameter[..end]).into_iter().map(move |name| (name, types.clone()))
    });
    Function {
        name: tokens[0].to_string(),
        line: tokens[0].span().start().line,
        owner: scope.owner.clone(),
        is_conversion: scope.is_conversion,
        docs: head.docs.clone(),
        parameters: typed.collect(),
        result: types_in(&tokens[arrow(tokens)..body_start(tokens)]),
        body: braces(tokens).unwrap_or_default().into_iter().collect(),
    }
}

/// A constant, from its name on: a function without parameters.
fn constant(tokens: &[TokenTree], scope: &Scope) -> Function {
    let value = tokens.iter().position(|token| is_punct(Some(token), '=')).unwrap_or(tokens.len());
    Function {
        name: tokens[0].to_string(),
        line: tokens[0].span().start().line,
        owner: scope.owner.clone(),
        is_conversion: false,
        docs: String::new(),
        parameters: BTreeMap::new(),
        result: types_in(&tokens[1..value]),
        body: tokens[value..].to_vec(),
    }
}

/// The start of the result in a function's signature.
fn arrow(tokens: &[TokenTree]) -> usize {
    let is_list = |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis);
    tokens.iter().position(is_list).map_or(body_start(tokens), |list| list + 1)
}

fn body_start(tokens: &[TokenTree]) -> usize {
    tokens.len() - usize::from(braces(tokens).is_some())
}

/// The words in some tokens, inside of groups too.
fn words_in(tokens: &[TokenTree]) -> Vec<String> {
    tokens
        .iter()
        .flat_map(|token| match token {
            TokenTree::Ident(name) => vec![name.to_string()],
            TokenTree::Group(group) => words_in(&group.stream().into_iter().collect::<Vec<_>>()),
            _ => Vec::new(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn public(text: &str) -> Vec<String> {
        let items = Items::of(text.parse().unwrap());
        items.names.into_iter().filter(|name| name.is_public).map(|name| name.text).collect()
    }

    #[test]
    fn public_names_are_those_that_a_user_can_write() {
        let text = "pub struct A { pub b: f32, c: f32 }\npub(crate) struct D { pub e: f32 }\npub enum F { G, H { i: f32 } }\nenum J { K }";
        assert_eq!(public(text), ["A", "b", "F", "G", "H", "i"]);
        let text = "impl A { pub const fn b(&self) -> f32 { 1.0 } fn c() {} pub const D: f32 = 1.0; }\npub trait E { fn f(&self); }";
        assert_eq!(public(text), ["b", "D", "E", "f"]);
        assert_eq!(
            public(
                "#[cfg(test)]\nmod tests { pub fn a() {} }\npub mod b { pub fn c() {} }\npub use d::e;"
            ),
            ["b", "c"]
        );
    }

    #[test]
    fn functions_know_their_owner_docs_and_parameters() {
        let text = "impl<T: Fn(A) -> B> C<T> for D where T: E { /// Text.\n fn f(&self, (g, h): (&I, J), k: Vec<Option<L>>) { m(); } }";
        let items = Items::of(text.parse().unwrap());
        let [function] = items.functions.as_slice() else { panic!("one function") };
        assert_eq!((function.owner.as_deref(), function.docs.as_str()), (Some("D"), "Text.\n"));
        let types = |name: &str| function.parameters[name].iter().cloned().collect::<Vec<_>>();
        assert_eq!([types("g"), types("k")], [vec!["I", "J"], vec!["L", "Option", "Vec"]]);
    }
}
