//! Batches: the bits of single solves.

mod chains;
mod each;
mod forward;
mod rigs;

use kansetsu::d3::Pose;

/// The sizes of batches: none, one, around a register's lanes, and more than a task.
const SIZES: [usize; 6] = [0, 1, 7, 8, 9, 260];

fn bits(pose: &Pose) -> Vec<u32> {
    let mut flat = vec![0.0; Pose::FLAT * pose.locals.len()];
    pose.copy_to_flat(&mut flat).unwrap();
    flat.into_iter().map(f32::to_bits).collect()
}

/// Calls a function on the calling thread, and on pools of 1, 2 and 7 threads if there are pools.
#[cfg(feature = "rayon")]
fn on_threads(mut call: impl FnMut() + Send) {
    call();
    for threads in [1, 2, 7] {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(&mut call);
    }
}

#[cfg(not(feature = "rayon"))]
fn on_threads(mut call: impl FnMut()) {
    call();
}
