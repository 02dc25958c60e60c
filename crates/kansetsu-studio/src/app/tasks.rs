//! Work in the background of the app window.

use eframe::egui::Context;

use super::{Arrival, Job, Poll, Work, shoot::Shoot, thumbnails::Thumbnails};

/// Work in the background of the app window.
#[derive(Default)]
pub struct Tasks {
    /// The jobs, the oldest first.
    pub(crate) jobs: Vec<Job<Arrival>>,
    /// The pictures that are being drawn.
    pub shoot: Option<Shoot>,
    /// How many films are drawn, and not packed to their end.
    pub(super) films: usize,
    /// Small pictures of figures and poses.
    pub(crate) thumbnails: Thumbnails,
}

impl Tasks {
    /// Begins long work whose outcome arrives later.
    pub(crate) fn start(&mut self, title: &str, work: impl Work<Arrival>, context: &Context) {
        self.jobs.push(Job::start(title.to_owned(), work, context));
    }

    /// Whether something goes on, small pictures aside.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        !self.jobs.is_empty() || self.shoot.is_some() || self.films > 0
    }

    /// What the jobs have given since they were last asked.
    pub(super) fn poll(&mut self, context: &Context) -> Vec<Arrival> {
        let now = || context.input(|input| input.raw.time.unwrap_or(input.time));
        let mut done = Vec::new();
        self.jobs.retain_mut(|job| match job.poll(context, now) {
            Poll::Running => true,
            Poll::Failed => false,
            Poll::Done(arrival) => {
                done.push(arrival);
                false
            }
        });
        done
    }
}
