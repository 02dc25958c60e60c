//! How well a pose fits a standing person: legs down, trunk up, arms aside or down, left and right
//! on their sides.

use kansetsu::glam::{Affine3, Vec3};

use super::geometry::{Space, degrees_between};
use crate::{Figure, Role};
use kansetsu_humanoid::anatomy::Axes;

/// How well a pose fits a standing person.
#[derive(Clone, Debug, PartialEq)]
pub struct RestScore {
    /// 1 for a standing person, 0 for an impossible pose; the score of the part that fits worst.
    pub score: f32,
    /// That part, in words, such as "left thigh 84° off"; empty if all fit.
    pub problem: String,
}

/// Scores the rest pose of a figure. `None` for a figure that is not a human body, and for
/// four-legged bodies.
#[must_use]
pub fn score_rest(figure: &Figure) -> Option<RestScore> {
    figure.rig.humanoid()?;
    let skeleton = &figure.rig.skeleton;
    let rest = skeleton.forward(&skeleton.rest_pose());
    let Some(looks) = Space::of(figure).and_then(|space| Looks::of(figure, &rest, space.up)) else {
        return Some(RestScore {
            score: 0.0,
            problem: "left and right cannot be distinguished".to_owned(),
        });
    };
    if looks.has_four_legs() {
        return None;
    }
    let mut checks = looks.checks();
    if figure.meshes.is_empty() {
        checks.push(looks.facing());
    }
    Some(worst(&checks))
}

/// Like `score_rest`, for a body in another pose.
pub(super) fn judge_in(figure: &Figure, maps: &[Affine3], up: Vec3) -> Option<f32> {
    Some(worst(&Looks::of(figure, maps, up)?.checks()).score)
}

fn worst(checks: &[Check]) -> RestScore {
    let worst = checks.iter().min_by(|a, b| a.fit().total_cmp(&b.fit()));
    let problem = worst
        .filter(|check| check.fit() < 1.0)
        .map(|check| format!("{} {:.0}° off", check.part, check.degrees));
    RestScore { score: worst.map_or(0.0, Check::fit), problem: problem.unwrap_or_default() }
}

/// The check of one part of a pose.
struct Check {
    part: String,
    /// Its deviation from the expected direction.
    degrees: f32,
    /// The deviation up to which it fits, and from which it does not fit at all, degrees.
    range: [f32; 2],
}

impl Check {
    fn new(part: impl Into<String>, degrees: f32, range: [f32; 2]) -> Self {
        Self { part: part.into(), degrees, range }
    }

    fn fit(&self) -> f32 {
        let [fits, not] = self.range;
        ((not - self.degrees) / (not - fits)).clamp(0.0, 1.0)
    }
}

/// The deviation up to which each part fits, and from which it does not fit at all, degrees. Rest
/// poses of real characters and recordings fit: legs of recordings are spread by 20, necks lean by
/// 40, arms of A-poses point down by 60.
const LEAN: [f32; 2] = [12.0, 40.0];
const LEVEL: [f32; 2] = [10.0, 30.0];
const TWIST: [f32; 2] = [10.0, 30.0];
const BACK: [f32; 2] = [50.0, 90.0];
const LEG: [f32; 2] = [30.0, 60.0];
const ARM_UP: [f32; 2] = [25.0, 60.0];
const ARM_AHEAD: [f32; 2] = [40.0, 70.0];
const FOREARM_AHEAD: [f32; 2] = [60.0, 90.0];
const INWARD: [f32; 2] = [20.0, 60.0];
const FACING: [f32; 2] = [10.0, 30.0];
/// Toes that point back lower the score but replace nothing by themselves: left and right may be
/// swapped in the names.
const TOES: [f32; 2] = [60.0, 300.0];

/// Bones of the back shorter than this fraction of it may point anywhere: they only separate
/// joints.
const SHORT: f32 = 0.1;

/// A body in a pose, compared with a person who stands along `up`.
struct Looks<'a> {
    figure: &'a Figure,
    maps: &'a [Affine3],
    up: Vec3,
    left: Vec3,
    forward: Vec3,
}

impl<'a> Looks<'a> {
    fn of(figure: &'a Figure, maps: &'a [Affine3], up: Vec3) -> Option<Self> {
        figure.rig.humanoid()?;
        let axes = Axes::of(&figure.rig.roles, maps)?;
        let left = axes.left.reject_from(up).try_normalize()?;
        Some(Self { figure, maps, up, left, forward: left.cross(up) })
    }

    fn at(&self, role: Role) -> Option<Vec3> {
        self.figure.rig.roles.get(&role).map(|&joint| self.maps[joint].translation)
    }

    fn way(&self, from: Role, to: Role) -> Option<Vec3> {
        (self.at(to)? - self.at(from)?).try_normalize()
    }

    /// Whether the trunk is horizontal on arms and legs that point down.
    fn has_four_legs(&self) -> bool {
        let trunk = self.way(Role::Hips, Role::Neck).or_else(|| self.way(Role::Hips, Role::Head));
        let limbs = [
            [Role::LeftUpperLeg, Role::LeftFoot],
            [Role::RightUpperLeg, Role::RightFoot],
            [Role::LeftUpperArm, Role::LeftHand],
            [Role::RightUpperArm, Role::RightHand],
        ];
        let down = limbs.iter().all(|&[from, to]| {
            self.way(from, to).is_some_and(|way| degrees_between(way, Vec3::NEG_Y) < 40.0)
        });
        down && trunk.is_some_and(|trunk| degrees_between(trunk, Vec3::Y) > 45.0)
    }

    fn checks(&self) -> Vec<Check> {
        let mut checks = self.trunk();
        for side in [Side::LEFT, Side::RIGHT] {
            self.leg(&side, &mut checks);
            self.arm(&side, &mut checks);
        }
        checks
    }

    fn trunk(&self) -> Vec<Check> {
        let mut checks = Vec::new();
        let top = self.at(Role::Neck).or_else(|| self.at(Role::Head));
        let middle = |left: Role, right: Role| Some(0.5 * (self.at(left)? + self.at(right)?));
        let top = top.or_else(|| middle(Role::LeftUpperArm, Role::RightUpperArm));
        let bottom = middle(Role::LeftUpperLeg, Role::RightUpperLeg);
        if let Some(way) = top.zip(bottom).and_then(|(top, bottom)| (top - bottom).try_normalize())
        {
            checks.push(Check::new("trunk", degrees_between(way, self.up), LEAN));
        }
        for (part, left, right) in [
            ("hips", Role::LeftUpperLeg, Role::RightUpperLeg),
            ("shoulders", Role::LeftUpperArm, Role::RightUpperArm),
        ] {
            let Some(way) = self.way(right, left) else { continue };
            let level = way.reject_from(self.up).normalize_or(-self.left);
            checks.push(Check::new(
                format!("level of the {part}"),
                degrees_between(way, level),
                LEVEL,
            ));
            checks.push(Check::new(
                format!("heading of the {part}"),
                degrees_between(level, self.left),
                TWIST,
            ));
        }
        let back = [Role::Hips, Role::Spine, Role::Chest, Role::UpperChest, Role::Neck, Role::Head];
        let back: Vec<Vec3> = back.iter().filter_map(|&role| self.at(role)).collect();
        let length = back.windows(2).map(|pair| pair[0].distance(pair[1])).sum::<f32>();
        for pair in back.windows(2).filter(|pair| pair[0].distance(pair[1]) > SHORT * length) {
            checks.push(Check::new(
                "back or neck",
                degrees_between((pair[1] - pair[0]).normalize_or(self.up), self.up),
                BACK,
            ));
        }
        checks
    }

    fn leg(&self, side: &Side, checks: &mut Vec<Check>) {
        let [upper, lower, foot, toes] = side.leg;
        for (part, from, to) in [("thigh", upper, lower), ("shin", lower, foot)] {
            if let Some(way) = self.way(from, to) {
                checks.push(Check::new(
                    format!("{} {part}", side.name),
                    degrees_between(way, -self.up),
                    LEG,
                ));
            }
        }
        let level = self
            .way(foot, toes)
            .map(|way| way.reject_from(self.up))
            .filter(|level| level.length() > 0.3);
        if let Some(way) = level.and_then(Vec3::try_normalize) {
            checks.push(Check::new(
                format!("{} toes", side.name),
                degrees_between(way, self.forward),
                TOES,
            ));
        }
    }

    fn arm(&self, side: &Side, checks: &mut Vec<Check>) {
        let [upper, lower, hand] = side.arm;
        let outward = self.left * side.sign;
        for (part, from, to, ahead) in
            [("upper arm", upper, lower, ARM_AHEAD), ("forearm", lower, hand, FOREARM_AHEAD)]
        {
            let Some(way) = self.way(from, to) else { continue };
            let angle = |sine: f32| libm::asinf(sine.clamp(-1.0, 1.0)).to_degrees().max(0.0);
            let mut check = |what: &str, sine: f32, range: [f32; 2]| {
                checks.push(Check::new(format!("{} {part} {what}", side.name), angle(sine), range));
            };
            check("raised", way.dot(self.up), ARM_UP);
            check("ahead or behind", way.dot(self.forward).abs(), ahead);
            check("inward", -way.dot(outward), INWARD);
        }
    }

    /// Recordings face along an axis of their space.
    fn facing(&self) -> Check {
        Check::new(
            "heading",
            degrees_between(
                self.forward,
                kansetsu_humanoid::anatomy::frame::nearest_axis(self.forward),
            ),
            FACING,
        )
    }
}

/// The roles of one side.
struct Side {
    name: &'static str,
    sign: f32,
    leg: [Role; 4],
    arm: [Role; 3],
}

impl Side {
    const LEFT: Self = Self {
        name: "left",
        sign: 1.0,
        leg: [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot, Role::LeftToes],
        arm: [Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand],
    };
    const RIGHT: Self = Self {
        name: "right",
        sign: -1.0,
        leg: [Role::RightUpperLeg, Role::RightLowerLeg, Role::RightFoot, Role::RightToes],
        arm: [Role::RightUpperArm, Role::RightLowerArm, Role::RightHand],
    };
}
