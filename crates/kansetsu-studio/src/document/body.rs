//! What of a figure is its body: which joints, and how far its surface goes.

use kansetsu::glam::Vec3;
use kansetsu_formats::Figure;

use super::Actor;

/// So many vertices of each part of a surface are looked at, about: enough to see how far it goes.
const LOOKED_AT: usize = 3000;

impl Actor {
    /// Which joints belong to the body: those that a skin uses or that play a humanoid role, and
    /// those between them. The others are what files hold besides: control bones, nodes of meshes,
    /// weapons, the scene's own root. Of a figure without a skin, every joint.
    #[must_use]
    pub fn body(&self) -> Vec<bool> {
        body_joints(&self.figure)
    }

    /// Which joints are posed by hand, so that they are always shown: of a person those that play a
    /// humanoid role and those between them, not hair, clothes and helper bones. Of another figure
    /// its body.
    #[must_use]
    pub fn posed_joints(&self) -> Vec<bool> {
        let figure = &self.figure;
        if figure.rig.humanoid().is_none() {
            return self.body();
        }
        let mut plays = vec![false; self.joint_count()];
        figure.rig.roles.values().for_each(|&joint| plays[joint] = true);
        between(figure, &plays)
    }

    /// Where its front is at rest, in the world: horizontal, of unit length.
    #[must_use]
    pub fn front(&self) -> Vec3 {
        let turned = self.placement.transform_vector3(self.figure.front().direction);
        turned.with_y(0.0).normalize_or(Vec3::Z)
    }

    /// Points of its surface in its pose, and the joints of its body, in the world: surfaces may be
    /// only a fraction of it.
    #[must_use]
    pub fn surface(&self) -> Vec<Vec3> {
        let model_from_joint = self.figure.rig.skeleton.forward(&self.pose);
        let mut points = Vec::new();
        for mesh in self.figure.visible_meshes() {
            let placement = self.figure.placement(mesh.attachment, &model_from_joint);
            for primitive in &mesh.primitives {
                let stride = primitive.positions.len().div_ceil(LOOKED_AT).max(1);
                let place = |vertex: usize| {
                    primitive
                        .model_from_vertex(vertex, &placement)
                        .transform_point3(primitive.positions[vertex])
                };
                points.extend((0..primitive.positions.len()).step_by(stride).map(place));
            }
        }
        let body = body_joints(&self.figure);
        points.extend(
            model_from_joint
                .iter()
                .zip(body)
                .filter(|(_, is_body)| *is_body)
                .map(|(map, _)| map.translation),
        );
        points
            .into_iter()
            .map(|point| self.placement.transform_point3(point))
            .filter(|point| point.is_finite())
            .collect()
    }
}

fn body_joints(figure: &Figure) -> Vec<bool> {
    let joints = figure.rig.skeleton.joints();
    let mut own = figure.is_skinned.clone();
    own.resize(joints.len(), false);
    if own.iter().all(|deforms| !deforms) {
        return vec![true; joints.len()];
    }
    figure.rig.roles.values().for_each(|&joint| own[joint] = true);
    let far = far_ends(figure);
    between(figure, &own).into_iter().zip(far).map(|(is_own, is_far)| is_own && !is_far).collect()
}

/// These joints and those between them: with one of them above and one below.
fn between(figure: &Figure, own: &[bool]) -> Vec<bool> {
    // Parents come before their children: downwards, the children; upwards, the ancestors.
    let joints = figure.rig.skeleton.joints();
    let mut hangs = own.to_vec();
    let mut carries = own.to_vec();
    for joint in 0..joints.len() {
        hangs[joint] |= joints[joint].parent.is_some_and(|parent| hangs[parent]);
    }
    for joint in (0..joints.len()).rev() {
        if let Some(parent) = joints[joint].parent.filter(|_| carries[joint]) {
            carries[parent] = true;
        }
    }
    hangs.into_iter().zip(carries).map(|(hangs, carries)| hangs && carries).collect()
}

/// How much of a body a bone without a role may be long.
const LONG: f32 = 0.6;

/// Ends of bones that are far outside a human body: weights for physics, and the like.
fn far_ends(figure: &Figure) -> Vec<bool> {
    let skeleton = &figure.rig.skeleton;
    let rest = skeleton.forward(&skeleton.rest_pose());
    let place = |joint: usize| rest[joint].translation;
    let body = figure.rig.roles.values().map(|&joint| place(joint));
    let corners = body.fold(None, |box_: Option<[Vec3; 2]>, place| {
        let [low, high] = box_.unwrap_or([place, place]);
        Some([low.min(place), high.max(place)])
    });
    let Some([low, high]) = corners.filter(|_| figure.rig.humanoid().is_some()) else {
        return vec![false; rest.len()];
    };
    let longest = LONG * low.distance(high);
    let is_far = |joint: usize| {
        let parent =
            skeleton.joints()[joint].parent.filter(|_| skeleton.children(joint).is_empty());
        let plays = || figure.rig.roles.values().any(|&played| played == joint);
        parent.is_some_and(|parent| place(joint).distance(place(parent)) > longest) && !plays()
    };
    (0..rest.len()).map(is_far).collect()
}
