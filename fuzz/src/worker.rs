//! Runs checks in a thread with a stated stack, and catches panics.

use std::{
    cell::RefCell,
    panic::{self, AssertUnwindSafe},
    sync::{
        Once,
        mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    },
    thread,
    time::Duration,
};

use kansetsu_evidence::clock;

use crate::{Check, Outcome, bounds};

/// How the check of an input ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Every promise was kept.
    Kept(Outcome),
    /// A promise was broken: a sentence.
    Broken(String),
}

/// A thread that checks inputs, one at a time.
pub struct Worker {
    inputs: SyncSender<Vec<u8>>,
    ends: Receiver<(Ended, Duration)>,
}

impl Ended {
    /// The end of an input that has none.
    pub(crate) fn endless() -> Self {
        Self::Broken("the input takes more than a minute".to_owned())
    }
}

impl Worker {
    /// Starts a thread for a check.
    ///
    /// # Errors
    /// The system's, if it starts no thread.
    pub fn start(check: Check) -> std::io::Result<Self> {
        keep_panics();
        let (inputs, received) = sync_channel::<Vec<u8>>(0);
        let (answers, ends) = sync_channel(0);
        thread::Builder::new().name(NAME.to_owned()).stack_size(bounds::STACK).spawn(
            move || {
                for input in received {
                    let start = clock::now();
                    let ended = ended(check, &input);
                    if answers.send((ended, clock::now().saturating_sub(start))).is_err() {
                        break;
                    }
                }
            },
        )?;
        Ok(Self { inputs, ends })
    }

    /// Checks an input; also returns the CPU time. After an input without end the worker is of no
    /// more use.
    #[must_use]
    pub fn check(&self, input: &[u8]) -> (Ended, Duration) {
        let gone = || (Ended::Broken("the thread is gone".to_owned()), bounds::ENDLESS);
        if self.inputs.send(input.to_vec()).is_err() {
            return gone();
        }
        match self.ends.recv_timeout(bounds::ENDLESS) {
            Ok(ended) => ended,
            Err(RecvTimeoutError::Timeout) => (Ended::endless(), bounds::ENDLESS),
            Err(RecvTimeoutError::Disconnected) => gone(),
        }
    }
}

/// The name of the threads whose panics are kept instead of printed.
const NAME: &str = "fuzz";

thread_local! {
    /// The last panic of this thread.
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps the panics of our threads for the report; those of other threads are printed as before.
fn keep_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let print = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if thread::current().name() == Some(NAME) {
                PANIC.with_borrow_mut(|kept| *kept = format!("a panic: {info}"));
            } else {
                print(info);
            }
        }));
    });
}

fn ended(check: Check, input: &[u8]) -> Ended {
    match panic::catch_unwind(AssertUnwindSafe(|| check(input))) {
        Ok(Ok(outcome)) => Ended::Kept(outcome),
        Ok(Err(broken)) => Ended::Broken(broken),
        Err(_) => Ended::Broken(PANIC.with_borrow(Clone::clone)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &[u8]) -> Result<Outcome, String> {
        match input {
            b"panic" => panic!("on request"),
            b"broken" => Err("a promise".to_owned()),
            _ => Ok(Outcome::new("fine")),
        }
    }

    #[test]
    fn a_panic_and_a_broken_promise_are_told_and_the_thread_goes_on() {
        let worker = Worker::start(check).expect("a thread");
        assert_eq!(worker.check(b"broken").0, Ended::Broken("a promise".to_owned()));
        let Ended::Broken(told) = worker.check(b"panic").0 else { panic!("it panics") };
        assert!(told.contains("on request") && told.contains("worker.rs"), "{told}");
        assert_eq!(worker.check(b"").0, Ended::Kept(Outcome::new("fine")));
    }
}
