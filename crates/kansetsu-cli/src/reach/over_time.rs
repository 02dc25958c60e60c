//! Every frame of a motion, solved.

use kansetsu::d3::{Goal, Pose, solve::Scratch};
use kansetsu_formats::Figure;

use super::{Approach, MethodArgs, Solved, SolverChoice, Start, Thread, check_words};

/// A solver that goes on from frame to frame.
#[derive(Debug)]
pub(crate) struct OverTime<'a> {
    figure: &'a Figure,
    choice: &'a SolverChoice,
    method: &'a MethodArgs,
    /// Whether the frames are of a motion that somebody made, and not of a figure that stands still.
    is_posed: bool,
    /// Between two frames.
    seconds: f32,
    thread: Thread,
    scratch: Scratch,
}

impl<'a> OverTime<'a> {
    pub(crate) fn new(figure: &'a Figure, (choice, method): (&'a SolverChoice, &'a MethodArgs), (is_posed, seconds): (bool, f32)) -> Self {
        Self { figure, choice, method, is_posed, seconds, thread: Thread::default(), scratch: Scratch::default() }
    }

    /// Solves the next frame, which stands as `start` by itself.
    pub(crate) fn next(&mut self, start: &Pose, goals: &[Goal]) -> anyhow::Result<Solved> {
        check_words(self.choice, goals, self.method)?;
        let begun = Start { pose: start, is_posed: self.is_posed, before: self.thread.solved() };
        let approach = Approach::new(self.figure, goals, self.choice, self.method, begun)?;
        approach.follow(&self.figure.rig, (start, self.seconds), (&mut self.thread, &mut self.scratch))
    }
}
