//! What is timed.

/// A solver with a list of problems, ready to be timed on any of them.
pub trait Contender {
    /// Solves the problem of this number: everything from the start pose to the answer, and nothing
    /// else.
    fn solve(&mut self, problem: usize);

    /// Whether what the last [`Self::solve`] gave back solves this problem, judged in double
    /// precision from nothing but that answer.
    fn is_solved(&self, problem: usize) -> bool;
}
