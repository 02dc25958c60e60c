//! The motion of one body on another.
//!
//! What is carried over is how each part of the body is turned, beside a person in a T-pose ([`Segments`](crate::anatomy::Segments)): so it does not matter in
//! which pose, with which axes and in which unit either body rests, nor how many joints its back has. Then
//!
//! 1. the hips go the way that the source's go, in leg lengths, above the ground that its feet stand on;
//! 2. feet that stand still in the source (`contact`) are planted: heel and toes hold their places while they are on the ground, the foot rolls
//!    over them, and in the air it glides from one place to the next (`feet`);
//! 3. hands go where they are beside the source's shoulders, in arm lengths (`reach`), and limbs that would bend too quickly for that bend sooner (`calm`);
//! 4. arms and legs are solved for that by the whole-body engine, inside the limits, from the copied turns on, frame after frame (`solve`);
//! 5. twists of arms and legs are spread over twist joints where there are any (`twist`).
//!
//! The same input gives the same bits. Cost: about 60 µs a frame.
//!
//! ```
//! use kansetsu_formats::{Clip, open, retarget::Retarget};
//!
//! let text = b"HIERARCHY\nROOT Hips { OFFSET 0 0 0 CHANNELS 0 }";
//! let figure = open(text, "walk.bvh", &|path| Err(format!("there is no {path}")))?.figure;
//! let refused = Retarget::default().run(&figure, &Clip::default(), &figure);
//! assert!(refused.unwrap_err().to_string().contains("arms and legs"));
//! # Ok::<(), kansetsu_formats::Error>(())
//! ```

mod bend;
mod blend;
mod calm;
mod cast;
mod contact;
mod copy;
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
use self::recording::{Recording, WHERE};
use crate::{Clip, Error, Figure};

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
    /// [`Error::Unsupported`] for a figure without trunk, arms and legs, or one whose limbs do not hang on its hips;
    /// [`Error::Malformed`] for a clip of more than 324,000 frames, or numbers that are not finite; [`Error::Skeleton`] for
    /// malformed limits.
    pub fn run(&self, source: &Figure, clip: &Clip, target: &Figure) -> Result<Retargeted, Error> {
        if let Some(joined) = Joined::of(target)? {
            let mut done = self.run(source, clip, &joined.figure)?;
            done.poses.iter_mut().for_each(|pose| *pose = joined.parted(pose, target));
            return Ok(done);
        }
        let rate = self.rate_of(clip)?;
        let recording = Recording::of(source, clip, rate)?;
        let cast = Cast::of(target, &recording)?;
        let levels = contact::levels(self, &recording);
        let (recording, plan) = recording.piece_by_piece(|piece| feet::plan(self, piece, (&cast, levels)));
        let solved = solve::solve(&recording, &cast, &plan)?;
        let mut poses: Vec<Pose> = Vec::with_capacity(solved.poses.len());
        for both in recording.frames.iter().zip(&solved.poses) {
            poses.push(cast.dressed(target, both, (poses.last(), recording.step)));
        }
        let report = report::measure(target, &cast, &plan, &solved, &poses);
        Ok(Retargeted { poses, rate, report })
    }

    fn rate_of(&self, clip: &Clip) -> Result<f32, Error> {
        let rate = self.rate.or_else(|| clip.frame_time().map(|time| (1.0 / time) as f32)).unwrap_or(30.0);
        let problem = |problem: String| Error::Malformed { format: WHERE, place: format!("the clip \"{}\"", clip.name), problem };
        if !(0.1..=1000.0).contains(&rate) {
            return Err(problem(format!("{rate} frames a second; expected 0.1 to 1000")));
        }
        match clip.duration * rate {
            frames if (0.0..MOST).contains(&frames) => Ok(rate),
            _ => Err(problem(format!("{} s at {rate} frames a second are too many; give a smaller rate", clip.duration))),
        }
    }
}
