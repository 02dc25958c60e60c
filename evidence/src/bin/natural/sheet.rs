//! Recorded and estimated poses, side by side, as SVG.

use std::fmt::Write as _;

use kansetsu::{
    d3::{Humanoid, Skeleton},
    glam::{Affine3, Vec2, Vec3},
};

/// A recorded pose and the estimated one, front view, metres relative to the hips.
pub(crate) struct Shown {
    /// The error of the inner joints, centimetres.
    pub(crate) error: f64,
    /// Bones: recorded, and estimated.
    bones: [Vec<[Vec2; 2]>; 2],
}

/// Width and height of a figure's cell, pixels, and pixels per metre.
const CELL: [f32; 2] = [220.0, 280.0];
const SCALE: f32 = 110.0;
const LEFT: f32 = 150.0;
const TOP: f32 = 40.0;

/// Text color that is readable on white and on black, and the colors of recorded and estimated
/// poses.
const INK: &str = "#70757c";
const COLORS: [&str; 2] = ["#c8963e", "#3a8fb7"];

impl Shown {
    /// A pose with this error of its inner joints.
    pub(crate) fn new(
        error: f64,
        (skeleton, human, scale): (&Skeleton, &Humanoid, f32),
        maps: [&[Affine3]; 2],
    ) -> Self {
        let joints: Vec<usize> = human.joints().collect();
        let [left, right] = human.legs.map(|leg| maps[0][leg.upper].translation);
        let across = (left - right).with_y(0.0).normalize_or(Vec3::X);
        let hips = maps[0][human.hips].translation;
        let flat = |place: Vec3| scale * Vec2::new((place - hips).dot(across), (place - hips).y);
        let bones = maps.map(|maps| {
            let bone = |&joint: &usize| {
                let above =
                    skeleton.ancestors(joint).skip(1).find(|above| joints.contains(above))?;
                Some([above, joint].map(|joint| flat(maps[joint].translation)))
            };
            joints.iter().filter_map(bone).collect()
        });
        Self { error, bones }
    }
}

/// A row for each group: the best, the median and the worst of its poses.
pub(crate) fn svg(groups: &mut [(&str, Vec<Shown>)]) -> String {
    let size = [LEFT + 3.0 * CELL[0], TOP + CELL[1] * groups.len() as f32];
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"13\" \
         fill=\"{INK}\">\n<title>Six poses given: recorded and found</title>\n",
        size[0], size[1], size[0], size[1]
    );
    for (name, color, x) in [("recorded", COLORS[0], 10.0), ("found", COLORS[1], 110.0)] {
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"22\" fill=\"{color}\">{name}</text>");
    }
    for (column, name) in ["best", "median", "worst"].into_iter().enumerate() {
        let x = LEFT + CELL[0] * (column as f32 + 0.5);
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"22\" text-anchor=\"middle\">{name}</text>");
    }
    for (row, (who, poses)) in groups.iter_mut().enumerate() {
        let y = TOP + CELL[1] * row as f32;
        for (line, part) in who.split(": ").enumerate() {
            let _ = writeln!(
                svg,
                "<text x=\"10\" y=\"{}\">{part}</text>",
                y + 110.0 + 18.0 * line as f32
            );
        }
        poses.sort_by(|a, b| a.error.total_cmp(&b.error));
        let chosen = [poses.first(), poses.get(poses.len() / 2), poses.last()];
        for (column, pose) in chosen.into_iter().enumerate() {
            if let Some(pose) = pose {
                pose.draw(&mut svg, Vec2::new(LEFT + CELL[0] * (column as f32 + 0.5), y + 125.0));
            }
        }
    }
    svg + "</svg>\n"
}

impl Shown {
    fn draw(&self, svg: &mut String, middle: Vec2) {
        for (bones, color) in self.bones.iter().zip(COLORS) {
            let _ = write!(
                svg,
                "<path fill=\"none\" stroke=\"{color}\" stroke-width=\"3\" stroke-linecap=\"round\" d=\""
            );
            for bone in bones {
                let [from, to] = bone.map(|end| middle + Vec2::new(end.x, -end.y) * SCALE);
                let _ = write!(svg, "M{:.1} {:.1}L{:.1} {:.1}", from.x, from.y, to.x, to.y);
            }
            let _ = writeln!(svg, "\"/>");
        }
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{:.1} cm</text>",
            middle.x,
            middle.y + 145.0,
            self.error
        );
    }
}
