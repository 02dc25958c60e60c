//! A figure with as many joints as one likes: a long trunk on many legs.

use kansetsu::{
    d3::{
        Limb, Limit, Rig, Skeleton, Transform,
        limit::{Cone, Hinge, SwingTwist},
    },
    glam::{Affine3, Vec3},
};
use kansetsu_formats::{Attachment, Figure, Influence, Material, Mesh, Primitive, Skin};
use kansetsu_studio::document::{Actor, Opened, Source};

/// Joints of a segment: one of the trunk and two legs of four.
const SEGMENT: usize = 9;
/// Metres from segment to segment.
const STEP: f32 = 0.14;

/// A trunk of as many segments as fit into `count` joints, each with two legs; what is left is its
/// tail.
pub fn crawler(count: usize) -> Actor {
    let mut builder = Skeleton::builder();
    let mut rig = Draft { limits: vec![None], limbs: Vec::new() };
    let root = builder.root("Hips", Transform::from_translation(Vec3::Y * 0.6));
    let (mut trunk, segments) = (root, (count - 1) / SEGMENT);
    for segment in 0..segments {
        trunk = builder.child(
            trunk,
            format!("Trunk{segment}"),
            Transform::from_translation(Vec3::Z * STEP),
        );
        rig.limits.push(Some(Limit::SwingTwist(SwingTwist::cone(Vec3::Z, 0.35, -0.2, 0.2))));
        for (side, name) in [(1.0, "Left"), (-1.0, "Right")] {
            rig.leg(&mut builder, trunk, side, &format!("{name}{segment}"));
        }
    }
    let mut tail = root;
    for index in 1 + segments * SEGMENT..count {
        tail = builder.child(
            tail,
            format!("Tail{index}"),
            Transform::from_translation(Vec3::NEG_Z * STEP),
        );
        rig.limits.push(Some(Limit::Cone(Cone::around(Vec3::NEG_Z, 0.5))));
    }
    let skeleton = builder.build().expect("a tree of finite numbers");
    let mut rig = Rig { limits: rig.limits, limbs: rig.limbs, ..Rig::new(skeleton) };
    rig.mirrors = mirrors(&rig.skeleton);
    let figure = with_skin(Figure::new(format!("crawler of {count}"), rig));
    Actor::new(Opened {
        source: Source::Embedded(figure.name.clone()),
        figure,
        warnings: Vec::new(),
    })
}

/// What grows beside the skeleton.
struct Draft {
    limits: Vec<Option<Limit>>,
    limbs: Vec<Limb>,
}

impl Draft {
    /// Hip, knee, ankle, toe.
    fn leg(
        &mut self,
        builder: &mut kansetsu::d3::SkeletonBuilder,
        trunk: usize,
        side: f32,
        name: &str,
    ) {
        let hip = builder.child(
            trunk,
            format!("{name}Hip"),
            Transform::from_translation(Vec3::new(side * 0.06, 0.0, 0.0)),
        );
        let knee = builder.child(
            hip,
            format!("{name}Knee"),
            Transform::from_translation(Vec3::new(side * 0.3, 0.12, 0.0)),
        );
        let ankle = builder.child(
            knee,
            format!("{name}Ankle"),
            Transform::from_translation(Vec3::new(side * 0.1, -0.5, 0.0)),
        );
        builder.child(
            ankle,
            format!("{name}Toe"),
            Transform::from_translation(Vec3::new(side * 0.05, -0.2, 0.0)),
        );
        self.limits
            .push(Some(Limit::Cone(Cone::around(Vec3::new(side, 0.4, 0.0).normalize(), 0.8))));
        self.limits.push(Some(Limit::Hinge(Hinge { axis: Vec3::Z * side, min: -1.0, max: 1.2 })));
        self.limits.push(Some(Limit::SwingTwist(SwingTwist::cone(Vec3::NEG_Y, 0.6, -0.5, 0.5))));
        self.limits.push(Some(Limit::Cone(Cone::around(Vec3::NEG_Y, 0.4))));
        self.limbs.push(Limb {
            name: name.to_owned(),
            base: hip,
            middle: knee,
            tip: ankle,
            pole: Vec3::Y,
        });
    }
}

/// Left is right and right is left.
fn mirrors(skeleton: &Skeleton) -> Vec<Option<usize>> {
    let other = |name: &str| match (name.strip_prefix("Left"), name.strip_prefix("Right")) {
        (Some(rest), _) => skeleton.find(&format!("Right{rest}")).ok(),
        (_, Some(rest)) => skeleton.find(&format!("Left{rest}")).ok(),
        _ => None,
    };
    skeleton.joints().iter().map(|joint| other(&joint.name)).collect()
}

/// A small box at every joint, moved by it and its parent.
fn with_skin(mut figure: Figure) -> Figure {
    let rest = figure.rig.skeleton.forward(&figure.rig.skeleton.rest_pose());
    let mut surface =
        Primitive { influences_per_vertex: 2, material: Some(0), ..Primitive::default() };
    for (joint, map) in rest.iter().enumerate() {
        let parent = figure.rig.skeleton.joints()[joint].parent.unwrap_or(joint);
        let first = surface.positions.len() as u32;
        for corner in 0..8_u32 {
            let sign = |bit: u32| if corner & bit == 0 { -0.03 } else { 0.03 };
            surface.positions.push(map.translation + Vec3::new(sign(1), sign(2), sign(4)));
            surface.influences.extend(
                [(joint, 0.7), (parent, 0.3)]
                    .map(|(joint, weight)| Influence { joint: joint as u32, weight }),
            );
        }
        surface.indices.extend(FACES.map(|corner| first + corner));
    }
    let inverse_bind = rest.iter().map(Affine3::inverse).collect();
    figure.skins = vec![Skin { joints: (0..rest.len()).collect(), inverse_bind }];
    figure.meshes = vec![Mesh {
        name: "skin".to_owned(),
        attachment: Attachment::Skin(0),
        primitives: vec![surface],
        ..Mesh::default()
    }];
    figure.materials = vec![Material::default()];
    figure.is_skinned = vec![true; rest.len()];
    figure
}

/// The triangles of a box whose corners are numbered by their signs.
const FACES: [u32; 36] = [
    0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3,
    5, 3, 7, 5,
];
