//! VRM animations on figures.

use kansetsu::d3::rotation_of;
use kansetsu::glam::{Affine3, Quat, Vec3};

use super::{RestConvention, rest::Rest};
use crate::{Clip, Figure, Interpolation, Role, Track, Values};

/// The motions of `source`, which rests in a T-pose and faces +Z, on the joints of `target` with
/// the same roles.
pub(crate) fn clips(source: &Figure, target: &Figure, standing: RestConvention) -> Vec<Clip> {
    let carry = Carry {
        source: Rest::of(source, RestConvention::Front, None),
        target: Rest::of(target, standing, None),
    };
    source.clips.iter().map(|clip| carry.clip(clip)).collect()
}

struct Carry<'a> {
    source: Rest<'a>,
    target: Rest<'a>,
}

impl Carry<'_> {
    fn clip(&self, clip: &Clip) -> Clip {
        let mut clip = clip.clone();
        let mut turned = Vec::new();
        clip.tracks.retain_mut(|track| {
            let role = self
                .source
                .figure
                .rig
                .roles
                .iter()
                .find(|&(_, &joint)| joint == track.joint)
                .map(|(&role, _)| role);
            let Some((role, &joint)) =
                role.and_then(|role| Some((role, self.target.figure.rig.roles.get(&role)?)))
            else {
                return false;
            };
            let is_cubic = track.interpolation == Interpolation::Cubic;
            let is_kept = match &mut track.values {
                Values::Rotation(turns) => {
                    turned.push(role);
                    self.rotations([track.joint, joint], turns);
                    true
                }
                Values::Translation(places) if role == Role::Hips => {
                    self.places([track.joint, joint], places, is_cubic)
                }
                _ => false,
            };
            track.joint = joint;
            is_kept
        });
        if !clip.tracks.is_empty() {
            clip.tracks.extend(self.still(&turned));
        }
        clip
    }

    /// Joints without animation are in a T-pose, if the target has another rest pose.
    fn still(&self, turned: &[Role]) -> Vec<Track> {
        let mut tracks = Vec::new();
        for (role, &joint) in &self.target.figure.rig.roles {
            let rest = self.target.figure.rig.skeleton.joints()[joint].rest.rotation;
            let above = self.target.figure.rig.skeleton.joints()[joint].parent;
            let is_bent =
                above.is_some_and(|above| self.target.into_t[above] != self.target.into_t[joint]);
            let Some(&from) = self
                .source
                .figure
                .rig
                .roles
                .get(role)
                .filter(|_| is_bent && !turned.contains(role))
            else {
                continue;
            };
            let mut turns = vec![self.source.figure.rig.skeleton.joints()[from].rest.rotation];
            self.rotations([from, joint], &mut turns);
            if turns[0] != rest {
                tracks.push(Track {
                    joint,
                    times: vec![0.0],
                    values: Values::Rotation(turns),
                    interpolation: Interpolation::Linear,
                });
            }
        }
        tracks
    }

    /// Linear in the keyed rotation, so tangents transform alike.
    fn rotations(&self, [from, to]: [usize; 2], turns: &mut [Quat]) {
        let [source, target] = [&self.source, &self.target];
        let rest =
            |rest: &Rest<'_>, joint: usize| rest.figure.rig.skeleton.joints()[joint].rest.rotation;
        let half = target.model_from_person;
        let above = target.figure.rig.skeleton.joints()[to]
            .parent
            .map_or(Quat::IDENTITY, |above| target.into_t[above]);
        let [above_source, above_target] =
            [parent(source, from), parent(target, to)].map(|map| rotation_of(&map));
        let left = above_target.conjugate() * above.conjugate() * half * above_source;
        let right = rest(source, from).conjugate()
            * above_source.conjugate()
            * half.conjugate()
            * target.into_t[to]
            * above_target
            * rest(target, to);
        turns.iter_mut().for_each(|turn| *turn = left * *turn * right);
    }

    fn places(&self, [from, to]: [usize; 2], places: &mut [Vec3], is_cubic: bool) -> bool {
        let [source, target] = [&self.source, &self.target];
        let height = |rest: &Rest<'_>, joint: usize| {
            (rest.model_from_person.conjugate() * rest.maps[joint].translation).y - rest.floor
        };
        let heights = [height(source, from), height(target, to)];
        let ratio = if heights[0].abs() > 1e-4 { heights[1] / heights[0] } else { 1.0 };
        let (from, to) = (parent(source, from), parent(target, to).inverse());
        if !to.is_finite() {
            return false;
        }
        let half = target.model_from_person;
        for (index, place) in places.iter_mut().enumerate() {
            // The first and the last of three are tangents, which have no origin.
            *place = if is_cubic && index % 3 != 1 {
                to.transform_vector3(half * (from.transform_vector3(*place) * ratio))
            } else {
                to.transform_point3(
                    half * (from.transform_point3(*place) * ratio + Vec3::Y * target.floor),
                )
            };
        }
        true
    }
}

/// The transform of the parent joint at rest.
fn parent(rest: &Rest<'_>, joint: usize) -> Affine3 {
    rest.figure.rig.skeleton.joints()[joint]
        .parent
        .map_or(Affine3::IDENTITY, |parent| rest.maps[parent])
}
