//! JSON with one joint, goal or clip per line: compact, and easy to `grep` and `diff`.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// The greatest depth of a value that starts a new line.
const LINE_DEPTH: usize = 2;

/// The document as lines, each with a line end.
pub(super) fn lines(document: &impl Serialize) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    document.serialize(&mut Serializer::with_formatter(&mut bytes, Lines::default()))?;
    bytes.push(b'\n');
    Ok(String::from_utf8(bytes)?)
}

#[derive(Debug, Default)]
struct Lines {
    depth: usize,
    has_value: bool,
}

impl Lines {
    fn begin<W: ?Sized + Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        self.has_value = false;
        writer.write_all(bracket)
    }

    fn end<W: ?Sized + Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth -= 1;
        if self.has_value && self.depth < LINE_DEPTH {
            new_line(writer, self.depth)?;
        }
        self.has_value = true;
        writer.write_all(bracket)
    }

    fn separate<W: ?Sized + Write>(&self, writer: &mut W, first: bool) -> io::Result<()> {
        if !first {
            writer.write_all(b",")?;
        }
        match self.depth <= LINE_DEPTH {
            true => new_line(writer, self.depth),
            false if first => Ok(()),
            false => writer.write_all(b" "),
        }
    }
}

fn new_line<W: ?Sized + Write>(writer: &mut W, depth: usize) -> io::Result<()> {
    writer.write_all(b"\n")?;
    (0..depth).try_for_each(|_| writer.write_all(b"  "))
}

impl Formatter for Lines {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.begin(writer, b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.end(writer, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.separate(writer, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_value = true;
        Ok(())
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.begin(writer, b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.end(writer, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.separate(writer, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_value = true;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Document {
        joints: Vec<Joint>,
        none: Vec<u8>,
        outcome: &'static str,
    }

    #[derive(Serialize)]
    struct Joint {
        index: usize,
        position: [f32; 3],
    }

    #[test]
    fn one_joint_per_line_and_the_shortest_numbers() {
        let joints = vec![
            Joint { index: 0, position: [0.1, -2.0, 1e-9] },
            Joint { index: 1, position: [0.3; 3] },
        ];
        let expected = "{\n  \"joints\": [\n    {\"index\": 0, \"position\": [0.1, -2.0, 1e-9]},\n    {\"index\": 1, \"position\": [0.3, 0.3, 0.3]}\n  ],\n  \"none\": [],\n  \"outcome\": \"reached\"\n}\n";
        assert_eq!(
            lines(&Document { joints, none: Vec::new(), outcome: "reached" }).unwrap(),
            expected
        );
    }
}
