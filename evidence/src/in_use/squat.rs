//! Hips that are dragged straight down, feet planted: a squat.

use glam::{Vec2, Vec3};
use kansetsu::{
    d3::{
        Balance, Goal, Humanoid, Pose, Posture, Rig,
        balance::hull::{hull, outside},
        rotation_of,
        solve::{Body, Root, Scratch, WholeBody},
    },
    glam::Affine3,
};

use super::{Control, figures, mover::Mover};
use crate::{entry::Entry, suite::Suite};

const COLUMNS: [&str; 6] = [
    "hips off at most, m",
    "centre of mass outside at most, m",
    "trunk forward, degrees",
    "soles in the floor at most, m",
    "knees off their toes at most, m",
    "depths",
];

/// The depths of the hips, as fractions of a leg's length: half of it is 45 cm of the mannequin.
const DEPTHS: [f32; 5] = [0.10, 0.20, 0.30, 0.40, 0.52];

/// The promises: the residual of the hips, metres; the lean of the trunk, degrees; the depth of
/// soles in the floor and the lateral offset of knees from the toes, metres.
const THERE: f32 = 1e-3;
const LEANS: [f32; 2] = [-1.0, 45.0];
const SUNK: f32 = 5e-3;
const ASIDE: f32 = 0.08;

/// The worst results of a squat.
struct Worst {
    off: f32,
    outside: f32,
    forward: [f32; 2],
    sunk: f32,
    aside: f32,
}

pub fn rows(suite: &mut Suite, control: Control) {
    suite.section(
        "Bodies in use: squats",
        "The hips are dragged straight down by a tenth to a half of a leg, from the relaxed \
         stance, with pinned toes and the posture and the balance of a humanoid. The hips are \
         within 1 mm of their target, the center of mass is above the soles, the trunk leans 0 \
         to 45° forward (measured from the stance, to 1°), soles are at most 5 mm in the floor, \
         knees are off the plane of the toes by at most 8 cm.",
        &COLUMNS,
    );
    let others =
        [11, 12, 13].map(|seed| (format!("proportions {seed}"), figures::other_proportions(seed)));
    for (name, rig) in
        [("mannequin".to_owned(), figures::embedded("mannequin"))].into_iter().chain(others)
    {
        suite.entry(&name.clone(), |_| entry(name, &Worst::of(&rig, control)));
    }
}

fn entry(name: String, worst: &Worst) -> Entry {
    let leans = worst.forward[0] >= LEANS[0] && worst.forward[1] <= LEANS[1];
    let holds = worst.off <= THERE
        && worst.outside <= 0.0
        && leans
        && worst.sunk <= SUNK
        && worst.aside <= ASIDE;
    Entry {
        name,
        cells: vec![
            format!("{:.1e}", worst.off),
            format!("{:.3}", worst.outside),
            format!("{:.1} to {:.1}", worst.forward[0], worst.forward[1]),
            format!("{:.4}", worst.sunk),
            format!("{:.3}", worst.aside),
            DEPTHS.len().to_string(),
        ],
        verdict: holds.into(),
        dots: None,
        details: Vec::new(),
    }
}

impl Worst {
    fn of(rig: &Rig, control: Control) -> Self {
        let figure = kansetsu_figures::figure("mannequin").expect("an embedded figure");
        let human = figure.rig.humanoid().expect("the mannequin is human");
        let skeleton = &rig.skeleton;
        let posture = Posture::humanoid(skeleton, &rig.limits, &human).expect("its own joints");
        let balance = Balance::humanoid(skeleton, &human).expect("its own joints");
        let body = Body::new(skeleton)
            .with_limits(&rig.limits)
            .and_then(|body| body.with_limbs(skeleton, &rig.limbs));
        let body = body
            .and_then(|body| body.with_posture(&posture))
            .and_then(|body| body.with_balance(&balance))
            .expect("its own");
        let rest = skeleton.forward(&posture.reference);
        let leg = &human.legs[0];
        let bone = |from: usize, to: usize| rest[from].translation.distance(rest[to].translation);
        let length = bone(leg.upper, leg.lower) + bone(leg.lower, leg.foot);
        let mut worst = Self {
            off: 0.0,
            outside: f32::NEG_INFINITY,
            forward: [f32::INFINITY, f32::NEG_INFINITY],
            sunk: 0.0,
            aside: 0.0,
        };
        for depth in DEPTHS {
            let hips = rest[human.hips].translation - Vec3::Y * (depth * length);
            let goals: Vec<Goal> = [Goal::position(human.hips, hips)]
                .into_iter()
                .chain(planted(&human, &rest))
                .collect();
            let mut pose: Pose = posture.reference.clone();
            let solver = WholeBody { root: Root::Free, ..WholeBody::default() };
            Mover { control, solver }.solve(&body, &goals, &mut pose, &mut Scratch::default());
            worst.add(&human, &balance, [&rest, &skeleton.forward(&pose)], hips);
        }
        worst
    }

    fn add(
        &mut self,
        human: &Humanoid,
        balance: &Balance,
        [rest, at]: [&[Affine3]; 2],
        hips: Vec3,
    ) {
        self.off = self.off.max(at[human.hips].translation.distance(hips));
        let flat = |place: Vec3| Vec2::new(place.x, place.z);
        let corners = || balance.soles.iter().flat_map(|sole| &sole.corners);
        let (mut points, mut border) = (
            corners().map(|&(joint, place)| flat(at[joint].transform_point3(place))).collect(),
            Vec::new(),
        );
        hull(&mut points, &mut border);
        self.outside = self.outside.max(outside(&border, flat(balance.center_of_mass(at))));
        let lean = |at: &[Affine3]| {
            let trunk = at[human.neck[0]].translation - at[human.hips].translation;
            trunk.z.atan2(trunk.y).to_degrees()
        };
        let forward = lean(at) - lean(rest);
        self.forward = [self.forward[0].min(forward), self.forward[1].max(forward)];
        for &(joint, place) in corners() {
            self.sunk = self
                .sunk
                .max(rest[joint].transform_point3(place).y - at[joint].transform_point3(place).y);
        }
        for leg in &human.legs {
            let toes = at[leg.toes.unwrap_or(leg.foot)].translation;
            self.aside = self.aside.max((at[leg.lower].translation.x - toes.x).abs());
        }
    }
}

/// Goals of the toes of both feet at their rest placement.
fn planted<'a>(human: &'a Humanoid, rest: &'a [Affine3]) -> impl Iterator<Item = Goal> + 'a {
    let toes = human.legs.iter().map(|leg| leg.toes.unwrap_or(leg.foot));
    toes.map(|joint| {
        Goal::position(joint, rest[joint].translation)
            .with_orientation(rotation_of(&rest[joint]))
            .pinned()
    })
}
