//! Measurements of the lens page: every method's answer, descent and time, and one method along a
//! sweep.

use kansetsu::{
    d3::{
        Limit, Rig, Skeleton, Transform,
        limit::{Cone, Hinge},
    },
    glam::Vec3,
};

use super::{Lens, PLOTTED, SWEPT};
use crate::{Method, World};

/// How long the sweep is, pixels.
const SWEEP: f32 = 640.0;
/// How long a method is timed, seconds, and how often it solves at most: six of them leave a frame
/// its time.
const PATIENCE: f64 = 1.5e-3;
const MOST: usize = 2_000;

impl Lens {
    /// The chain, at rest and ready: hinges in the plane, cones in space.
    pub(super) fn world(&self) -> Option<World> {
        let scene = self.scene();
        let mut builder = Skeleton::builder();
        let mut joint = builder.root("0", Transform::from_translation(scene.root.extend(0.0)));
        for index in 1..=scene.links {
            joint = builder.child(
                joint,
                index.to_string(),
                Transform::from_translation(Vec3::Y * scene.length),
            );
        }
        let limit = if self.is_in_space() {
            Limit::Cone(Cone::around(Vec3::Y, scene.limit))
        } else {
            Limit::Hinge(Hinge::new(Vec3::Z, -scene.limit, scene.limit))
        };
        let mut rig = Rig::new(builder.build().ok()?);
        rig.limits[..scene.links].fill(Some(limit));
        World::new(rig).ok()
    }

    pub(super) fn solve(&mut self) {
        let Some(mut world) = self.world() else { return };
        let (target, rounds) = (self.target(), self.rounds());
        self.answers = Self::METHODS
            .into_iter()
            .filter_map(|method| world.solve(method, target, rounds).ok())
            .collect();
        let mut after = |method: Method, rounds: usize| {
            Some(world.solve(method, target, Some(rounds)).ok()?.distance)
        };
        self.descents = Self::METHODS
            .into_iter()
            .map(|method| (0..=PLOTTED).filter_map(|rounds| after(method, rounds)).collect())
            .collect();
        let time = |clock: fn() -> f64| {
            Self::METHODS
                .map(|method| timed(|| world.solve(method, target, rounds), clock))
                .to_vec()
        };
        self.times = self.clock.map_or_else(Vec::new, time);
        self.sweep();
    }

    /// Leads the target from left to right through where it is.
    pub(super) fn sweep(&mut self) {
        let (Some(mut world), method) = (self.world(), self.method()) else { return };
        let links = self.scene().links;
        let mut angles = |along: f32| -> Option<Vec<f32>> {
            let answer = world.solve(method, self.target() + Vec3::X * along, None).ok()?;
            let turn = |local: &kansetsu::d3::Transform| {
                let q = local.rotation;
                2.0 * libm::atan2f(
                    if self.is_in_space() { q.xyz().length() } else { q.z * q.w.signum() },
                    q.w.abs(),
                )
                .to_degrees()
            };
            Some(answer.pose.locals[..links].iter().map(turn).collect())
        };
        self.sweep = (0..SWEPT)
            .filter_map(|place| angles(SWEEP * (place as f32 / (SWEPT - 1) as f32 - 0.5)))
            .collect();
    }
}

/// How long a solve takes on this machine, microseconds.
fn timed<T>(mut solve: impl FnMut() -> T, clock: fn() -> f64) -> f64 {
    let start = clock();
    let mut count = 0;
    while count < MOST && clock() - start < PATIENCE {
        std::hint::black_box(solve());
        count += 1;
    }
    1e6 * (clock() - start) / count.max(1) as f64
}
