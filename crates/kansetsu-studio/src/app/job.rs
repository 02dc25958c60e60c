//! Long work that does not stop the app window: natively in a separate thread, in the web app a
//! slice of each frame.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU32, Ordering},
    mpsc::{Receiver, TryRecvError},
};

use eframe::egui::Context;

/// How far some work has come.
pub enum Progress<T> {
    /// There is more to do; so much is done, in [0, 1].
    Running(f32),
    /// It is done.
    Done(T),
}

/// Work in short steps.
pub trait Work<T>: Send + 'static {
    /// Does the next step: a frame of a motion, a file. Steps are short where that is possible.
    fn step(&mut self) -> Progress<T>;
}

impl<T, F: FnMut() -> Progress<T> + Send + 'static> Work<T> for F {
    fn step(&mut self) -> Progress<T> {
        self()
    }
}

/// What a job gave since it was last looked at.
pub enum Poll<T> {
    /// Nothing yet.
    Running,
    /// It is done.
    Done(T),
    /// It ended without giving anything.
    Failed,
}

/// Work that is going on.
pub struct Job<T> {
    /// What it does, for people.
    pub title: String,
    shared: Arc<Shared>,
    runner: Runner<T>,
    /// What it yields when it is cancelled or breaks down.
    if_stopped: Option<T>,
}

#[derive(Default)]
struct Shared {
    /// The bits of an `f32`.
    part: AtomicU32,
    canceled: AtomicBool,
}

enum Runner<T> {
    #[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "a page has no threads"))]
    Thread(Receiver<T>),
    #[cfg_attr(
        not(any(target_arch = "wasm32", test)),
        expect(dead_code, reason = "natively there are threads")
    )]
    Slices(Box<dyn Work<T>>),
}

/// Milliseconds of each frame that work may take where there are no threads.
const SLICE: f64 = 0.008;

impl<T: Send + 'static> Job<T> {
    /// Begins some work.
    pub fn start(title: String, work: impl Work<T>, context: &Context) -> Self {
        let shared = Arc::<Shared>::default();
        let runner = Self::runner(Box::new(work), &shared, context);
        context.request_repaint();
        Self { title, shared, runner, if_stopped: None }
    }

    /// The same; when it is cancelled or breaks down it yields `outcome`.
    pub fn or_else(self, outcome: T) -> Self {
        Self { if_stopped: Some(outcome), ..self }
    }

    fn stopped(&mut self) -> Poll<T> {
        self.if_stopped.take().map_or(Poll::Failed, Poll::Done)
    }

    #[cfg(target_arch = "wasm32")]
    fn runner(work: Box<dyn Work<T>>, _: &Arc<Shared>, _: &Context) -> Runner<T> {
        Runner::Slices(work)
    }

    /// A thread, or slices where no thread can be had.
    #[cfg(not(target_arch = "wasm32"))]
    fn runner(mut work: Box<dyn Work<T>>, shared: &Arc<Shared>, context: &Context) -> Runner<T> {
        let (sender, receiver) = std::sync::mpsc::channel();
        let (shared, context) = (Arc::clone(shared), context.clone());
        std::thread::spawn(move || {
            while !shared.canceled.load(Ordering::Relaxed) {
                match work.step() {
                    Progress::Running(part) => shared.part.store(part.to_bits(), Ordering::Relaxed),
                    Progress::Done(done) => {
                        // Nobody waits any more when the app window was closed.
                        let _ = sender.send(done);
                        break;
                    }
                }
            }
            drop(sender);
            context.request_repaint();
        });
        Runner::Thread(receiver)
    }

    /// Polls whether it is done. `now` returns the time in seconds; where there are no threads the
    /// work is done in here.
    pub fn poll(&mut self, context: &Context, now: impl Fn() -> f64) -> Poll<T> {
        if self.shared.canceled.load(Ordering::Relaxed) {
            return self.stopped();
        }
        match &mut self.runner {
            Runner::Thread(receiver) => match receiver.try_recv() {
                Ok(done) => Poll::Done(done),
                Err(TryRecvError::Disconnected) => self.stopped(),
                Err(TryRecvError::Empty) => {
                    // The bar moves on; the end of the work asks for a picture by itself.
                    context.request_repaint_after(std::time::Duration::from_millis(60));
                    Poll::Running
                }
            },
            Runner::Slices(work) => {
                let end = now() + SLICE;
                context.request_repaint();
                loop {
                    match work.step() {
                        Progress::Done(done) => return Poll::Done(done),
                        Progress::Running(part) => {
                            self.shared.part.store(part.to_bits(), Ordering::Relaxed)
                        }
                    }
                    if now() >= end {
                        return Poll::Running;
                    }
                }
            }
        }
    }

    /// How much is done, in [0, 1].
    #[must_use]
    pub fn part(&self) -> f32 {
        f32::from_bits(self.shared.part.load(Ordering::Relaxed))
    }

    /// Stops it: what it makes is dropped, and its thread ends after the present step.
    pub fn cancel(&self) {
        self.shared.canceled.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count_to(end: u32) -> impl Work<u32> {
        let mut count = 0;
        move || {
            count += 1;
            if count == end {
                Progress::Done(count)
            } else {
                Progress::Running(count as f32 / end as f32)
            }
        }
    }

    #[test]
    fn work_is_done_in_a_thread_and_in_slices() {
        let context = Context::default();
        let mut threaded = Job::start(String::new(), count_to(1000), &context);
        let mut sliced = Job {
            title: String::new(),
            shared: Arc::default(),
            runner: Runner::Slices(Box::new(count_to(1000))),
            if_stopped: None,
        };
        for job in [&mut threaded, &mut sliced] {
            let done = std::iter::from_fn(|| match job.poll(&context, || 0.0) {
                Poll::Running => Some(None),
                Poll::Done(count) => Some(Some(count)),
                Poll::Failed => None,
            });
            assert_eq!(done.flatten().next(), Some(1000));
        }
    }

    #[test]
    fn canceled_work_gives_nothing() {
        let context = Context::default();
        let mut job = Job::<()>::start(String::new(), || Progress::Running(0.5), &context);
        job.cancel();
        let end = std::iter::repeat_with(|| job.poll(&context, || 0.0))
            .find(|poll| !matches!(poll, Poll::Running));
        assert!(matches!(end, Some(Poll::Failed)));
        let mut job =
            Job::start(String::new(), || Progress::Done("done"), &context).or_else("stopped");
        job.cancel();
        assert!(
            matches!(job.poll(&context, || 0.0), Poll::Done("stopped")),
            "whatever its thread has done meanwhile"
        );
    }
}
