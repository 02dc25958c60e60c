//! Retargeting: the motion of one body on another.
//!
//! The transferred quantity is the rotation of each part of the body relative to a person in a
//! T-pose ([`Segments`](crate::anatomy::Segments)). So the rest poses, axes, units and numbers of
//! spine joints of both bodies may differ. Then
//!
//! 1. the hips follow the path of the source's, in leg lengths, above the ground under its feet;
//! 2. feet in contact in the source (`contact`) are planted: heel and toes stay while they are on
//!    the ground, the foot rolls over them, and in the air it moves from one contact to the next
//!    (`feet`);
//! 3. hands have the position of the source's relative to their shoulders, in arm lengths
//!    (`reach`), and limbs that would bend too fast bend earlier (`speed_limit`);
//! 4. arms and legs are solved by the whole-body solver, inside the limits, starting from the
//!    copied rotations, frame by frame (`solve`);
//! 5. twists of arms and legs are distributed over twist joints, if there are any (`twist`).
//!
//! Results are bit-identical for equal inputs. Cost: about 60 µs per frame.
//!
//! ```
//! use kansetsu::{Rig, animation::Clip, d3::{Skeleton, Transform}};
//! use kansetsu_humanoid::retarget::{Character, Retarget};
//!
//! let mut builder = Skeleton::builder();
//! builder.root("hips", Transform::IDENTITY);
//! let rig = Rig::new(builder.build()?);
//! let rock = Character { name: "a rock", rig: &rig, twists: &[], pose: rig.rest_pose() };
//! let refused = Retarget::default().run(rock.clone(), &Clip::default(), rock);
//! assert!(refused.unwrap_err().to_string().contains("arms and legs"));
//! # Ok::<(), kansetsu::Error>(())
//! ```

mod bend;
mod blend;
mod cast;
mod character;
mod contact;
mod copy;
mod error;
mod feet;
mod joined;
mod reach;
mod recording;
mod report;
mod settings;
mod solve;
mod speed_limit;
mod twist;

use kansetsu::d3::Pose;

use self::cast::Cast;
use self::joined::Joined;
use self::recording::Recording;
use kansetsu::animation::Clip;

pub use character::Character;
pub use error::RetargetError;
pub use report::Report;
pub use settings::Retarget;

/// A retargeted motion.
#[derive(Clone, Debug)]
pub struct Retargeted {
    /// The poses of the target, one per frame.
    pub poses: Vec<Pose>,
    /// Frames per second.
    pub rate: f32,
    /// The errors of feet, hands and limits.
    pub report: Report,
}

/// Maximum number of frames: an hour and a half at 60 per second.
const MOST: f32 = 324_000.0;

impl Retarget {
    /// Retargets `clip`, a motion of `source`, to `target`. Meshes are not used.
    ///
    /// # Errors
    /// [`RetargetError::Unsupported`] for a figure without trunk, arms and legs, or one whose limbs
    /// are not below its hips; [`RetargetError::Malformed`] for a clip of more than 324,000 frames,
    /// or values that are not finite; [`RetargetError::Skeleton`] for malformed limits.
    pub fn run<'a>(
        &self,
        source: impl Into<Character<'a>>,
        clip: &Clip,
        target: impl Into<Character<'a>>,
    ) -> Result<Retargeted, RetargetError> {
        let (source, target) = (source.into(), target.into());
        if let Some(joined) = Joined::of(&target)? {
            let whole = Character {
                name: target.name,
                rig: &joined.rig,
                twists: &joined.twists,
                pose: joined.rig.rest_pose(),
            };
            let mut done = self.run_joined(&source, clip, &whole)?;
            done.poses.iter_mut().for_each(|pose| *pose = joined.parted(pose, &target));
            return Ok(done);
        }
        self.run_joined(&source, clip, &target)
    }

    fn run_joined(
        &self,
        source: &Character<'_>,
        clip: &Clip,
        target: &Character<'_>,
    ) -> Result<Retargeted, RetargetError> {
        let rate = self.rate_of(clip)?;
        let recording = Recording::of(source, clip, rate)?;
        let cast = Cast::of(target, &recording)?;
        let levels = contact::levels(self, &recording);
        let (recording, plan) =
            recording.piece_by_piece(|piece| feet::plan(self, piece, (&cast, levels)));
        let solved = solve::solve(&recording, &cast, &plan)?;
        let mut poses: Vec<Pose> = Vec::with_capacity(solved.poses.len());
        for both in recording.frames.iter().zip(&solved.poses) {
            poses.push(cast.whole_pose(target, both, (poses.last(), recording.step)));
        }
        let report = report::measure(target, &cast, &plan, &solved, &poses);
        Ok(Retargeted { poses, rate, report })
    }

    fn rate_of(&self, clip: &Clip) -> Result<f32, RetargetError> {
        let rate =
            self.rate.or_else(|| clip.frame_time().map(|time| (1.0 / time) as f32)).unwrap_or(30.0);
        let problem = |problem: String| RetargetError::Malformed {
            place: format!("the clip \"{}\"", clip.name),
            problem,
        };
        if !(0.1..=1000.0).contains(&rate) {
            return Err(problem(format!("{rate} frames per second; expected 0.1 to 1000")));
        }
        match clip.duration * rate {
            frames if (0.0..MOST).contains(&frames) => Ok(rate),
            _ => Err(problem(format!(
                "{} s at {rate} frames per second are too many; use a smaller rate",
                clip.duration
            ))),
        }
    }
}
