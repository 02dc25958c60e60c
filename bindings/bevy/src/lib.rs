//! Full-body inverse kinematics for Bevy.
//!
//! [`KansetsuPlugin`] poses entity hierarchies: a glTF scene, or any tree of entities with
//! `Transform`. [`IkRig`] marks the entity above a hierarchy. Joints follow the entities with
//! [`IkTarget`], and joints with an [`IkPin`] keep their placement. [`IkReport`] has the results.
//!
//! ```
//! use bevy_app::{App, TaskPoolPlugin};
//! use bevy_ecs::{hierarchy::ChildOf, name::Name};
//! use bevy_kansetsu::{IkReport, IkRig, IkTarget, KansetsuPlugin};
//! use bevy_transform::{TransformPlugin, components::Transform};
//!
//! let mut app = App::new();
//! app.add_plugins((TaskPoolPlugin::default(), TransformPlugin, KansetsuPlugin::default()));
//! let rig = app.world_mut().spawn((IkRig::default(), Transform::IDENTITY)).id();
//! let mut parent = rig;
//! for joint in 0..4 {
//!     let local = Transform::from_xyz(0.0, 0.25 * joint.min(1) as f32, 0.0);
//!     let name = Name::new(format!("joint {joint}"));
//!     parent = app.world_mut().spawn((name, local, ChildOf(parent))).id();
//! }
//! app.world_mut().spawn((Transform::from_xyz(0.3, 0.4, 0.1), IkTarget::new(rig, "joint 3")));
//! for _ in 0..10 {
//!     app.update();
//! }
//! let report = app.world().get::<IkReport>(rig).expect("IkRig requires IkReport");
//! assert!(report.distance() < 1e-3);
//! ```
//!
//! The crate adds no behaviour to [`kansetsu::IkSession`]: its options are [`IkOptions`], its
//! targets [`IkTarget`], its calls [`IkMethod`]. With the feature `gizmos`, `KansetsuGizmosPlugin`
//! draws bones, limits, targets and pins.

mod convert;
#[cfg(feature = "gizmos")]
mod gizmos;
mod hierarchy;
mod ik_joint;
mod ik_method;
mod ik_options;
mod ik_pin;
mod ik_report;
mod ik_rig;
mod ik_skeleton;
mod ik_target;
mod inputs;
mod mirrored;
mod model_space;
mod plugin;
mod pose_rig;

#[cfg(feature = "gizmos")]
pub use gizmos::{KansetsuGizmos, KansetsuGizmosPlugin};
pub use ik_joint::IkJoint;
pub use ik_method::IkMethod;
pub use ik_options::IkOptions;
pub use ik_pin::IkPin;
pub use ik_report::{IkActiveLimit, IkReport, IkTargetReport};
pub use ik_rig::IkRig;
pub use ik_skeleton::IkSkeleton;
pub use ik_target::{IkPole, IkPriority, IkRegion, IkRotation, IkTarget};
pub use kansetsu;
pub use mirrored::{IkBalance, IkFeet, IkLimits, IkOutcome, IkPosture, IkRoot, IkSelfCollision};
pub use plugin::{KansetsuPlugin, KansetsuSystems};
