//! The requests of the session API through the plugin: bit-identical with the library.

use bevy_app::App;
use bevy_ecs::entity::Entity;
use bevy_kansetsu::{
    IkJoint, IkMethod, IkOptions, IkPin, IkPole, IkPriority, IkRegion, IkReport, IkRig, IkRotation,
    IkTarget,
};
use bevy_math::{Quat, Vec3};
use bevy_transform::components::Transform;
use kansetsu::session::{Region, RequestTarget, Rotation};

use crate::{
    request_table::{Case, STEPS, cases},
    scene::{app, bits, pose, spawn, transform},
};

/// A row of the table as entities.
struct Spawned {
    rig: Entity,
    joints: Vec<Entity>,
}

impl Spawned {
    /// A disabled rig at rest.
    fn new(app: &mut App, case: &Case) -> Self {
        let named = |name: &String| IkJoint::from(name.as_str());
        let options = IkOptions {
            locked: case.request.locked.iter().map(named).collect(),
            stiffness: case
                .request
                .stiffness
                .iter()
                .map(|(name, factor)| (named(name), *factor))
                .collect(),
            ..IkOptions::from(&case.request.options)
        };
        let rig = IkRig {
            enabled: false,
            method: IkMethod::Solve,
            steps: STEPS,
            options,
            ..IkRig::default()
        };
        let rig = rig.with_rig(case.figure.rig.clone());
        let (rig, joints) = spawn(app, &case.figure.rig.skeleton, rig, Transform::IDENTITY);
        Self { rig, joints }
    }

    /// The start pose, targets and pins.
    fn start(&self, app: &mut App, case: &Case) {
        for (&joint, local) in self.joints.iter().zip(&case.start.locals) {
            app.world_mut().entity_mut(joint).insert(transform(local));
        }
        let request = &case.request;
        for target in &request.targets {
            self.spawn_target(app, target, IkPriority::Normal);
        }
        for target in &request.pin_targets {
            self.spawn_target(app, target, IkPriority::Pin);
        }
        for name in &request.pins {
            app.world_mut().spawn(IkPin::new(self.rig, name.as_str()));
        }
        for name in &request.position_pins {
            app.world_mut().spawn(IkPin::position(self.rig, name.as_str()));
        }
        app.world_mut().get_mut::<IkRig>(self.rig).unwrap().enabled = true;
    }

    fn spawn_target(&self, app: &mut App, of: &RequestTarget, priority: IkPriority) {
        let pole = of.target.pole.map(|pole| {
            app.world_mut().spawn(Transform::from_translation(Vec3::from_array(pole))).id()
        });
        let target = IkTarget {
            position: of.target.position.map(Vec3::from_array),
            region: match of.target.region {
                Region::Point => IkRegion::Point,
                Region::Line(direction) => IkRegion::Line(Vec3::from_array(direction)),
                Region::Plane(normal) => IkRegion::Plane(Vec3::from_array(normal)),
            },
            rotation: of.target.rotation.map(rotation),
            point: Vec3::from_array(of.target.point),
            relative_to: of.relative_to.as_deref().map(IkJoint::from),
            radius: of.target.radius,
            angle: of.target.angle,
            weight: of.target.weight,
            priority,
            ..IkTarget::new(self.rig, of.joint.as_str())
        };
        let mut entity = app.world_mut().spawn((target, Transform::IDENTITY));
        if let Some(pole) = pole {
            entity.insert(IkPole(pole));
        }
    }
}

fn rotation(rotation: Rotation) -> IkRotation {
    let vec = Vec3::from_array;
    match rotation {
        Rotation::Orientation(q) => IkRotation::Orientation(Quat::from_array(q)),
        Rotation::Align { axis, direction } => {
            IkRotation::Align { axis: vec(axis), direction: vec(direction) }
        }
        Rotation::LookAt { axis, point } => {
            IkRotation::LookAt { axis: vec(axis), point: vec(point) }
        }
    }
}

#[test]
fn requests_have_the_same_bits_through_the_plugin() {
    let cases = cases();
    assert!(cases.len() >= 90);
    let mut app = app();
    let spawned: Vec<Spawned> = cases.iter().map(|case| Spawned::new(&mut app, case)).collect();
    app.update();
    for (spawned, case) in spawned.iter().zip(&cases) {
        spawned.start(&mut app, case);
    }
    app.update();
    for (spawned, case) in spawned.iter().zip(&cases) {
        let (expected, told) = case.solve();
        let report: &IkReport = app.world().get(spawned.rig).unwrap();
        assert_eq!(report.error, None, "{}", case.name);
        assert!(report.warnings.is_empty(), "{}: {:?}", case.name, report.warnings);
        assert_eq!(report.outcome, Some(told.outcome.into()), "{}", case.name);
        assert_eq!(report.targets.len(), told.targets.len(), "{}", case.name);
        let solved = pose(&app, &spawned.joints);
        assert!(bits(&solved) == bits(&expected), "{}: the pose differs", case.name);
    }
}
