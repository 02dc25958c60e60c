//! Writes random poses inside the limits of a figure as a clip "random" with 24 poses in a GLB
//! file, to show what the limits allow. `cargo run -p kansetsu-formats --example random_poses --
//! FILE OUT.glb [guessed]`; *guessed* uses the limits derived for a body without limits. Then
//! `kansetsu render OUT.glb --clip random --sheet 4x6 -o sheet.png`

use std::{
    env,
    error::Error,
    f32::consts::{PI, TAU},
    fs,
    path::Path,
};

use kansetsu::d3::{Limit, Rig, limit::EulerBox};
use kansetsu::glam::{Quat, Vec3};
use kansetsu_formats::{Clip, Interpolation, Track, Values, gltf, open};

const POSES: usize = 24;

fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<String> = env::args().skip(1).collect();
    let ([file, out], guessed) = match &files[..] {
        [file, out] => ([file, out], false),
        [file, out, word] if word == "guessed" => ([file, out], true),
        _ => {
            return Err("usage: random_poses FILE OUT.glb [guessed]".into());
        }
    };
    let folder = Path::new(file).parent().unwrap_or_else(|| Path::new("."));
    let mut figure = open(&fs::read(file)?, file, &|name| {
        fs::read(folder.join(name)).map_err(|error| error.to_string())
    })?
    .figure;
    if guessed {
        figure.rig = Rig::new(figure.rig.skeleton.clone());
        figure.rig.roles.clear();
        figure.detect_humanoid();
    }
    let rig = &figure.rig;
    let mut dice = Dice(20_261);
    let mut tracks = Vec::new();
    for (joint, limit) in
        rig.limits.iter().enumerate().filter_map(|(joint, limit)| Some((joint, limit.as_ref()?)))
    {
        let rest = rig.skeleton.joints()[joint].rest.rotation;
        let turns = (0..POSES).map(|_| (rest * allowed(limit, &mut dice)).normalize()).collect();
        let times = (0..POSES).map(|pose| pose as f32).collect();
        tracks.push(Track {
            joint,
            times,
            values: Values::Rotation(turns),
            interpolation: Interpolation::Step,
        });
    }
    let clip =
        Clip { name: "random".to_owned(), duration: (POSES - 1) as f32, tracks, ..Clip::default() };
    figure.clips = vec![clip];
    fs::write(out, gltf::write_new(&figure, None)?)?;
    Ok(())
}

/// A rotation inside the limit, uniform in each of its ranges.
fn allowed(limit: &Limit, dice: &mut Dice) -> Quat {
    match limit {
        Limit::Hinge(hinge) => {
            Quat::from_axis_angle(hinge.axis.normalize(), dice.between(hinge.min, hinge.max))
        }
        Limit::EulerBox(EulerBox { frame, order, min, max }) => {
            let angles = Vec3::from_array([0, 1, 2].map(|axis| dice.between(min[axis], max[axis])));
            *frame * order.compose(angles) * frame.inverse()
        }
        Limit::SwingTwist(limit) => {
            let (way, far) = (TAU * dice.between(0.0, 1.0), dice.between(0.0, 1.0).sqrt());
            let swing =
                Vec3::new(limit.swing_x * way.cos() * far, limit.swing_y * way.sin() * far, 0.0);
            let twist = Quat::from_rotation_z(dice.between(limit.twist_min, limit.twist_max));
            limit.rest_from_limit
                * Quat::from_scaled_axis(swing)
                * twist
                * limit.joint_from_limit.inverse()
        }
        other => other.project(Quat::IDENTITY),
    }
}

/// Marsaglia's xorshift, 2003.
struct Dice(u32);

impl Dice {
    /// A free rotation covers the full circle.
    fn between(&mut self, low: f32, high: f32) -> f32 {
        let (low, high) = (low.max(-PI), high.min(PI));
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        low + (high - low) * ((self.0 >> 8) as f32 / (1 << 24) as f32)
    }
}
