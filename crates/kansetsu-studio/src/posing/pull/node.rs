//! One joint of the tree that is pulled.

use kansetsu::{
    d3::{Transform, limit::PreparedLimit},
    glam::{Affine3, Mat3, Quat, Vec3},
};

/// A joint, where it stands and what it may do.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) joint: usize,
    pub(super) parent: Option<usize>,
    pub(super) rest: Quat,
    pub(super) limit: Option<PreparedLimit>,
    /// The only axis about which it may turn, in its rest frame.
    pub(super) hinge: Option<Vec3>,
    /// How stiff it is when it turns; `None` when it does not.
    pub(super) stiffness: Option<f32>,
    /// Whether it moves as a whole.
    pub(super) slides: bool,
    /// At the press.
    pub(super) press: Transform,
    pub(super) press_turn: Quat,
    /// Its turn from rest, and its place in its parent's space.
    pub(super) turn: Quat,
    pub(super) translation: Vec3,
    /// Where it stands.
    pub(super) model_from_parent: Affine3,
    pub(super) model_from_joint: Affine3,
    /// By how much it is taken to stand elsewhere when it turns what hangs on it, in model space, metres.
    pub(super) lean: Vec3,
    /// From rotation vectors in the joint's rest frame to those in model space; unit axes.
    pub(super) model_from_rest: Mat3,
    /// From lengths in the rest frame to model space, when scales are not even; and back.
    pub(super) stretched: Option<[Mat3; 2]>,
    /// The goals that move with it: bits of their indices.
    pub(super) goals: u128,
}

impl Node {
    /// Places the joint below `model_from_parent`.
    #[inline]
    pub(super) fn place(&mut self, model_from_parent: Affine3) {
        let rotation = self.rest * self.turn;
        let local = Transform { translation: self.translation, rotation, scale: self.press.scale }.to_affine();
        self.model_from_parent = model_from_parent;
        self.model_from_joint = model_from_parent * local;
    }

    /// The nearest turn from rest that its limit allows.
    #[inline]
    pub(super) fn within(&self, turn: Quat) -> Quat {
        let turn = turn.normalize();
        self.limit.as_ref().map_or(turn, |limit| limit.project(turn))
    }

    /// Works out the axes that steps are measured in.
    #[inline]
    pub(super) fn measure(&mut self) {
        let linear = self.model_from_parent.matrix3 * Mat3::from_quat(self.rest);
        let [x, y, z] = [linear.x_axis, linear.y_axis, linear.z_axis];
        let sign = 1f32.copysign(x.cross(y).dot(z));
        let lengths = [x, y, z].map(|axis| axis.length().max(1e-20));
        self.model_from_rest = Mat3::from_cols(x * (sign / lengths[0]), y * (sign / lengths[1]), z * (sign / lengths[2]));
        let even = lengths.iter().all(|length| (length / lengths[0] - 1.0).abs() < 1e-4);
        let square = x.dot(y).abs().max(y.dot(z).abs()).max(z.dot(x).abs()) < 1e-4 * lengths[0] * lengths[0];
        let invertible = linear.determinant().abs() > 1e-20;
        self.stretched = (invertible && !(even && square)).then(|| [linear, linear.inverse()]);
    }

    /// How a point of model space that moves with the joint moves, for a small turn about each axis of the rest frame.
    #[inline]
    pub(super) fn moves(&self, point: Vec3) -> Mat3 {
        let arm = point - (self.model_from_joint.translation + self.lean);
        match &self.stretched {
            None => {
                let axes = &self.model_from_rest;
                Mat3::from_cols(axes.x_axis.cross(arm), axes.y_axis.cross(arm), axes.z_axis.cross(arm))
            }
            Some([out, back]) => {
                let arm = *back * arm;
                Mat3::from_cols(*out * Vec3::X.cross(arm), *out * Vec3::Y.cross(arm), *out * Vec3::Z.cross(arm))
            }
        }
    }

    /// The goals that move with it.
    #[inline]
    pub(super) fn moved_goals(&self) -> impl Iterator<Item = usize> + use<> {
        let mut left = self.goals;
        std::iter::from_fn(move || {
            let goal = (left != 0).then(|| left.trailing_zeros() as usize);
            left &= left.wrapping_sub(1);
            goal
        })
    }

    /// Its turn since the press, a rotation vector in its rest frame.
    #[inline]
    pub(super) fn since_press(&self) -> Vec3 {
        rotation_vector(self.turn * self.press_turn.inverse())
    }
}

/// Axis times angle, the angle in [0, π].
#[inline]
pub(super) fn rotation_vector(q: Quat) -> Vec3 {
    let q = if q.w < 0.0 { -q } else { q };
    let v = q.xyz();
    let sin = v.length();
    if sin < 1e-6 { v * 2.0 } else { v * (2.0 * sin.atan2(q.w) / sin) }
}

/// The rotation of a rotation vector.
#[inline]
pub(super) fn exp(vector: Vec3) -> Quat {
    let angle = vector.length();
    if angle < 1e-4 {
        return Quat::from_vec4((vector * 0.5).extend(1.0)).normalize();
    }
    let (sin, cos) = (0.5 * angle).sin_cos();
    Quat::from_vec4((vector * (sin / angle)).extend(cos))
}
