//! The declarations, imports and paths of one file, read from its tokens. Macros are not expanded.

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

use proc_macro2::{Group, TokenStream, TokenTree};

use crate::tidy::items::{is_punct, is_word};
use crate::tidy::source::{after_item, attribute};

/// One module: a file, or a `mod` with braces.
#[derive(Default)]
pub(super) struct Module {
    pub(super) file: usize,
    pub(super) parent: Option<usize>,
    pub(super) children: BTreeMap<String, usize>,
    /// Children in separate files.
    pub(super) declared: Vec<String>,
    /// Children with braces.
    pub(super) inline: Vec<(String, Module)>,
    /// Names of the items that it defines.
    pub(super) items: BTreeSet<String>,
    pub(super) imports: Vec<Import>,
    /// Paths of two names or more outside of imports.
    pub(super) paths: Vec<Named>,
    /// Names alone, which a glob may bring in: each with its first line.
    pub(super) words: BTreeMap<String, usize>,
    /// Whether it contains anything but modules and imports.
    has_code: bool,
}

/// One name that a `use` imports.
pub(super) struct Import {
    /// `None` for a glob.
    pub(super) name: Option<String>,
    pub(super) path: Vec<String>,
    pub(super) line: usize,
}

/// A path at a line.
pub(super) struct Named {
    pub(super) path: Vec<String>,
    pub(super) line: usize,
}

/// Whether the tokens are items or code.
#[derive(Clone, Copy)]
enum Level {
    Items,
    Code,
}

/// The module in a file's text; empty if it is not Rust.
pub(super) fn read(text: &str) -> Option<Module> {
    let mut module = Module::default();
    module.read(TokenStream::from_str(text).ok()?, Level::Items);
    Some(module)
}

impl Module {
    /// Whether it only declares modules and re-exports.
    pub(super) fn is_junction(&self) -> bool {
        !self.has_code && self.inline.iter().all(|(_, inside)| inside.is_junction())
    }

    fn read(&mut self, stream: TokenStream, level: Level) {
        let tokens: Vec<TokenTree> = stream.into_iter().collect();
        let mut rest = tokens.as_slice();
        while let Some(first) = rest.first() {
            rest = match (attribute(rest), level) {
                (Some(found), _) => self.attribute(found.group, found.after),
                (None, _) if is_word(Some(first), "use") => self.import(rest),
                (None, Level::Items) => self.item(rest),
                (None, Level::Code) => self.code(rest),
            };
        }
    }

    /// Reads a module, or one token of an item.
    fn item<'a>(&mut self, tokens: &'a [TokenTree]) -> &'a [TokenTree] {
        if let Some((after, child)) = module(tokens) {
            self.child(tokens[1].to_string(), child);
            return after;
        }
        if is_visibility(tokens) || is_punct(tokens.first(), ';') {
            return &tokens[1..];
        }
        let is_named = DEFINES.iter().any(|word| is_word(tokens.first(), word));
        let place =
            if is_word(tokens.first(), "macro_rules") { Some(2) } else { is_named.then_some(1) };
        if let Some(TokenTree::Ident(name)) = place.and_then(|place| tokens.get(place)) {
            self.items.insert(name.to_string());
        }
        self.has_code = true;
        self.code(tokens)
    }

    /// Reads an attribute and returns the tokens after it, or after its item if that is for tests.
    fn attribute<'a>(&mut self, group: &Group, after: &'a [TokenTree]) -> &'a [TokenTree] {
        let text = group.to_string();
        if text == "[cfg (test)]" || text == "[test]" {
            return after_item(after);
        }
        if !text.starts_with("[doc") {
            self.read(group.stream(), Level::Code);
        }
        after
    }

    fn child(&mut self, name: String, inside: Option<TokenStream>) {
        match inside {
            Some(stream) => {
                let mut inside = Self::default();
                inside.read(stream, Level::Items);
                self.inline.push((name, inside));
            }
            None => self.declared.push(name),
        }
    }

    /// Reads one token of code, or one path.
    fn code<'a>(&mut self, tokens: &'a [TokenTree]) -> &'a [TokenTree] {
        match &tokens[0] {
            TokenTree::Group(group) => {
                self.read(group.stream(), Level::Code);
                &tokens[1..]
            }
            TokenTree::Ident(name) => {
                let line = name.span().start().line;
                let (path, after) = path(tokens);
                if path.len() > 1 {
                    self.paths.push(Named { path, line });
                } else {
                    self.words.entry(name.to_string()).or_insert(line);
                }
                after
            }
            // A method, or the rest of a path that starts outside the crate or with a type in
            // brackets.
            TokenTree::Punct(_)
                if is_punct(tokens.first(), '.') && is_punct(tokens.get(1), '.') =>
            {
                &tokens[2..]
            }
            TokenTree::Punct(_) if is_punct(tokens.first(), '.') => after_name(&tokens[1..]),
            TokenTree::Punct(_) if is_separator(tokens) => path(&tokens[2..]).1,
            _ => &tokens[1..],
        }
    }

    /// Reads a `use` and returns the tokens after it.
    fn import<'a>(&mut self, tokens: &'a [TokenTree]) -> &'a [TokenTree] {
        let end =
            tokens.iter().position(|token| is_punct(Some(token), ';')).unwrap_or(tokens.len());
        // `impl Trait + use<'a>` imports nothing.
        if !is_punct(tokens.get(1), '<') && !is_separator(&tokens[1..]) {
            self.tree(&tokens[1..end], &[]);
            return tokens.get(end + 1..).unwrap_or_default();
        }
        &tokens[1..]
    }

    /// Reads one tree of imports below a path.
    fn tree(&mut self, tokens: &[TokenTree], above: &[String]) {
        let (names, after) = path(tokens);
        let full: Vec<String> = above.iter().cloned().chain(names).collect();
        let after = if is_separator(after) { &after[2..] } else { after };
        let Some(line) = tokens.first().map(|token| token.span().start().line) else { return };
        match after.first() {
            Some(TokenTree::Group(group)) => {
                let inside: Vec<TokenTree> = group.stream().into_iter().collect();
                for part in inside.split(|token| is_punct(Some(token), ',')) {
                    self.tree(part, &full);
                }
            }
            Some(TokenTree::Punct(punct)) if punct.as_char() == '*' => {
                self.imports.push(Import { name: None, path: full, line });
            }
            other => {
                let path: Vec<String> =
                    if full.len() > 1 && full.last().is_some_and(|name| name == "self") {
                        full[..full.len() - 1].to_vec()
                    } else {
                        full
                    };
                let alias =
                    is_word(other, "as").then(|| after.get(1).map(ToString::to_string)).flatten();
                let name = alias.or_else(|| path.last().cloned());
                self.imports.push(Import { name, path, line });
            }
        }
    }
}

/// Words before the name of an item.
const DEFINES: [&str; 8] = ["struct", "enum", "union", "trait", "type", "const", "static", "fn"];

/// A module's declaration at the start of some tokens: the tokens after it, and those in its
/// braces.
fn module(tokens: &[TokenTree]) -> Option<(&[TokenTree], Option<TokenStream>)> {
    match tokens {
        [TokenTree::Ident(word), TokenTree::Ident(_), TokenTree::Punct(_), after @ ..]
            if word == "mod" =>
        {
            Some((after, None))
        }
        [TokenTree::Ident(word), TokenTree::Ident(_), TokenTree::Group(group), after @ ..]
            if word == "mod" =>
        {
            Some((after, Some(group.stream())))
        }
        _ => None,
    }
}

/// Whether the first token is `pub`, or the parentheses after it.
fn is_visibility(tokens: &[TokenTree]) -> bool {
    let is_place = |group: &Group| {
        ["(crate)", "(super)", "(self)"].contains(&group.to_string().as_str())
            || group.to_string().starts_with("(in ")
    };
    is_word(tokens.first(), "pub")
        || matches!(tokens.first(), Some(TokenTree::Group(group)) if is_place(group))
}

/// The names with `::` between them at the start of some tokens, and the tokens after them.
fn path(tokens: &[TokenTree]) -> (Vec<String>, &[TokenTree]) {
    let (mut names, mut rest) = (Vec::new(), tokens);
    while let Some(TokenTree::Ident(name)) = rest.first() {
        names.push(name.to_string());
        rest = &rest[1..];
        if !(is_separator(rest) && matches!(rest.get(2), Some(TokenTree::Ident(_)))) {
            break;
        }
        rest = &rest[2..];
    }
    (names, rest)
}

fn is_separator(tokens: &[TokenTree]) -> bool {
    let is_joint = matches!(tokens.first(), Some(TokenTree::Punct(punct)) if punct.spacing() == proc_macro2::Spacing::Joint);
    is_joint && is_punct(tokens.first(), ':') && is_punct(tokens.get(1), ':')
}

fn after_name(tokens: &[TokenTree]) -> &[TokenTree] {
    if matches!(tokens.first(), Some(TokenTree::Ident(_))) { &tokens[1..] } else { tokens }
}
