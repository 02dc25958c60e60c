//! The motion of one body on another.
//!
//! What is carried over is how each part of the body is turned, beside a person in a T-pose
//! ([`Segments`](crate::anatomy::Segments)): so it does not matter in which pose, with which axes
//! and in which unit either body rests, nor how many joints its back has. Then
//!
//! 1. the hips go the way that the source's go, in leg lengths, above the ground that its feet
//!    stand on;
//! 2. feet that stand still in the source (`contact`) are planted: heel and toes hold their places
//!    while they are on the ground, the foot rolls over them, and in the air it glides from one
//!    place to the next (`feet`);
//! 3. hands go where they are beside the source's shoulders, in arm lengths (`reach`), and limbs
//!    that would bend too quickly for that bend sooner (`calm`);
//! 4. arms and legs are solved for that by the whole-body engine, inside the limits, from the
//!    copied turns on, frame after frame (`solve`);
//! 5. twists of arms and legs are spread over twist joints where there are any (`twist`).
//!
//! The same input gives the same bits. Cost: about 60 µs a frame.
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
mod calm;
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

/// A motion, carried over.
#[derive(Clone, Debug)]
pub struct Retargeted {
    /// The poses of the target, one for each frame.
    pub poses: Vec<Pose>,
    /// Frames a second.
    pub rate: f32,
    /// What became of feet, hands and limits.
    pub report: Report,
}

/// Frames at most: an hour and a half at 60 a second.
const MOST: f32 = 324_000.0;

impl Retarget {
    /// Carries `clip`, a motion of `source`, over to `target`. Meshes do not matter.
    ///
    /// # Errors
    /// [`RetargetError::Unsupported`] for a figure without trunk, arms and legs, or one whose limbs
    /// are not below its hips; [`RetargetError::Malformed`] for a clip of more than 324,000 frames,
    /// or numbers that are not finite; [`RetargetError::Skeleton`] for malformed limits.
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
            poses.push(cast.dressed(target, both, (poses.last(), recording.step)));
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
            return Err(problem(format!("{rate} frames a second; expected 0.1 to 1000")));
        }
        match clip.duration * rate {
            frames if (0.0..MOST).contains(&frames) => Ok(rate),
            _ => Err(problem(format!(
                "{} s at {rate} frames a second are too many; give a smaller rate",
                clip.duration
            ))),
        }
    }
}
