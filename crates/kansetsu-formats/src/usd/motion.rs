//! Clips to skeletal animations.

use kansetsu::d3::{Pose, Transform};
use kansetsu::glam::Quat;

use super::skeleton::Bones;
use super::text::{Text, quoted, tuple};
use crate::output::{Losses, Take};

/// Writes a clip for the joints that leave the pose `standing`.
pub(super) fn write(
    (take, name, rate): (&Take, &str, f64),
    (standing, bones): (&Pose, &Bones),
    losses: &mut Losses,
    text: &mut Text,
) {
    let is_moved =
        |joint: usize| take.poses.iter().any(|pose| pose.locals[joint] != standing.locals[joint]);
    let moved: Vec<usize> =
        (0..bones.joints.len()).filter(|&bone| is_moved(bones.joints[bone])).collect();
    for &bone in &moved {
        let scales = take.poses.iter().map(|pose| pose.locals[bones.joints[bone]].scale);
        if !scales.flat_map(|scale| scale.to_array()).all(is_half) {
            losses.add("animated scales", &bones.paths[bone]);
        }
    }
    let codes: Vec<f64> = take.times.iter().map(|&time| code(time, rate)).collect();
    let mut samples = Samples { codes, take, bones, moved: &moved };
    text.open(&format!("def SkelAnimation \"{name}\""), &[]);
    text.list("uniform token[] joints", moved.iter().map(|&bone| quoted(&bones.paths[bone])), "");
    let mut last = vec![Quat::IDENTITY; moved.len()];
    samples.write("quatf[] rotations", text, |at, local| {
        let turn = local.rotation.normalize();
        // Neighbours have near signs, for programs that do not take the shorter arc.
        last[at] = if turn.dot(last[at]) < 0.0 { -turn } else { turn };
        let [x, y, z, w] = last[at].to_array();
        tuple([w, x, y, z])
    });
    samples.write("half3[] scales", text, |_, local| tuple(local.scale.to_array()));
    samples.write("float3[] translations", text, |_, local| tuple(local.translation.to_array()));
    text.close();
}

/// The time code of a time in seconds. Rounding hides the error of a division and a product.
pub(super) fn code(seconds: f64, rate: f64) -> f64 {
    (seconds * rate * 1e6).round() / 1e6
}

struct Samples<'a> {
    codes: Vec<f64>,
    take: &'a Take,
    bones: &'a Bones,
    moved: &'a [usize],
}

impl Samples<'_> {
    /// Writes an attribute: one value if it is constant, else one for each frame.
    fn write(
        &mut self,
        attribute: &str,
        text: &mut Text,
        mut value: impl FnMut(usize, &Transform) -> String,
    ) {
        let mut frame = |pose: &Pose| {
            let values: Vec<String> = self
                .moved
                .iter()
                .enumerate()
                .map(|(at, &bone)| value(at, &pose.locals[self.bones.joints[bone]]))
                .collect();
            format!("[{}]", values.join(", "))
        };
        let frames: Vec<String> = self.take.poses.iter().map(&mut frame).collect();
        match frames.split_first() {
            Some((first, rest)) if rest.iter().all(|frame| frame == first) => {
                text.line(&format!("{attribute} = {first}"));
            }
            _ => {
                text.line(&format!("{attribute}.timeSamples = {{"));
                for (code, frame) in self.codes.iter().zip(frames) {
                    text.line(&format!("    {code}: {frame},"));
                }
                text.line("}");
            }
        }
    }
}

/// Whether a number is exact in half precision: a 5-bit exponent and 10 bits after the point.
fn is_half(number: f32) -> bool {
    let is_short = number.to_bits().trailing_zeros() >= 13;
    number == 0.0 || (is_short && (6.2e-5..65504.0).contains(&number.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_half_precision_are_known() {
        assert!([0.0, 1.0, -1.0, 100.0, 0.5, 1.5, 1000.0].into_iter().all(is_half));
        assert!(![1.1, 0.001, 1e6, 2049.0].into_iter().any(is_half));
    }
}
