//! Flat pictures: lines, discs and filled outlines, without a camera.

use std::fmt::Write;

use kansetsu::glam::Vec2;

use crate::{Canvas, Error, Ink, Picture, outline};

/// A flat picture: shapes in drawing order on a plain background. Positions are pixels, right and
/// down from the upper left corner.
#[derive(Clone, Debug)]
pub struct Flat {
    width: u32,
    height: u32,
    background: [u8; 3],
    shapes: Vec<Shape>,
}

#[derive(Clone, Debug)]
struct Shape {
    form: Form,
    rgb: [u8; 3],
}

#[derive(Clone, Debug)]
enum Form {
    Outlines(Vec<Vec<Vec2>>),
    Line(Vec<Vec2>, f32),
    Disc(Vec2, f32),
}

impl Flat {
    /// An empty picture of this size, 1 to [`Picture::MAX_SIDE`] pixels per side, on a background
    /// of this colour (sRGB).
    ///
    /// # Errors
    /// [`Error::Size`] for another size.
    pub fn new(width: u32, height: u32, background: [u8; 3]) -> Result<Self, Error> {
        let allowed = 1..=Picture::MAX_SIDE;
        if allowed.contains(&width) && allowed.contains(&height) {
            Ok(Self { width, height, background, shapes: Vec::new() })
        } else {
            Err(Error::Size { width, height })
        }
    }

    /// Fills closed outlines; outlines of the opposite orientation cut holes.
    pub fn fill(&mut self, outlines: Vec<Vec<Vec2>>, rgb: [u8; 3]) {
        self.shapes.push(Shape { form: Form::Outlines(outlines), rgb });
    }

    /// Draws a line through points, with round ends and corners.
    pub fn line(&mut self, points: Vec<Vec2>, width: f32, rgb: [u8; 3]) {
        self.shapes.push(Shape { form: Form::Line(points, width), rgb });
    }

    /// Draws a disc.
    pub fn disc(&mut self, center: Vec2, radius: f32, rgb: [u8; 3]) {
        self.shapes.push(Shape { form: Form::Disc(center, radius), rgb });
    }

    /// Encodes a PNG file.
    ///
    /// # Errors
    /// [`Error::Encode`] if the encoder fails.
    pub fn to_png(&self) -> Result<Vec<u8>, Error> {
        self.paint().to_png()
    }

    /// The pixels, four bytes each (sRGB, opaque), row by row from the top.
    #[must_use]
    pub fn to_rgba(&self) -> Vec<u8> {
        self.paint().straight()
    }

    fn paint(&self) -> Canvas {
        let (width, height) = (self.width as usize, self.height as usize);
        let mut canvas = Canvas::new(width, height);
        let [r, g, b] = self.background;
        (0..height).for_each(|y| (0..width).for_each(|x| canvas.set(x, y, [r, g, b, u8::MAX])));
        for Shape { form, rgb: [r, g, b] } in &self.shapes {
            let ink = Ink::new(u32::from_be_bytes([0, *r, *g, *b]), 1.0);
            match form {
                Form::Outlines(outlines) => canvas.fill(outlines, ink),
                Form::Line(points, width) => canvas.fill(&outline::line(points, *width), ink),
                Form::Disc(center, radius) => {
                    canvas.fill(&[outline::circle(*center, *radius)], ink)
                }
            }
        }
        canvas
    }

    /// Writes an SVG file.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let Self { width, height, background, shapes } = self;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
            color(*background)
        );
        for Shape { form, rgb } in shapes {
            let ink = color(*rgb);
            // A write to a string cannot fail.
            let _ = match form {
                Form::Outlines(outlines) => {
                    writeln!(
                        svg,
                        "<path d=\"{}\" fill=\"{ink}\"/>",
                        outlines.iter().map(|line| path(line, "Z")).collect::<String>()
                    )
                }
                Form::Line(points, width) => writeln!(
                    svg,
                    "<path d=\"{}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{width}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
                    path(points, "")
                ),
                Form::Disc(center, radius) => {
                    writeln!(
                        svg,
                        "<circle cx=\"{:.2}\" cy=\"{:.2}\" r=\"{radius:.2}\" fill=\"{ink}\"/>",
                        center.x, center.y
                    )
                }
            };
        }
        svg.push_str("</svg>\n");
        svg
    }
}

fn color([r, g, b]: [u8; 3]) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn path(points: &[Vec2], end: &str) -> String {
    let mut path = String::new();
    for (index, point) in points.iter().filter(|point| point.is_finite()).enumerate() {
        let _ = write!(path, "{}{:.2} {:.2}", if index == 0 { "M" } else { "L" }, point.x, point.y);
    }
    path + end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_lie_where_they_were_put() {
        let mut flat = Flat::new(20, 10, [255; 3]).expect("a picture");
        flat.disc(Vec2::new(5.0, 5.0), 3.0, [200, 0, 0]);
        flat.line(vec![Vec2::new(10.0, 8.0), Vec2::new(18.0, 8.0)], 2.0, [0, 0, 200]);
        let pixels = flat.to_rgba();
        let at = |x: usize, y: usize| &pixels[4 * (y * 20 + x)..][..4];
        assert_eq!(
            (at(5, 5), at(14, 8), at(14, 2)),
            (&[200, 0, 0, 255][..], &[0, 0, 200, 255][..], &[255; 4][..])
        );
        assert!(
            flat.to_svg().contains("<circle cx=\"5.00\" cy=\"5.00\" r=\"3.00\" fill=\"#c80000\"/>")
        );
        assert!(Flat::new(0, 10, [0; 3]).is_err() && Flat::new(10, 100_000, [0; 3]).is_err());
    }
}
