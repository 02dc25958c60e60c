//! The text of a file under construction.

use kansetsu::glam::{DAffine3, DMat3};

/// Lines, indented by the depth of their block.
#[derive(Default)]
pub(super) struct Text {
    pub(super) text: String,
    depth: usize,
}

/// The spaces of each depth.
const INDENT: usize = 4;

impl Text {
    pub(super) fn line(&mut self, line: &str) {
        self.text.extend(std::iter::repeat_n(' ', INDENT * self.depth));
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Opens a block with braces. `schemas` are the API schemas of the prim.
    pub(super) fn open(&mut self, head: &str, schemas: &[&str]) {
        if schemas.is_empty() {
            self.line(head);
        } else {
            let names: Vec<String> = schemas.iter().map(|name| format!("\"{name}\"")).collect();
            self.line(&format!("{head} ("));
            self.line(&format!("    prepend apiSchemas = [{}]", names.join(", ")));
            self.line(")");
        }
        self.line("{");
        self.depth += 1;
    }

    pub(super) fn close(&mut self) {
        self.depth -= 1;
        self.line("}");
    }

    /// An attribute with a list of values, and metadata.
    pub(super) fn list(
        &mut self,
        attribute: &str,
        values: impl IntoIterator<Item = String>,
        metadata: &str,
    ) {
        let values: Vec<String> = values.into_iter().collect();
        let metadata = if metadata.is_empty() { String::new() } else { format!(" ({metadata})") };
        self.line(&format!("{attribute} = [{}]{metadata}", values.join(", ")));
    }
}

/// A text in quotes.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            c if c.is_control() => quoted.push(' '),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// Numbers in parentheses.
pub(super) fn tuple<const N: usize>(numbers: [f32; N]) -> String {
    format!("({})", numbers.map(|number| number.to_string()).join(", "))
}

/// A matrix, one row for each axis, then the origin.
pub(super) fn matrix(map: &DAffine3) -> String {
    let DMat3 { x_axis, y_axis, z_axis } = map.matrix3;
    let rows =
        [x_axis.extend(0.0), y_axis.extend(0.0), z_axis.extend(0.0), map.translation.extend(1.0)];
    let row = |row: kansetsu::glam::DVec4| {
        format!("({})", row.to_array().map(|number| number.to_string()).join(", "))
    };
    format!("({})", rows.map(row).join(", "))
}
