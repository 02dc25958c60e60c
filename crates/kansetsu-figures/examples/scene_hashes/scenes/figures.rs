//! The embedded figures: their limbs by every solver, and a drag of each limb's tip.

use kansetsu::{
    Budget, Error, IkSession, Options, Pose, Target,
    d3::{
        Chain, Goal, Rig,
        solve::{Scope, Solver},
    },
    glam::{Quat, Vec3},
};

use super::{Run, Scene, add_solved};

/// Targets relative to a chain's base, in chain lengths: near, beside, behind, at full length, out
/// of reach.
const PLACES: [Vec3; 6] = [
    Vec3::new(0.3, 0.2, 0.1),
    Vec3::new(-0.4, 0.5, 0.25),
    Vec3::new(0.1, -0.6, -0.5),
    Vec3::new(0.0, 1.0, 0.0),
    Vec3::new(0.7, -0.1, 0.6),
    Vec3::new(1.1, 0.8, -0.4),
];
/// A rotation about an oblique axis.
const TURN: Quat = Quat::from_xyzw(0.5, -0.1, 0.7, 0.5);
const FRAME: Budget = Budget::steps(30);
const DRAG: usize = 10;

pub(super) fn scenes() -> Vec<Scene> {
    kansetsu_figures::NAMES.iter().filter_map(|name| scene(name)).collect()
}

fn scene(name: &'static str) -> Option<Scene> {
    let rig = kansetsu_figures::figure(name)?.rig;
    Some(Scene::new(format!("figure: {name}"), move |run| {
        run.hash.add_pose(&rig.rest_pose());
        for chain in chains(&rig)? {
            for place in places(&rig, &chain) {
                by_chain_solvers(run, &rig, &chain, place);
            }
            drag(run, &rig, &chain);
        }
        Ok(())
    }))
}

/// The limbs; the whole body of a figure without limbs.
fn chains(rig: &Rig) -> Result<Vec<Chain>, Error> {
    if rig.limbs.is_empty() {
        return Ok(vec![
            Chain::with_levels(&rig.skeleton, rig.skeleton.len() - 1, 0)?
                .with_limits(&rig.limits)?,
        ]);
    }
    let limb = |limb: &kansetsu::d3::Limb| {
        let chain = Chain::new(&rig.skeleton, limb.base, limb.tip)?.with_limits(&rig.limits)?;
        Ok(chain.with_pole(&rig.skeleton, limb.pole))
    };
    rig.limbs.iter().map(limb).collect()
}

fn places(rig: &Rig, chain: &Chain) -> [Vec3; 6] {
    let rest = rig.rest_pose();
    let base = rig.skeleton.forward(&rest)[chain.base()].translation;
    PLACES.map(|place| base + place * chain.length(&rest))
}

fn by_chain_solvers(run: &mut Run, rig: &Rig, chain: &Chain, place: Vec3) {
    let goals = [
        Goal::position(chain.tip(), place),
        Goal::position(chain.tip(), place).with_orientation(TURN),
        Goal::look_at(chain.tip(), Vec3::Z, place),
    ];
    for solver in Solver::NAMES
        .iter()
        .filter_map(|name| Solver::from_name(name))
        .filter(|solver| solver.scope() != Scope::Body)
    {
        for goal in &goals {
            let mut pose = rig.rest_pose();
            let solved = solver.solve_with(chain, goal, &mut pose, &mut run.space);
            add_solved(&mut run.hash, solved, |hash| hash.add_pose(&pose));
        }
    }
}

/// Along the targets, by the whole-body solver and by FABRIK for trees.
fn drag(run: &mut Run, rig: &Rig, chain: &Chain) {
    for solver in [None, Solver::from_name("fabrik-tree")] {
        let mut session = IkSession::new(rig, Options { solver, ..Options::default() });
        let mut pose: Pose = rig.rest_pose();
        for ends in places(rig, chain).windows(2) {
            for frame in 1..=DRAG {
                let at = ends[0] + (ends[1] - ends[0]) * (frame as f32 / DRAG as f32);
                session.set_target(rig.skeleton.id(chain.tip()), Target::position(at));
                let solved = session.step(&mut pose, FRAME);
                add_solved(&mut run.hash, solved, |hash| hash.add_pose(&pose));
            }
        }
    }
}
