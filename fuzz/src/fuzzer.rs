//! Makes inputs for a target and checks them.

use std::{collections::HashSet, fs, io, path::Path, path::PathBuf, time::Duration};

use kansetsu_evidence::random::Random;

use crate::{Ended, Target, Worker, bounds, mutate::mutated, shrink::shrunk};

/// An input that breaks a promise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Find {
    /// The promise, as a sentence.
    pub broken: String,
    /// The input, shrunk.
    pub input: Vec<u8>,
}

/// What a run did.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// The number of inputs.
    pub inputs: usize,
    /// The number of different outcomes.
    pub outcomes: usize,
    /// The longest CPU time of an input.
    pub slowest: Duration,
    /// The most memory of an input, bytes; 0 where the system does not tell.
    pub most_memory: u64,
}

/// Makes inputs for a target: mutations of the seeds and of every input with a new outcome.
pub struct Fuzzer {
    target: Target,
    worker: Worker,
    random: Random,
    known: Vec<Vec<u8>>,
    outcomes: HashSet<u64>,
    broken: HashSet<String>,
    /// The memory of the process before the first input, bytes: what an input takes is at most
    /// what the process takes above it.
    memory_at_start: u64,
    /// Whether an input has no end: its thread still runs.
    is_over: bool,
    /// The file that holds the input at work, if it is kept.
    at_work: Option<PathBuf>,
    tally: Tally,
}

/// The most inputs that are kept for mutations; later ones replace random ones.
const MOST_KNOWN: usize = 4000;

impl Fuzzer {
    /// A fuzzer for a target, with its seeds, its corpus and these further seeds.
    ///
    /// # Errors
    /// The system's, if the corpus cannot be read or no thread is started.
    pub fn new(target: Target, seed: u64, more: Vec<Vec<u8>>) -> io::Result<Self> {
        let mut known = (target.seeds)();
        known.extend(corpus(target.name)?.into_iter().map(|(_, input)| input));
        known.extend(more);
        known.retain(|input| input.len() <= bounds::LARGEST);
        known.push(Vec::new());
        Ok(Self {
            worker: Worker::start(target.check)?,
            target,
            random: Random::scattered(seed),
            known,
            outcomes: HashSet::new(),
            broken: HashSet::new(),
            memory_at_start: memory::start(),
            is_over: false,
            at_work: None,
            tally: Tally::default(),
        })
    }

    /// Writes every input to this file before its check: after the end of the process by an abort,
    /// the input is there.
    pub fn keep_input_in(&mut self, path: PathBuf) {
        self.at_work = Some(path);
    }

    /// What the run did so far.
    #[must_use]
    pub fn tally(&self) -> Tally {
        Tally { outcomes: self.outcomes.len(), ..self.tally.clone() }
    }

    /// Whether the run must end, because an input has no end.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.is_over
    }

    /// Checks every known input: the seeds and the corpus.
    pub fn replay(&mut self) -> Vec<Find> {
        let known = self.known.clone();
        known
            .iter()
            .map_while(|input| (!self.is_over).then(|| self.check(input)))
            .flatten()
            .collect()
    }

    /// Checks one new input.
    pub fn step(&mut self) -> Option<Find> {
        let input = &self.known[self.random.below(self.known.len())];
        let other = &self.known[self.random.below(self.known.len())];
        let input = mutated(&mut self.random, input, other, self.target.words);
        self.check(&input)
    }

    fn check(&mut self, input: &[u8]) -> Option<Find> {
        if let Some(path) = &self.at_work {
            // A failed write only loses the input of an abort.
            fs::write(path, input).unwrap_or_default();
        }
        let (ended, time) = self.worker.check(input);
        let memory = memory::peak().saturating_sub(self.memory_at_start);
        if ended == Ended::endless() {
            self.is_over = true;
        }
        self.tally.inputs += 1;
        self.tally.slowest = self.tally.slowest.max(time);
        self.tally.most_memory = self.tally.most_memory.max(memory);
        let broken = match ended {
            Ended::Broken(broken) => Some(broken),
            Ended::Kept(_) if self.at_work.is_some() && time > self.target.time => {
                Some(format!("it takes {:.1} s of CPU time", time.as_secs_f32()))
            }
            Ended::Kept(_) if self.at_work.is_some() && memory > bounds::memory(input.len()) => {
                self.memory_at_start = memory::start();
                Some(format!("it takes {} MiB of memory", memory >> 20))
            }
            Ended::Kept(outcome) => {
                if self.outcomes.insert(outcome.hash()) {
                    self.keep(input);
                }
                None
            }
        };
        self.find(input, broken?)
    }

    fn keep(&mut self, input: &[u8]) {
        if self.known.len() < MOST_KNOWN {
            self.known.push(input.to_vec());
        } else {
            let at = self.random.below(self.known.len());
            self.known[at] = input.to_vec();
        }
    }

    /// The find, shrunk, if its kind is new.
    fn find(&mut self, input: &[u8], broken: String) -> Option<Find> {
        let kind = kind(&broken);
        if !self.broken.insert(kind.clone()) {
            return None;
        }
        let same = |bytes: &[u8]| match self.worker.check(bytes).0 {
            Ended::Broken(other) => self::kind(&other) == kind,
            Ended::Kept(_) => false,
        };
        // Only a broken promise of the check itself is found again in the shrunk input.
        let can_shrink = !self.is_over && !broken.starts_with("it takes");
        let input = if can_shrink { shrunk(input, same) } else { input.to_vec() };
        Some(Find { broken, input })
    }
}

/// The broken promise without its numbers; of a panic, its place.
fn kind(broken: &str) -> String {
    match broken.split_once("panicked at ") {
        Some((_, place)) => place.lines().next().unwrap_or_default().to_owned(),
        None => broken.chars().filter(char::is_ascii_alphabetic).take(60).collect(),
    }
}

/// The inputs in the folder of a target, with their names, in order of these.
///
/// # Errors
/// The system's. A target without a folder has no inputs.
pub(crate) fn corpus(target: &str) -> io::Result<Vec<(String, Vec<u8>)>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut inputs = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        inputs.push((entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path())?));
    }
    inputs.sort();
    Ok(inputs)
}

/// The resident memory of this process; on Linux only.
mod memory {
    use std::fs;

    /// Starts a new peak, and returns the memory at the moment, bytes.
    pub(super) fn start() -> u64 {
        // Other systems have no such file, and the peak is 0.
        fs::write("/proc/self/clear_refs", "5").unwrap_or_default();
        read("VmRSS:")
    }

    pub(super) fn peak() -> u64 {
        read("VmHWM:")
    }

    fn read(what: &str) -> u64 {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix(what)).unwrap_or_default();
        let kib = line.split_whitespace().next().and_then(|number| number.parse().ok());
        kib.unwrap_or(0_u64) << 10
    }
}
