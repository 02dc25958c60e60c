//! Every number that steers the whole-body solver, with its unit and its reason.
//!
//! Lengths are fractions of the body size: the longest way from a root to a target.

/// The weight of a rotation residual: body sizes per radian.
pub(super) const LEVER: f64 = 0.3;

/// Damping without a posture: `SUGIHARA · |residuals|² + LEAST_DAMPING` (T. Sugihara,
/// "Solvability-unconcerned inverse kinematics by the Levenberg-Marquardt method", IEEE Trans.
/// Robotics 27(5), 2011). The least damping decides how fast the last digits come: 1e-4 takes seven
/// times as many steps on random trees.
pub(super) const SUGIHARA: f64 = 0.03;
pub(super) const LEAST_DAMPING: f64 = 1e-6;

/// The weight of a pin without a posture, where targets have 1.
pub(super) const PIN_WEIGHT: f64 = 100.0;

/// Compliance of pins with a posture, and what keeps the equations regular.
pub(super) const LEAST_COMPLIANCE: f64 = 1e-8;

/// A target whose residual is below this length counts up to [`HOLD`] times more: targets that are
/// nearly met are kept beside those that cannot be met.
pub(super) const NEARLY_MET: f64 = 2e-3;
pub(super) const HOLD: f64 = 9.0;

/// The stiffness of a root that translates by a body size, where a joint that rotates by a radian
/// has 1.
pub(super) const SLIDE_STIFFNESS: f64 = 4.0;

/// A recruitment group counts as active from this deflection on, radians. Below, its cost is a
/// quadratic.
pub(super) const GROUP_CORNER: f64 = 0.015;

/// How much of the geometric stiffness, that of the forces of the targets, is added to a joint's
/// stiffness.
pub(super) const GEOMETRIC_STIFFNESS: f64 = 2.0;

/// Geometric stiffness, and without a posture the damping, is multiplied by a factor that doubles
/// when a step turns back, up to this, and that decays otherwise.
pub(super) const MOST_CAUTION: f64 = 64.0;
pub(super) const CAUTION_DECAY: f64 = 0.7;

/// What resists a step in any case, of a joint's stiffness: it keeps steps short where the posture
/// hardly weighs.
pub(super) const PROXIMAL: f64 = 0.02;

/// A straight limb that is pushed together is linearised as if bent by this angle, radians.
pub(super) const STRAIGHT_BEND: f64 = 0.025;

/// The weights of a pole, of the balance and of self-collision avoidance, where a target has 1.
pub(super) const POLE_WEIGHT: f64 = 0.2;
pub(super) const BALANCE_WEIGHT: f64 = 2.0;
pub(super) const SEPARATION_WEIGHT: f64 = 8.0;

/// Collision pairs and the balance take part in a step from this distance on, a length.
pub(super) const ACTIVATION_DISTANCE: f64 = 0.05;

/// The center of mass stays this far inside the support polygon, of the longest sole: 2 cm for a
/// foot of 25 cm.
pub(super) const SUPPORT_MARGIN: f32 = 0.08;

/// A corner of a sole carries less from the first height above the lowest corner on, and nothing
/// from the second, of the sole's length.
pub(super) const LIFTED: [f32; 2] = [0.1, 0.3];

/// The nearest points of two capsules are blended to their middles by this part of the squared
/// lengths, so that they do not jump where capsules are parallel.
pub(super) const CENTERING: f32 = 0.02;

/// A step rotates no joint by more than this, radians.
pub(super) const STEP_CAP: f64 = 1.0;

/// The same with a posture, whose energy has more curvature.
pub(super) const POSTURE_STEP_CAP: f64 = 0.5;

/// Active-set iterations of a step. Each exchanges all bounds that are violated or that hold back.
pub(super) const PASSES: usize = 6;

/// A rotation of this many radians shows whether a bound stops a pull.
pub(super) const PROBE: f64 = 1e-3;

/// A direction that is held is left out beside others if less than this part of it, a unit vector,
/// is new.
pub(super) const LEAST_NEW: f64 = 0.1;

/// Forces, rotations in radians and lengths below this are rounding.
pub(super) const NEGLIGIBLE: f64 = 1e-12;

/// Steps of an attempt without a posture, where others can follow, and of a descent with one.
pub(super) const ATTEMPT: usize = 24;
pub(super) const DESCENT: usize = 60;

/// Targets that the posture keeps from being met gain weight by this factor, up to the second.
pub(super) const PENALTY_FACTOR: f64 = 10.0;
pub(super) const MAX_PENALTY: f64 = 100.0;

/// The same from frame to frame while targets rest.
pub(super) const FRAME_PENALTY_FACTOR: f64 = 1.25;
pub(super) const MAX_FRAME_PENALTY: f64 = 1e4;

/// Random start poses are drawn from this middle part of the ranges.
pub(super) const SPREAD: f64 = 0.5;

/// A step that moves no joint by more than this, radians, ends a descent or a frame: the first
/// where targets are nearly met, the second where they are not.
pub(super) const SETTLED: f64 = 2e-3;
pub(super) const STILL: f64 = 1e-4;

/// Steps of a correction, at most.
pub(super) const CORRECTION_STEPS: usize = 4;

/// A descent leaves targets off by this length, or by as many radians: the correction meets them.
pub(super) const CORRECTION_RANGE: f64 = 1e-3;

/// Damping of a correction. 1e-6 rotates joints by up to half a radian for a target that is just
/// out of reach.
pub(super) const CORRECTION_DAMPING: f64 = 1e-3;

/// Pins are met within this length.
pub(super) const PIN_TOLERANCE: f64 = 1e-6;

/// Steps of a frame, at most.
pub(super) const FRAME_STEPS: usize = 8;

/// The velocity limit of a frame, radians: in any case, and for each body size that a target moves.
pub(crate) const FRAME_ROTATION: f64 = 0.0436;
pub(super) const ROTATION_PER_MOTION: f64 = 5.8;
