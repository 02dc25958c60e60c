//! Triangle lists: each triangle refers to a recent edge and to recent vertices.

use super::reader::{Reader, TRUNCATED, unzigzag, version};

/// The bytes of the table at the end of the stream.
const TABLE: usize = 16;

pub(super) fn decode(stream: &[u8], count: usize) -> Result<Vec<u32>, String> {
    let end = stream.len().checked_sub(TABLE).ok_or(TRUNCATED)?;
    let (body, table) = stream.split_at(end);
    let mut reader = Reader { rest: body };
    let version = version(&mut reader, 0xE0)?;
    let codes = reader.take(count / 3)?;
    let mut decoder = Decoder {
        reader,
        table,
        recent: if version == 0 { 15 } else { 13 },
        next: 0,
        last: 0,
        edges: Recent::new([u32::MAX; 2]),
        vertices: Recent::new(u32::MAX),
    };
    let mut indices = Vec::with_capacity(count);
    for &code in codes {
        indices.extend(decoder.triangle(code)?);
    }
    decoder.reader.finish()?;
    Ok(indices)
}

struct Decoder<'a> {
    reader: Reader<'a>,
    table: &'a [u8],
    /// The first code that is not a recent vertex.
    recent: u8,
    /// The first vertex that was not used yet.
    next: u32,
    /// The last vertex that was stored as a difference.
    last: u32,
    edges: Recent<[u32; 2]>,
    vertices: Recent<u32>,
}

impl Decoder<'_> {
    fn triangle(&mut self, code: u8) -> Result<[u32; 3], String> {
        if code < 0xF0 {
            return self.at_edge(code >> 4, code & 15);
        }
        let is_listed = code < 0xFE;
        let pair =
            if is_listed { self.table[usize::from(code & 15)] } else { self.reader.byte()? };
        // A stored pair of zeros restarts the count of vertices.
        if !is_listed && pair == 0 {
            self.next = 0;
        }
        self.alone([if code == 0xFF { 15 } else { 0 }, pair >> 4, pair & 15], is_listed)
    }

    /// A triangle at a recent edge.
    fn at_edge(&mut self, edge: u8, vertex: u8) -> Result<[u32; 3], String> {
        let [a, b] = self.edges.get(edge + 1);
        let c = match vertex {
            0 => self.new_vertex(),
            _ if vertex < self.recent => self.vertices.get(vertex + 1),
            13 | 14 => {
                let step = if vertex == 13 { u32::MAX } else { 1 };
                self.last = self.last.wrapping_add(step);
                self.last
            }
            _ => self.free_vertex()?,
        };
        if vertex == 0 || vertex >= self.recent {
            self.vertices.push(c);
        }
        self.edges.push([c, b]);
        self.edges.push([a, c]);
        Ok([a, b, c])
    }

    /// A triangle without a recent edge. The codes are those of its vertices: 0 is a new one, 15 a
    /// free one (in a listed pair, a recent one), and the others are recent ones.
    fn alone(&mut self, codes: [u8; 3], is_listed: bool) -> Result<[u32; 3], String> {
        let mut triangle = [0; 3];
        // All recent vertices are those from before the triangle.
        for (vertex, code) in triangle.iter_mut().zip(codes) {
            *vertex = if code == 0 { self.new_vertex() } else { self.vertices.get(code) };
        }
        for (vertex, code) in triangle.iter_mut().zip(codes) {
            if code == 15 && !is_listed {
                *vertex = self.free_vertex()?;
            }
        }
        for (&vertex, code) in triangle.iter().zip(codes) {
            if code == 0 || (code == 15 && !is_listed) {
                self.vertices.push(vertex);
            }
        }
        let [a, b, c] = triangle;
        self.edges.push([b, a]);
        self.edges.push([c, b]);
        self.edges.push([a, c]);
        Ok(triangle)
    }

    const fn new_vertex(&mut self) -> u32 {
        self.next = self.next.wrapping_add(1);
        self.next.wrapping_sub(1)
    }

    fn free_vertex(&mut self) -> Result<u32, String> {
        self.last = self.last.wrapping_add(unzigzag(self.reader.integer()?));
        Ok(self.last)
    }
}

/// The last 16 values.
struct Recent<T> {
    values: [T; 16],
    next: usize,
}

impl<T: Copy> Recent<T> {
    const fn new(unset: T) -> Self {
        Self { values: [unset; 16], next: 0 }
    }

    /// The value of `back` steps before; 1 is the last one.
    fn get(&self, back: u8) -> T {
        self.values[self.next.wrapping_sub(usize::from(back)) & 15]
    }

    fn push(&mut self, value: T) {
        self.values[self.next] = value;
        self.next = (self.next + 1) & 15;
    }
}
