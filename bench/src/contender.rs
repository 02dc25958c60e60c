//! The interface of timed solvers.

/// A solver with a list of problems, ready to be timed on any of them.
pub trait Contender {
    /// Solves the problem with this index: everything from the start pose to the result, and
    /// nothing else.
    fn solve(&mut self, problem: usize);

    /// Whether the result of the last [`Self::solve`] solves this problem, in double precision from
    /// nothing but that result.
    fn is_solved(&self, problem: usize) -> bool;
}
