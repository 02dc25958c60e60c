//! Components in editors and scenes: reflected fields, mapped entities.

use std::any::TypeId;

use bevy_ecs::{
    component::Component,
    reflect::{AppTypeRegistry, ReflectComponent},
};
use bevy_kansetsu::{IkFeet, IkJoint, IkOptions, IkPin, IkPole, IkReport, IkRig, IkTarget};
use bevy_reflect::GetPath;

use crate::scene::Scene;

#[test]
fn components_are_registered_and_their_fields_can_be_set() {
    let mut scene = Scene::mannequin(IkRig::default());
    let registry = scene.app.world().resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let types = [
        TypeId::of::<IkRig>(),
        TypeId::of::<IkTarget>(),
        TypeId::of::<IkPole>(),
        TypeId::of::<IkPin>(),
        TypeId::of::<IkReport>(),
    ];
    for id in types {
        assert!(registry.get_type_data::<ReflectComponent>(id).is_some());
    }
    let rig = scene.rig;
    let reflected = registry.get_type_data::<ReflectComponent>(TypeId::of::<IkRig>()).unwrap();
    let mut component = reflected.reflect_mut(scene.app.world_mut().entity_mut(rig)).unwrap();
    *component.path_mut::<IkFeet>("options.feet").unwrap() = IkFeet::Free;
    *component.path_mut::<u32>("steps").unwrap() = 50;
    assert_eq!((scene.rig_mut().options.feet, scene.rig_mut().steps), (IkFeet::Free, 50));
}

#[test]
fn entities_are_mapped() {
    let mut scene = Scene::mannequin(IkRig::default());
    let [old, new] = [0, 1].map(|_| scene.app.world_mut().spawn_empty().id());
    let mut map = (old, new);
    let relative_to = Some(IkJoint::Entity(old));
    let mut target = IkTarget { relative_to, ..IkTarget::new(old, old) };
    IkTarget::map_entities(&mut target, &mut map);
    assert_eq!((target.rig, &target.joint), (new, &IkJoint::Entity(new)));
    assert_eq!(target.relative_to, Some(IkJoint::Entity(new)));
    let mut pin = IkPin::new(old, old);
    IkPin::map_entities(&mut pin, &mut map);
    assert_eq!(pin, IkPin::new(new, new));
    let mut pole = IkPole(old);
    IkPole::map_entities(&mut pole, &mut map);
    assert_eq!(pole, IkPole(new));
    let locked = vec![old.into(), "hips".into()];
    let mut rig =
        IkRig { options: IkOptions { locked, ..IkOptions::default() }, ..IkRig::default() };
    IkRig::map_entities(&mut rig, &mut map);
    assert_eq!(rig.options.locked, [IkJoint::Entity(new), "hips".into()]);
}
