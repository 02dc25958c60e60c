//! A hash of every named scene, solved by every solver that supports it.

mod batch;
mod figures;
mod hash;
mod humanoid;
mod lab;

use std::sync::atomic::{AtomicUsize, Ordering};

use kansetsu::{Error, d2, d3};

use hash::Hash;

/// Solves a scene and hashes the poses.
type Solve = Box<dyn Fn(&mut Run) -> Result<(), Error> + Send + Sync>;

/// A named scene and its solve.
pub(crate) struct Scene {
    /// Its name in the golden file.
    pub(crate) name: String,
    solve: Solve,
}

/// The scratch memory of one thread. Earlier solves must not influence the result.
#[derive(Default)]
pub(crate) struct Run {
    hash: Hash,
    space: d3::solve::Scratch,
    plane: d2::solve::Scratch,
}

impl Scene {
    fn new(
        name: impl Into<String>,
        solve: impl Fn(&mut Run) -> Result<(), Error> + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), solve: Box::new(solve) }
    }

    /// A hash of the bits of all poses that the scene's solvers return.
    ///
    /// # Errors
    /// If a scene cannot be set up. A solver's error is part of the hash instead.
    pub(crate) fn hash(&self, run: &mut Run) -> Result<u64, Error> {
        run.hash = Hash::default();
        (self.solve)(run)?;
        Ok(run.hash.value())
    }
}

/// All named scenes, in the order of the golden file.
pub(crate) fn all() -> Result<Vec<Scene>, Error> {
    let mut scenes = humanoid::scenes()?;
    scenes.extend(figures::scenes());
    scenes.extend(lab::scenes());
    scenes.extend(batch::scenes());
    Ok(scenes)
}

/// The golden file's line of a scene.
pub(crate) fn line(name: &str, hash: u64) -> String {
    format!("{hash:016x} {name}\n")
}

/// All lines, solved on this number of threads.
pub(crate) fn lines(threads: usize) -> Result<String, Error> {
    let scenes = all()?;
    let hashes = hashes(threads, &scenes)?;
    Ok(scenes.iter().zip(hashes).map(|(scene, hash)| line(&scene.name, hash)).collect())
}

/// The hash of each scene. Each thread has separate scratch memory and takes the next free scene;
/// one thread is this one.
pub(crate) fn hashes(threads: usize, scenes: &[Scene]) -> Result<Vec<u64>, Error> {
    let next = AtomicUsize::new(0);
    let solve = || {
        let mut run = Run::default();
        let taken = std::iter::from_fn(|| {
            Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&index| index < scenes.len())
        });
        taken.map(|index| Ok((index, scenes[index].hash(&mut run)?))).collect::<Vec<_>>()
    };
    let solved = if threads == 1 {
        solve()
    } else {
        std::thread::scope(|scope| {
            let running: Vec<_> = (0..threads).map(|_| scope.spawn(solve)).collect();
            running.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
        })
    };
    let mut hashes = solved.into_iter().collect::<Result<Vec<_>, Error>>()?;
    hashes.sort_unstable();
    Ok(hashes.into_iter().map(|(_, hash)| hash).collect())
}

/// Adds a pose to the hash, or the message of the solver's error.
fn add_solved<T>(hash: &mut Hash, solved: Result<T, Error>, add: impl FnOnce(&mut Hash)) {
    match solved {
        Ok(_) => add(hash),
        Err(error) => hash.add_text(&error.to_string()),
    }
}
