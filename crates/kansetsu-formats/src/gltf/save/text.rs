//! Edits of a JSON text that leave every other byte unchanged.
//!
//! Parsing and printing would reformat the file, round its numbers and lose duplicate keys. Instead
//! the positions of changed values are found in the text, which must be valid JSON, and replaced
//! there. New entries use the white space of their neighbours.

use std::ops::Range;

use serde_json::Value;

/// A range of the text.
pub(in crate::gltf) type Span = Range<usize>;

/// A property of an object in the text.
pub(in crate::gltf) struct Member {
    key: String,
    /// From the key's opening quote to the end of the value.
    pub(in crate::gltf) whole: Span,
    pub(in crate::gltf) value: Span,
}

/// A text and its edits.
pub(in crate::gltf) struct Editor<'a> {
    text: &'a str,
    edits: Vec<(Span, String)>,
}

impl<'a> Editor<'a> {
    pub(in crate::gltf) const fn new(text: &'a str) -> Self {
        Self { text, edits: Vec::new() }
    }

    /// Whether there are no edits.
    pub(in crate::gltf) const fn is_unchanged(&self) -> bool {
        self.edits.is_empty()
    }

    /// The whole document.
    pub(in crate::gltf) fn root(&self) -> Span {
        let start = self.skip_space(0);
        start..self.end_of(start)
    }

    /// The properties of the object at `object`, in order.
    pub(in crate::gltf) fn members(&self, object: &Span) -> Vec<Member> {
        let mut members = Vec::new();
        let mut at = self.skip_space(object.start + 1);
        while at < object.end && self.byte(at) == b'"' {
            let key_end = self.end_of(at);
            let colon = self.skip_space(key_end);
            let start = self.skip_space(colon + 1);
            let value = start..self.end_of(start);
            let key = serde_json::from_str(&self.text[at..key_end]).unwrap_or_default();
            members.push(Member { key, whole: at..value.end, value: value.clone() });
            at = self.after_comma(value.end);
        }
        members
    }

    /// The value of a property; of duplicate keys the last counts, as for every JSON parser.
    pub(in crate::gltf) fn member(&self, object: &Span, key: &str) -> Option<Member> {
        self.members(object).into_iter().rfind(|member| member.key == key)
    }

    /// The elements of the array at `array`, in order.
    pub(in crate::gltf) fn elements(&self, array: &Span) -> Vec<Span> {
        let mut elements = Vec::new();
        let mut at = self.skip_space(array.start + 1);
        while at + 1 < array.end {
            let element = at..self.end_of(at);
            at = self.after_comma(element.end);
            elements.push(element);
        }
        elements
    }

    /// The elements of an array that is a property of the document.
    pub(in crate::gltf) fn list(&self, key: &str) -> Vec<Span> {
        self.member(&self.root(), key)
            .map(|member| self.elements(&member.value))
            .unwrap_or_default()
    }

    /// Replaces the text of `span`.
    pub(in crate::gltf) fn replace(&mut self, span: Span, text: String) {
        self.edits.push((span, text));
    }

    /// Removes a property from an object that has others.
    pub(in crate::gltf) fn remove(&mut self, object: &Span, key: &str) {
        let members = self.members(object);
        let Some(index) = members.iter().rposition(|member| member.key == key) else { return };
        let gone = match (index.checked_sub(1), members.get(index + 1)) {
            (Some(before), _) => members[before].whole.end..members[index].whole.end,
            (None, Some(after)) => members[index].whole.start..after.whole.start,
            (None, None) => members[index].whole.clone(),
        };
        self.replace(gone, String::new());
    }

    /// Sets properties of an object: existing ones are replaced, new ones are appended.
    pub(in crate::gltf) fn set(&mut self, object: &Span, properties: Vec<(&str, Value)>) {
        let members = self.members(object);
        let mut added = Vec::new();
        for (key, value) in properties {
            match members.iter().rfind(|member| member.key == key) {
                Some(member) => self.replace(member.value.clone(), value.to_string()),
                None => added.push((key, value)),
            }
        }
        let colon = members.last().map_or(":", |last| self.colon_of(last));
        let texts: Vec<String> = added
            .into_iter()
            .map(|(key, value)| format!("{}{colon}{value}", Value::from(key)))
            .collect();
        self.append(object, members.last().map(|last| last.whole.clone()), &texts);
    }

    /// Appends elements to an array that is a property of the document; creates it if it is
    /// missing.
    pub(in crate::gltf) fn extend_list(
        &mut self,
        key: &str,
        values: Vec<Value>,
    ) -> Option<(String, Value)> {
        if values.is_empty() {
            return None;
        }
        let Some(member) = self.member(&self.root(), key) else {
            return Some((key.to_owned(), Value::Array(values)));
        };
        let texts: Vec<String> = values.iter().map(Value::to_string).collect();
        let last = self.elements(&member.value).pop();
        self.append(&member.value, last, &texts);
        None
    }

    /// The text with all edits.
    pub(in crate::gltf) fn finish(mut self) -> String {
        self.edits.sort_by_key(|(span, _)| (span.start, span.end));
        let mut result = String::with_capacity(
            self.text.len() + self.edits.iter().map(|(_, text)| text.len()).sum::<usize>(),
        );
        let mut done = 0;
        for (span, text) in &self.edits {
            // Of two edits of one range the first counts. Callers do not do this, and it must not
            // panic.
            if span.start < done {
                continue;
            }
            result.push_str(&self.text[done..span.start]);
            result.push_str(text);
            done = span.end;
        }
        result.push_str(&self.text[done..]);
        result
    }

    /// Appends texts after the last entry of an object or array, spaced like that entry.
    fn append(&mut self, owner: &Span, last: Option<Span>, texts: &[String]) {
        if texts.is_empty() {
            return;
        }
        let Some(last) = last else {
            let at = owner.start + 1;
            return self.replace(at..at, texts.join(","));
        };
        let separator = format!(",{}", self.space_before(last.start));
        let text = texts.iter().fold(String::new(), |all, text| all + &separator + text);
        self.replace(last.end..last.end, text);
    }

    fn space_before(&self, at: usize) -> &'a str {
        let start = self.text[..at].trim_end().len();
        &self.text[start..at]
    }

    /// The colon between key and value with its white space.
    fn colon_of(&self, member: &Member) -> &'a str {
        &self.text[self.end_of(member.whole.start)..member.value.start]
    }

    fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    fn skip_space(&self, mut at: usize) -> usize {
        while matches!(self.byte(at), b' ' | b'\t' | b'\n' | b'\r') {
            at += 1;
        }
        at
    }

    /// Skips white space and a comma, to the next entry or the closing bracket.
    fn after_comma(&self, at: usize) -> usize {
        let at = self.skip_space(at);
        if self.byte(at) == b',' { self.skip_space(at + 1) } else { at }
    }

    /// The end of the value that starts at `at`.
    fn end_of(&self, at: usize) -> usize {
        match self.byte(at) {
            b'"' => self.end_of_text(at),
            b'{' | b'[' => self.end_of_brackets(at),
            _ => {
                let rest = &self.text.as_bytes()[at.min(self.text.len())..];
                let length = rest.iter().position(|byte| {
                    matches!(byte, b',' | b'}' | b']' | b' ' | b'\t' | b'\n' | b'\r')
                });
                at + length.unwrap_or(rest.len())
            }
        }
    }

    fn end_of_text(&self, at: usize) -> usize {
        let mut end = at + 1;
        while end < self.text.len() && self.byte(end) != b'"' {
            end += if self.byte(end) == b'\\' { 2 } else { 1 };
        }
        (end + 1).min(self.text.len())
    }

    fn end_of_brackets(&self, at: usize) -> usize {
        let mut depth = 0_usize;
        let mut end = at;
        while end < self.text.len() {
            match self.byte(end) {
                b'"' => {
                    end = self.end_of_text(end);
                    continue;
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth -= 1,
                _ => {}
            }
            end += 1;
            if depth == 0 {
                break;
            }
        }
        end
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const TEXT: &str =
        "{\n  \"a\" : [1.0, {\"b\":\"]\\\"}\"} ],\n  \"c\": {}, \"a\\u0062\": 1e2\n}  ";

    #[test]
    fn values_are_found() {
        let editor = Editor::new(TEXT);
        let root = editor.root();
        let keys: Vec<String> =
            editor.members(&root).into_iter().map(|member| member.key).collect();
        assert_eq!(keys, ["a", "c", "ab"]);
        let elements: Vec<&str> = editor.list("a").into_iter().map(|span| &TEXT[span]).collect();
        assert_eq!(elements, ["1.0", "{\"b\":\"]\\\"}\"}"]);
        assert_eq!(&TEXT[editor.member(&root, "ab").expect("it is there").value], "1e2");
        assert!(editor.list("nothing").is_empty());
    }

    #[test]
    fn changes_leave_the_rest_alone() {
        let mut editor = Editor::new(TEXT);
        let object = editor.list("a")[1].clone();
        editor.set(&object, vec![("b", json!(2)), ("d", json!(3))]);
        let root = editor.root();
        let empty = editor.member(&root, "c").expect("it is there").value;
        editor.set(&empty, vec![("x", json!(1)), ("y", json!(2))]);
        assert!(editor.extend_list("a", vec![json!([7])]).is_none());
        assert_eq!(editor.extend_list("new", vec![json!(1)]), Some(("new".to_owned(), json!([1]))));
        let expected = "{\n  \"a\" : [1.0, {\"b\":2,\"d\":3}, [7] ],\n  \"c\": {\"x\":1,\"y\":2}, \"a\\u0062\": 1e2\n}  ";
        assert_eq!(editor.finish(), expected);
    }

    #[test]
    fn removing_takes_one_comma_along() {
        for (key, expected) in
            [("a", "{\"b\":2, \"c\":3}"), ("b", "{\"a\":1, \"c\":3}"), ("c", "{\"a\":1, \"b\":2}")]
        {
            let mut editor = Editor::new("{\"a\":1, \"b\":2, \"c\":3}");
            let root = editor.root();
            editor.remove(&root, key);
            assert_eq!(editor.finish(), expected);
        }
    }
}
