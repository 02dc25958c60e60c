//! What goes on beside the window.

use eframe::egui::Context;

use super::{Arrival, Job, Poll, Studio};
use crate::text::Phrase;

/// What goes on beside the window.
#[derive(Default)]
pub struct Tasks {
    /// The jobs, the oldest first.
    pub jobs: Vec<Job<Arrival>>,
    /// The pictures that are being drawn.
    pub shoot: Option<super::Shoot>,
    /// How many films are drawn, and not packed to their end.
    pub(super) films: usize,
    /// Small pictures of figures and poses.
    pub(super) thumbnails: super::thumbnails::Thumbnails,
}

impl Studio {
    /// Begins long work whose outcome arrives later.
    pub(crate) fn start(&mut self, title: &Phrase, work: impl super::Work<Arrival>, context: &Context) {
        let title = title.get(self.language()).to_owned();
        self.tasks.jobs.push(Job::start(title, work, context));
    }

    /// Takes in what the jobs have done; during a drag it waits for the end of the drag.
    pub(super) fn poll_tasks(&mut self, context: &Context) {
        let now = || context.input(|input| input.raw.time.unwrap_or(input.time));
        if self.must_wait() {
            return self.poll_pictures(context);
        }
        let mut done = Vec::new();
        self.tasks.jobs.retain_mut(|job| match job.poll(context, now) {
            Poll::Running => true,
            Poll::Failed => false,
            Poll::Done(arrival) => {
                done.push(arrival);
                false
            }
        });
        for arrival in done {
            self.arrived(arrival, context);
        }
        self.poll_pictures(context);
    }

    fn poll_pictures(&mut self, context: &Context) {
        self.poll_shoot(context);
        self.poll_thumbnails(context);
    }
}
