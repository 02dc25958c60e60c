//! One round of a method, as vectors and as its formula with the numbers in it.

use kansetsu::{
    d3::{Skeleton, rotation_of},
    glam::{Mat3, Quat, Vec3},
};

use crate::{Answer, Method};

/// An iteration: from the current chain to the next.
pub(super) struct Step<'a> {
    pub(super) skeleton: &'a Skeleton,
    pub(super) target: Vec3,
    pub(super) is_in_space: bool,
    pub(super) now: &'a Answer,
    pub(super) next: &'a Answer,
}

impl Step<'_> {
    /// The sum of all joints' turns, degrees.
    pub(super) fn turned(&self) -> f32 {
        let locals = self.now.pose.locals.iter().zip(&self.next.pose.locals);
        locals.map(|(now, next)| now.rotation.angle_between(next.rotation).to_degrees()).sum()
    }

    /// What the formula speaks of, from here to there, with its name.
    pub(super) fn vectors(&self, method: Method) -> Vec<([Vec3; 2], String)> {
        let (tip, joint) = (self.tip(), self.last());
        match method {
            Method::Ccd | Method::TwoBone => {
                vec![([joint, tip], "a".to_owned()), ([joint, self.target], "b".to_owned())]
            }
            Method::Fabrik | Method::FabrikTree | Method::Clamped => {
                vec![
                    ([self.target, joint], String::new()),
                    ([self.target, self.drawn()], format!("p_{}", self.now.points.len() - 2)),
                ]
            }
            Method::Dls | Method::WholeBody | Method::Auto => {
                let shares = self
                    .turns()
                    .into_iter()
                    .zip(&self.now.points)
                    .map(|(turn, &joint)| turn.cross(tip - joint));
                let mut from = tip;
                let mut vectors = vec![([tip, self.target], "e".to_owned())];
                for share in shares {
                    vectors.push(([from, from + share], String::new()));
                    from += share;
                }
                vectors
            }
        }
    }

    /// The formula of the round, with its numbers.
    pub(super) fn formulas(&self, method: Method) -> Vec<String> {
        let index = self.now.points.len() - 2;
        match method {
            Method::Ccd | Method::TwoBone => {
                let [a, b] = [self.tip() - self.last(), self.target - self.last()];
                let [sin, cos] = [a.cross(b).length(), a.dot(b)];
                let angle = libm::atan2f(sin, cos).to_degrees();
                let turn = self.turn(index).length().to_degrees();
                vec![
                    format!(
                        "a = tip − p_[{index}] = {},   b = t − p_[{index}] = {}",
                        self.vector(a),
                        self.vector(b)
                    ),
                    format!(
                        "atan2(|a × b|, a·b) = atan2({sin:.0}, {cos:.0}) = {angle:.2}°   →   {turn:.2}°"
                    ),
                ]
            }
            Method::Fabrik | Method::FabrikTree | Method::Clamped => {
                let length = self.length();
                let [joint, target] = [self.vector(self.last()), self.vector(self.target)];
                vec![
                    format!(
                        "p_[{index}] ← t + L frac[p_[{index}] − t][|p_[{index}] − t|],   L = {length:.1}"
                    ),
                    format!(
                        "p_[{index}] = {joint},   t = {target}   →   {}",
                        self.vector(self.drawn())
                    ),
                ]
            }
            Method::Dls | Method::WholeBody | Method::Auto => {
                let turns: Vec<String> =
                    (0..=index).map(|joint| self.told(self.turn(joint))).collect();
                vec![
                    "dq = J^T (J J^T + k^2 I)^[−1] e".to_owned(),
                    format!("e = t − tip = {}", self.vector(self.target - self.tip())),
                    format!("J J^T = {}", self.moments()),
                    format!("dq = ({})°", turns.join(", ")),
                ]
            }
        }
    }

    fn tip(&self) -> Vec3 {
        self.now.points[self.now.points.len() - 1]
    }

    /// The joint before the tip.
    fn last(&self) -> Vec3 {
        self.now.points[self.now.points.len() - 2]
    }

    fn length(&self) -> f32 {
        self.tip().distance(self.last())
    }

    /// Where FABRIK draws the joint before the tip.
    fn drawn(&self) -> Vec3 {
        self.target + (self.last() - self.target).normalize_or_zero() * self.length()
    }

    /// The rotation of a joint in this iteration, in model space: an axis times an angle.
    fn turn(&self, joint: usize) -> Vec3 {
        let above = self.skeleton.joints()[joint].parent;
        let above = above.map_or(Quat::IDENTITY, |parent| {
            rotation_of(&self.skeleton.forward(&self.now.pose)[parent])
        });
        let [now, next] = [self.now, self.next].map(|answer| answer.pose.locals[joint].rotation);
        let turn = next * now.inverse();
        // The shorter way round.
        let turn = if turn.w < 0.0 { -turn } else { turn };
        above * turn.to_scaled_axis()
    }

    fn turns(&self) -> Vec<Vec3> {
        (0..self.now.points.len() - 1).map(|joint| self.turn(joint)).collect()
    }

    /// A turn about the lab page's normal has a sign; in space it has a size.
    fn told(&self, turn: Vec3) -> String {
        let angle = if self.is_in_space { turn.length() } else { turn.z };
        format!("{:.1}", angle.to_degrees())
    }

    fn vector(&self, v: Vec3) -> String {
        if self.is_in_space {
            format!("({:.1}, {:.1}, {:.1})", v.x, v.y, v.z)
        } else {
            format!("({:.1}, {:.1})", v.x, v.y)
        }
    }

    /// The matrix of the tip's motions: what each joint's turn does to the tip, squared and summed.
    fn moments(&self) -> String {
        let tip = self.tip();
        let mut sum = Mat3::ZERO;
        for &joint in &self.now.points[..self.now.points.len() - 1] {
            let arm = tip - joint;
            if self.is_in_space {
                sum += Mat3::from_diagonal(Vec3::splat(arm.length_squared())) - outer(arm);
            } else {
                sum += outer(Vec3::Z.cross(arm));
            }
        }
        let size = if self.is_in_space { 3 } else { 2 };
        let row = |row: usize| {
            (0..size)
                .map(|column| format!("{:.0}", sum.col(column)[row]))
                .collect::<Vec<_>>()
                .join("  ")
        };
        format!("( {} )", (0..size).map(row).collect::<Vec<_>>().join(" ;  "))
    }
}

fn outer(v: Vec3) -> Mat3 {
    Mat3::from_cols(v * v.x, v * v.y, v * v.z)
}
