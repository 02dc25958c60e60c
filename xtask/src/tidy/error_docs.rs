//! `# Errors` sections name only errors that the function can return.
//!
//! The variants that a function can return are those that it names, and those of the functions of
//! its crate that it calls. Calls are resolved by name. The types in signatures and fields, and
//! names such as `chain: Chain`, select one of several methods with the same name; otherwise all of
//! them count. So a finding is certain, and some wrong sections are missed.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenTree};

use super::Finding;
use super::items::{Function, Items, is_punct};
use super::source::sources_in;
use crate::repository::Repository;

/// The sources of the libraries that have their own `Error`.
const LIBRARIES: [&str; 3] =
    ["crates/kansetsu/src/", "crates/kansetsu-humanoid/src/", "crates/kansetsu-formats/src/"];

/// Every section that names an error which the function cannot return.
pub(super) fn check(repository: &Repository) -> Vec<Finding> {
    let mut found = Vec::new();
    for folder in LIBRARIES {
        let mut library = Library::default();
        for source in sources_in(repository, folder) {
            library.add(&source.path[folder.len()..], Items::of(source.tokens.clone()));
        }
        for (path, function, variant) in library.wrong() {
            let message = format!(
                "`{}` cannot return Error::{variant}, which its # Errors section names",
                function.name
            );
            found.push(Finding::at(&format!("{folder}{path}"), function.line, &message));
        }
    }
    found
}

/// A function or a constant that a body uses.
enum Call {
    /// `receiver.name`
    Method { receiver: Option<String>, name: String },
    /// `owner::name`
    Path { owner: String, name: String },
    /// `name()`, or `name` as an argument
    Free { name: String, is_called: bool },
}

/// The functions of a crate.
#[derive(Default)]
struct Library {
    functions: Vec<(String, Function)>,
    /// Indices of functions by name.
    named: BTreeMap<String, Vec<usize>>,
    /// The types of fields, by the part of the crate and the field's name.
    fields: BTreeMap<(String, String), BTreeSet<String>>,
    /// Variants that other errors are converted to.
    converted: BTreeSet<String>,
}

impl Library {
    fn add(&mut self, path: &str, items: Items) {
        for (name, types) in items.fields {
            self.fields.entry((part(path), name)).or_default().extend(types);
        }
        let variants =
            items.conversions.iter().filter_map(|variant| variant.strip_prefix("Error::"));
        self.converted.extend(variants.map(ToOwned::to_owned));
        for function in items.functions {
            if function.is_conversion && function.owner.as_deref() == Some("Error") {
                self.converted.extend(variants_in(&function.body, true));
            }
            self.named.entry(function.name.clone()).or_default().push(self.functions.len());
            self.functions.push((path.to_owned(), function));
        }
    }

    /// Each function with a variant that its section names and that it cannot return.
    fn wrong(&self) -> Vec<(&str, &Function, String)> {
        let returned = self.returned();
        let mut found = Vec::new();
        for ((path, function), returned) in self.functions.iter().zip(&returned) {
            let named = section(&function.docs).map(named_variants).unwrap_or_default();
            let wrong = named
                .into_iter()
                .filter(|variant| !returned.contains(variant) && !self.converted.contains(variant));
            found.extend(wrong.map(|variant| (path.as_str(), function, variant)));
        }
        found
    }

    /// The variants that each function can return.
    fn returned(&self) -> Vec<BTreeSet<String>> {
        let is_of_error = |function: &Function| function.owner.as_deref() == Some("Error");
        let fails = |function: &Function| {
            function
                .result
                .iter()
                .any(|name| name.ends_with("Result") || name == "Error" || name == "Self")
        };
        let named = |(_, function): &(String, Function)| {
            if fails(function) {
                variants_in(&function.body, is_of_error(function))
            } else {
                BTreeSet::new()
            }
        };
        let mut returned: Vec<BTreeSet<String>> = self.functions.iter().map(named).collect();
        let calls: Vec<BTreeSet<usize>> =
            (0..self.functions.len()).map(|index| self.callees(index)).collect();
        loop {
            let mut has_grown = false;
            for (index, callees) in
                calls.iter().enumerate().filter(|(index, _)| fails(&self.functions[*index].1))
            {
                let more: Vec<String> =
                    callees.iter().flat_map(|&callee| returned[callee].iter().cloned()).collect();
                let before = returned[index].len();
                returned[index].extend(more);
                has_grown |= returned[index].len() > before;
            }
            if !has_grown {
                return returned;
            }
        }
    }

    fn callees(&self, index: usize) -> BTreeSet<usize> {
        let mut calls = Vec::new();
        collect_calls(&self.functions[index].1.body, &mut calls);
        calls.iter().flat_map(|call| self.resolve(index, call)).collect()
    }

    /// The candidate functions of a call.
    fn resolve(&self, caller: usize, call: &Call) -> Vec<usize> {
        let (path, function) = &self.functions[caller];
        let of_owner =
            |name: &str, owner: &str| self.of_owners(name, &BTreeSet::from([owner.to_owned()]));
        let (mut found, least) = match call {
            Call::Method { receiver: None, name } => {
                return self.select(name, |_, function| function.owner.is_some());
            }
            Call::Method { receiver: Some(receiver), name } => {
                let mut meant = self.of_owners(name, &self.types_of(caller, receiver));
                meant.retain(|&index| index != caller);
                if !meant.is_empty() {
                    let is_near = |&index: &usize| shared(path, &self.functions[index].0) > 0;
                    let near: Vec<usize> = meant.iter().copied().filter(is_near).collect();
                    return if near.is_empty() { meant } else { near };
                }
                (self.select(name, |_, function| function.owner.is_some()), 1)
            }
            Call::Path { owner, name } if owner == "Self" => {
                (of_owner(name, function.owner.as_deref().unwrap_or_default()), 0)
            }
            Call::Path { owner, name } if owner.starts_with(char::is_uppercase) => {
                (of_owner(name, owner), 0)
            }
            Call::Path { owner, name } => {
                let in_module = self.select(name, |path, function| {
                    function.owner.is_none() && is_module(path, owner)
                });
                let anywhere = || self.select(name, |_, function| function.owner.is_none());
                (if in_module.is_empty() { anywhere() } else { in_module }, 0)
            }
            // Most names that are arguments are those of variables.
            Call::Free { name, is_called } => {
                (self.select(name, |_, function| function.owner.is_none()), usize::from(!is_called))
            }
        };
        // A function that only seems to call itself calls a function of the same name of another
        // type.
        found.retain(|&index| index != caller);
        self.nearest(path, found, least)
    }

    /// The functions of a name that `keep` keeps by their path and themselves.
    fn select(&self, name: &str, keep: impl Fn(&str, &Function) -> bool) -> Vec<usize> {
        let all = self.named.get(name).into_iter().flatten().copied();
        all.filter(|&index| keep(&self.functions[index].0, &self.functions[index].1)).collect()
    }

    fn of_owners(&self, name: &str, owners: &BTreeSet<String>) -> Vec<usize> {
        self.select(name, |_, function| {
            function.owner.as_ref().is_some_and(|owner| owners.contains(owner))
        })
    }

    /// Those of the same file, or else of the same part of the crate, or else all if `least` is 0.
    fn nearest(&self, path: &str, mut found: Vec<usize>, least: usize) -> Vec<usize> {
        let distance = |index: usize| shared(path, &self.functions[index].0);
        let nearest = found.iter().map(|&index| distance(index)).max().unwrap_or(0).max(least);
        found.retain(|&index| distance(index) == nearest);
        found
    }

    /// The candidate types of a name.
    fn types_of(&self, caller: usize, receiver: &str) -> BTreeSet<String> {
        let (path, function) = &self.functions[caller];
        if receiver == "self" {
            return function.owner.iter().cloned().collect();
        }
        let mut types = function.parameters.get(receiver).cloned().unwrap_or_default();
        types.extend(variants_of(&function.body, receiver));
        if types.is_empty() {
            types.extend(
                self.fields.get(&(part(path), receiver.to_owned())).into_iter().flatten().cloned(),
            );
            types.insert(receiver.split('_').map(capitalised).collect());
        }
        types
    }
}

/// The variants in patterns such as `Self::Hinge(name)`: most have the name of the type that they
/// contain.
fn variants_of(tokens: &[TokenTree], name: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (index, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        let inside: Vec<TokenTree> = group.stream().into_iter().collect();
        match (index.checked_sub(1).map(|before| &tokens[before]), inside.as_slice()) {
            (Some(TokenTree::Ident(variant)), [TokenTree::Ident(bound)]) if bound == name => {
                found.insert(variant.to_string());
            }
            _ => found.extend(variants_of(&inside, name)),
        }
    }
    found.retain(|variant| {
        variant.starts_with(char::is_uppercase)
            && !matches!(variant.as_str(), "Some" | "Ok" | "Err")
    });
    found
}

/// Whether a file is the module of this name.
fn is_module(path: &str, name: &str) -> bool {
    path.strip_suffix(".rs").and_then(|path| path.trim_end_matches("/mod").rsplit('/').next())
        == Some(name)
}

/// The proximity of two files: 2 for the same file, 1 for the same part of the crate.
fn shared(a: &str, b: &str) -> usize {
    if a == b { 2 } else { usize::from(part(a) == part(b)) }
}

/// The folder or file right below the crate's sources.
fn part(path: &str) -> String {
    path.split('/').next().unwrap_or_default().to_owned()
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The text of a `# Errors` section, up to the next heading.
fn section(docs: &str) -> Option<&str> {
    let text = docs.split_once("# Errors\n")?.1;
    Some(text.split_once("\n# ").map_or(text, |(section, _)| section))
}

/// The variants that a section names as `Error::Variant`; errors of other crates have a path
/// before.
fn named_variants(section: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (index, name) in section.match_indices("Error::") {
        let is_own =
            !section[..index].ends_with(|before: char| before == ':' || before.is_alphanumeric());
        let after = &section[index + name.len()..];
        let end = after.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(after.len());
        if is_own && after.starts_with(char::is_uppercase) {
            found.insert(after[..end].to_owned());
        }
    }
    found
}

/// The variants that some code names as `Error::Variant`, or as `Self::Variant` in the error
/// itself.
fn variants_in(tokens: &[TokenTree], is_of_error: bool) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (index, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => found
                .extend(variants_in(&group.stream().into_iter().collect::<Vec<_>>(), is_of_error)),
            TokenTree::Ident(owner) if owner == "Error" || (is_of_error && owner == "Self") => {
                if let Some(name) = after_path(&tokens[index + 1..])
                    .filter(|name| name.starts_with(char::is_uppercase))
                {
                    found.insert(name);
                }
            }
            _ => {}
        }
    }
    found
}

/// The name in `::name`.
fn after_path(tokens: &[TokenTree]) -> Option<String> {
    match tokens {
        [first, second, TokenTree::Ident(name), ..]
            if is_punct(Some(first), ':') && is_punct(Some(second), ':') =>
        {
            Some(name.to_string())
        }
        _ => None,
    }
}

/// Every name in a body that may be a function: called, or passed on.
fn collect_calls(tokens: &[TokenTree], calls: &mut Vec<Call>) {
    for (index, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => {
                collect_calls(&group.stream().into_iter().collect::<Vec<_>>(), calls)
            }
            TokenTree::Ident(name) => calls.extend(call(tokens, index, name.to_string())),
            _ => {}
        }
    }
}

/// The kind of a name, if it is a function.
fn call(tokens: &[TokenTree], index: usize, name: String) -> Option<Call> {
    let before = |back: usize| index.checked_sub(back).and_then(|place| tokens.get(place));
    let is_called = match tokens.get(index + 1) {
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Parenthesis,
        next => is_punct(next, ':') && is_punct(tokens.get(index + 3), '<'),
    };
    if is_punct(before(1), '.') && !is_punct(before(2), '.') {
        return is_called.then(|| Call::Method { receiver: receiver(&tokens[..index - 1]), name });
    }
    if is_punct(before(1), ':') && is_punct(before(2), ':') {
        let owner =
            before(3).filter(|token| matches!(token, TokenTree::Ident(_))).map(ToString::to_string);
        return Some(Call::Path { owner: owner.unwrap_or_default(), name });
    }
    let is_passed = index == 0 || is_punct(before(1), ',');
    let is_passed = is_passed && tokens.get(index + 1).is_none_or(|next| is_punct(Some(next), ','));
    let is_constant = name.len() > 1 && !name.contains(char::is_lowercase);
    (is_called || is_passed || is_constant)
        .then_some(Call::Free { name, is_called: is_called || is_constant })
}

/// The receiver's name of a method call; `None` for the value of a call, whose type no name
/// reveals.
fn receiver(tokens: &[TokenTree]) -> Option<String> {
    match tokens {
        [.., TokenTree::Ident(name)] => Some(name.to_string()),
        [.., TokenTree::Ident(name), TokenTree::Group(index)]
            if index.delimiter() == Delimiter::Bracket =>
        {
            Some(name.to_string())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let files: Vec<(String, &str)> = files
            .iter()
            .map(|(path, text)| (format!("crates/kansetsu/src/{path}"), *text))
            .collect();
        let files: Vec<(&str, &str)> =
            files.iter().map(|(path, text)| (path.as_str(), *text)).collect();
        check(&Repository::of(&files)).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_section_that_names_another_error_is_found() {
        let text = "/// Reads.\n///\n/// # Errors\n/// [`Error::A`] for a, [`Error::B`] for b.\npub fn read() -> Resultesult<(), Error> { Err(Error::A) }";
        let found = found(&[("a.rs", text)]);
        assert_eq!(found.len(), 1);
        assert!(found[0].contains("`read` cannot return Error::B"), "{found:?}");
    }

    #[test]
    fn errors_of_functions_that_are_called_count() {
        let text = "/// # Errors\n/// [`Error::A`], [`Error::B`].\npub fn read(limit: &Limit) -> Result { limit.check()?; ranges::check() }";
        let limit = "impl Limit { fn check(&self) -> Result { Err(Error::A) } }\nimpl Goal { fn check(&self) -> Result { Err(Error::C) } }";
        let ranges = "pub fn check() -> Result { Err(Error::B { what: 1 }) }";
        assert_eq!(found(&[("a.rs", text), ("b.rs", limit), ("ranges.rs", ranges)]), [""; 0]);
    }

    #[test]
    fn the_type_of_a_receiver_tells_which_method_is_meant() {
        let text = "/// # Errors\n/// [`Error::C`].\npub fn read(of: &Limit, all: &[Limit]) -> Result { of.check()?; all[0].check()?; limit.check() }";
        let types = "impl Limit { fn check(&self) -> Result { Err(Error::A) } }\nimpl Goal { fn check(&self) -> Result { Err(Error::C) } }";
        assert_eq!(found(&[("a.rs", text), ("b.rs", types)]).len(), 1);
    }

    #[test]
    fn converted_errors_and_those_of_other_crates_are_left_alone() {
        let text = "pub enum Error { A, Skeleton(#[from] kansetsu::Error) }\n/// # Errors\n/// [`Error::Skeleton`], [`other::Error::B`].\n/// # Panics\n/// Error::C\nfn f() {}";
        assert_eq!(found(&[("a.rs", text)]), [""; 0]);
    }
}
