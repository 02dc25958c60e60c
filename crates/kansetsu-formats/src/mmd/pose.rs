//! A model's pose as MikuMikuDance computes it: keys, then append, then inverse kinematics, layer
//! by layer.

use kansetsu::d3::{Pose, Transform};
use kansetsu::glam::Quat;

use super::ik::{self, Stand};
use super::model::Model;

impl Model {
    /// The pose of keys: each bone's rotation and translation from rest (as long as
    /// [`Self::bones`]), with append and IK. `leads` is, for each bone, whether its IK is on.
    #[must_use]
    pub fn pose(&self, keyed: &[Transform], leads: &[bool]) -> Pose {
        let stand = self.stand(keyed, leads);
        let mut pose = Pose { locals: vec![Transform::IDENTITY; self.bones.len()] };
        for (bone, &joint) in self.joints.iter().enumerate() {
            if let Some(local) = pose.locals.get_mut(joint) {
                *local = Transform::from_translation_rotation(
                    self.rest(bone) + stand.moves[bone],
                    stand.turns[bone],
                );
            }
        }
        pose
    }

    /// Updates the append bones after a solve. Bones that the solve rotated itself stay.
    pub fn apply_append(&self, before: &Pose, after: &mut Pose) {
        for &index in &self.order {
            let Some(append) = self.bones[index].append.filter(|append| append.rotates) else {
                continue;
            };
            let (own, source) = (self.joints[index], self.joints[append.source]);
            let turn = |pose: &Pose, joint: usize| {
                pose.locals.get(joint).map_or(Quat::IDENTITY, |local| local.rotation)
            };
            if turn(before, own) != turn(after, own) {
                continue;
            }
            let key = turn(before, own) * part_of(turn(before, source), append.ratio).conjugate();
            let followed = key * part_of(turn(after, source), append.ratio);
            if let Some(local) = after.locals.get_mut(own) {
                local.rotation = followed;
            }
        }
    }

    fn stand(&self, keyed: &[Transform], leads: &[bool]) -> Stand {
        let key = |bone: usize| keyed.get(bone).copied().unwrap_or_default();
        let count = self.bones.len();
        let mut stand = Stand {
            turns: (0..count).map(|bone| key(bone).rotation).collect(),
            moves: (0..count).map(|bone| key(bone).translation).collect(),
        };
        for &index in &self.order {
            let bone = &self.bones[index];
            if let Some(append) = bone.append {
                let key = key(index);
                if append.rotates {
                    stand.turns[index] =
                        key.rotation * part_of(stand.turns[append.source], append.ratio);
                }
                if append.translates {
                    stand.moves[index] =
                        key.translation + stand.moves[append.source] * append.ratio;
                }
            }
            if let Some(ik) = bone.ik.as_ref().filter(|_| leads.get(index).copied().unwrap_or(true))
            {
                ik::lead(self, index, ik, &mut stand);
            }
        }
        stand
    }
}

/// The rotation about the same axis by a ratio of its angle.
fn part_of(turn: Quat, ratio: f32) -> Quat {
    let turn = if turn.w < 0.0 { -turn } else { turn };
    let sine = turn.xyz().length();
    if sine < 1e-9 {
        return Quat::IDENTITY;
    }
    let half = libm::atan2f(sine, turn.w) * ratio;
    let axis = turn.xyz() / sine * libm::sinf(half);
    Quat::from_xyzw(axis.x, axis.y, axis.z, libm::cosf(half))
}

#[cfg(test)]
mod tests {
    use kansetsu::glam::Vec3;

    use super::super::model::{Append, Bone};
    use super::*;

    #[test]
    fn a_part_of_a_turn_is_about_the_same_axis() {
        let axis = Vec3::new(0.6, 0.0, -0.8);
        for (angle, ratio) in [(1.0, 0.5), (1.0, -1.0), (0.3, 2.0), (3.0, 0.1), (0.0, 0.5)] {
            let part = part_of(-Quat::from_axis_angle(axis, angle), ratio);
            assert!(
                (part - Quat::from_axis_angle(axis, angle * ratio)).length() < 1e-6,
                "{angle} {ratio}: {part}"
            );
        }
    }

    #[test]
    fn what_follows_turns_by_its_ratio_after_what_it_follows() {
        let bone = |name: &str, place, parent, layer| Bone {
            name: name.to_owned(),
            position: place,
            parent,
            layer,
            ..Bone::default()
        };
        let mut bones = vec![
            bone("follower", Vec3::Y, None, 1),
            bone("first", Vec3::X, None, 0),
            bone("tip", Vec3::Y * 2.0, Some(0), 0),
        ];
        bones[0].append = Some(Append { source: 1, ratio: 0.5, rotates: true, translates: true });
        let model = Model::new(bones);
        let keyed = [
            Transform::IDENTITY,
            Transform::from_translation_rotation(Vec3::Z, Quat::from_rotation_z(1.0)),
            Transform::IDENTITY,
        ];
        let pose = model.pose(&keyed, &[]);
        assert!((pose.locals[0].rotation - Quat::from_rotation_z(0.5)).length() < 1e-6);
        assert!(pose.locals[0].translation.distance(Vec3::new(0.0, 1.0, 0.5)) < 1e-6);
        assert_eq!(pose.locals[2].translation, Vec3::Y);
        let mut solved = pose.clone();
        solved.locals[1].rotation = Quat::from_rotation_z(-2.0);
        model.apply_append(&pose, &mut solved);
        assert!(
            (solved.locals[0].rotation - Quat::from_rotation_z(-1.0)).length() < 1e-6,
            "{}",
            solved.locals[0].rotation
        );
    }
}
