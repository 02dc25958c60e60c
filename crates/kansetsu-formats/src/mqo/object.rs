//! An object of the file: vertices and polygons.

use std::ops::Range;

use kansetsu::glam::Vec3;

use super::lines::{Lines, argument, count, float, floats, keys};
use crate::Error;
use crate::element::Skipped;

/// An object.
#[derive(Clone, Debug, Default)]
pub(super) struct Object {
    pub(super) name: String,
    pub(super) vertices: Vec<Vec3>,
    /// The position of each vertex in the file, and its form.
    pub(super) spans: Vec<(Range<usize>, Form)>,
    pub(super) faces: Vec<Face>,
    /// The corners of all faces in sequence.
    corners: Vec<u32>,
    /// Two numbers for each corner of faces with texture coordinates.
    uvs: Vec<[f32; 2]>,
    pub(super) is_visible: bool,
    /// The mirror axes: bits 1 x, 2 y, 4 z.
    pub(super) mirror: u8,
    /// The angle between faces above which an edge is sharp, degrees; 0 if all are.
    pub(super) facet: f32,
}

/// The form of a vertex in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Three numbers with spaces between.
    Text,
    /// Three floats, little-endian.
    Binary,
}

/// A polygon, or a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Face {
    first: usize,
    count: usize,
    /// The index of its first texture coordinate.
    first_uv: Option<usize>,
    pub(super) material: Option<usize>,
    pub(super) line: usize,
}

/// The most corners of a polygon; more are damage.
const MOST_CORNERS: usize = 4096;

impl Object {
    /// The vertices of a face, in its order: clockwise seen from its front.
    pub(super) fn corners(&self, face: &Face) -> &[u32] {
        &self.corners[face.first..face.first + face.count]
    }

    /// The texture coordinates of a face's corners.
    pub(super) fn uvs(&self, face: &Face) -> Option<&[[f32; 2]]> {
        face.first_uv.map(|first| &self.uvs[first..first + face.count])
    }

    /// Reads an object whose opening line was read.
    pub(super) fn read(
        name: &str,
        lines: &mut Lines<'_>,
        counted: &mut Skipped,
        warnings: &mut Vec<String>,
    ) -> Result<Self, Error> {
        let start = lines.line();
        let mut object =
            Self { name: name.to_owned(), is_visible: true, facet: 59.5, ..Self::default() };
        let (mut is_mirrored, mut axes, mut is_smooth) = (false, 1, true);
        while let Some(line) = lines.inside(start)? {
            let (key, value) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            let whole = |word: &str| word.trim().parse::<i64>().unwrap_or(0);
            let key = key.to_ascii_lowercase();
            match key.as_str() {
                "visible" => object.is_visible = whole(value) != 0,
                "mirror" => {
                    is_mirrored = whole(value) != 0;
                    counted.add_many("object/mirror 2", name, usize::from(whole(value) == 2));
                }
                "patch" | "lathe" => {
                    counted.add_many(&format!("object/{key}"), name, usize::from(whole(value) != 0))
                }
                "mirror_axis" => axes = (whole(value) & 7) as u8,
                "shading" => is_smooth = whole(value) != 0,
                "facet" => object.facet = float(value.trim(), lines.line())?.clamp(0.0, 180.0),
                "vertex" => object.read_vertices(count(value), lines, warnings)?,
                "bvertex" => object.read_binary_vertices(lines)?,
                "face" => object.read_faces(count(value), lines, counted, warnings)?,
                "" => {}
                _ => {
                    counted.add(&format!("object/{key}"), name);
                    if line.ends_with('{') {
                        lines.skip_chunk()?;
                    }
                }
            }
        }
        object.mirror = if is_mirrored { axes } else { 0 };
        if !is_smooth {
            object.facet = 0.0;
        }
        object.check(warnings);
        Ok(object)
    }

    fn read_vertices(
        &mut self,
        announced: Option<usize>,
        lines: &mut Lines<'_>,
        warnings: &mut Vec<String>,
    ) -> Result<(), Error> {
        let start = lines.line();
        while let Some(line) = lines.inside(start)? {
            self.vertices.push(Vec3::from_array(floats(&line, lines.line())?));
            self.spans.push((lines.last(), Form::Text));
        }
        self.compare(announced, self.vertices.len(), ("vertices", start), warnings);
        Ok(())
    }

    /// `Vector COUNT [BYTES]` and three floats for each, little-endian.
    fn read_binary_vertices(&mut self, lines: &mut Lines<'_>) -> Result<(), Error> {
        let start = lines.line();
        while let Some(line) = lines.inside(start)? {
            let Some(rest) = line.strip_prefix("Vector") else { continue };
            let bytes = count(rest)
                .and_then(|count| count.checked_mul(12))
                .ok_or_else(|| lines.wrong("expected the number of vertices after Vector"))?;
            let mut at = lines.offset();
            for vertex in lines.raw(bytes)?.as_chunks::<4>().0.as_chunks::<3>().0 {
                let place = Vec3::from_array(vertex.map(f32::from_le_bytes));
                if !(place.is_finite() && place.abs().max_element() < 1e30) {
                    return Err(
                        lines.wrong(format!("vertex {} is not finite", self.vertices.len()))
                    );
                }
                self.vertices.push(place);
                self.spans.push((at..at + 12, Form::Binary));
                at += 12;
            }
        }
        Ok(())
    }

    fn read_faces(
        &mut self,
        announced: Option<usize>,
        lines: &mut Lines<'_>,
        counted: &mut Skipped,
        warnings: &mut Vec<String>,
    ) -> Result<(), Error> {
        let start = lines.line();
        while let Some(line) = lines.inside(start)? {
            keys(&line).filter(|key| !matches!(*key, "V" | "M" | "UV")).for_each(|key| {
                counted.add(&format!("face/{}", key.to_ascii_lowercase()), &self.name)
            });
            self.read_face(&line, lines)?;
        }
        self.compare(announced, self.faces.len(), ("faces", start), warnings);
        Ok(())
    }

    fn read_face(&mut self, line: &str, lines: &Lines<'_>) -> Result<(), Error> {
        let number = count(line).filter(|&count| count <= MOST_CORNERS);
        let number =
            number.ok_or_else(|| lines.wrong("expected the number of corners of a face"))?;
        let first = self.corners.len();
        for word in argument(line, "V").unwrap_or_default().split_whitespace() {
            let index = word.parse::<u32>().map_err(|_| {
                lines.wrong(format!(
                    "expected indices of vertices in V(), found \"{}\"",
                    word.chars().take(24).collect::<String>()
                ))
            })?;
            self.corners.push(index);
        }
        if self.corners.len() - first != number {
            return Err(lines.wrong(format!(
                "a face of {number} corners has {} in V()",
                self.corners.len() - first
            )));
        }
        let first_uv = match argument(line, "UV") {
            None => None,
            Some(words) => {
                let numbers = words
                    .split_whitespace()
                    .map(|word| float(word, lines.line()))
                    .collect::<Result<Vec<_>, _>>()?;
                let start = self.uvs.len();
                self.uvs.extend(numbers.as_chunks::<2>().0.iter().take(number));
                let is_whole = self.uvs.len() - start == number;
                if !is_whole {
                    self.uvs.truncate(start);
                }
                is_whole.then_some(start)
            }
        };
        let material = argument(line, "M").and_then(|word| word.trim().parse().ok());
        self.faces.push(Face { first, count: number, first_uv, material, line: lines.line() });
        Ok(())
    }

    fn compare(
        &self,
        announced: Option<usize>,
        found: usize,
        (what, line): (&str, usize),
        warnings: &mut Vec<String>,
    ) {
        if announced != Some(found) {
            let announced =
                announced.map_or_else(|| "no number".to_owned(), |count| count.to_string());
            warnings.push(format!(
                "line {line}: the count of {what} of \"{}\" is {announced}, but {found} were found",
                self.name
            ));
        }
    }

    /// Drops faces with missing vertices.
    fn check(&mut self, warnings: &mut Vec<String>) {
        let count = self.vertices.len();
        let (corners, name) = (&self.corners, &self.name);
        self.faces.retain(|face| {
            let wrong = corners[face.first..face.first + face.count].iter().find(|&&corner| corner as usize >= count);
            if let Some(corner) = wrong {
                warnings.push(format!("line {}: the face refers to vertex {corner} of {count} in \"{name}\"; it is ignored", face.line));
            }
            wrong.is_none()
        });
    }
}
