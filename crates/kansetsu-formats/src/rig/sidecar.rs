//! The rig data that a file loses, as a rig file beside it.
//!
//! A file of another format has other axes, and in a format without poses the figure is in its
//! pose. Each joint of the reopened file is fixed to one of the figure. With `P` the figure's joint
//! when it was written and `G` the joint in the file, `P⁻¹ G` maps from one to the other in every
//! pose. So the rest pose `R` is `R P⁻¹ G` there, and a rotation `t` from rest is `C t C⁻¹` with
//! the rotation `C` of `G⁻¹ P`.

use kansetsu::d3::balance::Mass;
use kansetsu::d3::{Limb, Pose, Rig, Transform, Twist, TwistShare, rotation_of};
use kansetsu::glam::{Affine3, Quat};
use serde_json::Value;

use super::RigFile;
use super::apply::with_rest;
use crate::{Error, Figure};

/// Positions that differ by less, in sizes of the figure, and rotations that differ by less,
/// radians, are equal up to rounding.
const SAME: f32 = 1e-5;

/// Numbers of limits and other entries that differ by less, absolute and relative, are equal.
const ALIKE: f64 = 1e-3;

impl RigFile {
    /// The rig of `figure` for a file that stores it in the pose `standing` and that reads back as
    /// `opened`. It includes roles, limits, limbs and other data that the format lacks, and the
    /// rest pose, with the names and axes of the file's joints. `None` if `opened` has all of it.
    ///
    /// Joints correspond in order if there are as many with the same parents, otherwise by their
    /// names; joints that the file lacks are dropped.
    ///
    /// # Errors
    /// [`Error::Skeleton`] for a pose of another skeleton, or one that is not finite.
    pub fn sidecar(
        figure: &Figure,
        standing: &Pose,
        opened: &Figure,
    ) -> Result<Option<Self>, Error> {
        let skeleton = &figure.rig.skeleton;
        if standing.locals.len() != skeleton.len() {
            return Err(kansetsu::Error::PoseMismatch {
                pose: standing.locals.len(),
                skeleton: skeleton.len(),
            }
            .into());
        }
        let there = There {
            figure,
            opened,
            joints: correspondence(figure, opened),
            standing: skeleton.forward(standing),
            file: opened.rig.skeleton.forward(&opened.file_rest_pose()),
        };
        let rig = Self::numbered(
            &there.rigged()?,
            &opened.file_rest_pose(),
            &(0..there.joints.len()).collect::<Vec<_>>(),
        );
        let own = Self::from_figure(opened);
        Ok((!is_alike(&rig.to_value(), &own.to_value())).then_some(rig))
    }
}

/// For each joint of the file the figure's joint.
fn correspondence(figure: &Figure, opened: &Figure) -> Vec<Option<usize>> {
    let [here, there] = [figure, opened].map(|figure| figure.rig.skeleton.joints());
    if here.iter().map(|joint| joint.parent).eq(there.iter().map(|joint| joint.parent)) {
        return (0..here.len()).map(Some).collect();
    }
    // Formats do not allow every character in a name.
    let plain = |name: &str| name.replace(|sign: char| !sign.is_alphanumeric(), "_");
    let names: Vec<String> = here.iter().map(|joint| plain(&joint.name)).collect();
    let only = |name: String| {
        let mut found = (0..names.len()).filter(|&index| names[index] == name);
        found.next().filter(|_| found.next().is_none() && !name.is_empty())
    };
    there.iter().map(|joint| only(plain(&joint.name))).collect()
}

/// The figure in the file.
struct There<'a> {
    figure: &'a Figure,
    opened: &'a Figure,
    /// For each joint of the file the figure's.
    joints: Vec<Option<usize>>,
    /// The transforms of the figure's joints in the file, and of the file's joints.
    standing: Vec<Affine3>,
    file: Vec<Affine3>,
}

impl There<'_> {
    fn rigged(&self) -> Result<Figure, Error> {
        let (figure, opened) = (self.figure, self.opened);
        let rest = self.pose(&figure.rig.skeleton.rest_pose());
        let skeleton = with_rest(&opened.rig.skeleton, &rest.locals)?;
        let mut rigged = Figure::new(figure.name.clone(), Rig::new(skeleton));
        rigged.rig.roles = figure
            .rig
            .roles
            .iter()
            .filter_map(|(&role, &joint)| Some((role, self.at(joint)?)))
            .collect();
        for (joint, limit) in rigged.rig.limits.iter_mut().enumerate() {
            let Some(own) = self.joints[joint] else { continue };
            *limit =
                figure.rig.limits[own].as_ref().map(|limit| limit.reframed(self.turn(joint, own)));
        }
        rigged.rig.limbs = figure.rig.limbs.iter().filter_map(|limb| self.limb(limb)).collect();
        for (joint, other) in figure.rig.mirrors.iter().enumerate() {
            if let (Some(joint), Some(other)) =
                (self.at(joint), other.and_then(|other| self.at(other)))
            {
                rigged.rig.mirrors[joint] = Some(other);
            }
        }
        rigged.twists = figure.twists.iter().filter_map(|twist| self.twist(twist)).collect();
        rigged.rig.masses = figure
            .rig
            .balance()
            .map(|balance| balance.masses.iter().filter_map(|mass| self.mass(mass)).collect())
            .unwrap_or_default();
        rigged.rig.stance = figure.rig.stance.as_ref().map(|stance| self.pose(stance));
        rigged.rig.ik_stops =
            figure.rig.ik_stops.iter().filter_map(|&joint| self.at(joint)).collect();
        Ok(rigged)
    }

    /// The file's joint.
    fn at(&self, joint: usize) -> Option<usize> {
        self.joints.iter().position(|&own| own == Some(joint))
    }

    /// The map of directions from the figure's joint to the file's.
    fn turn(&self, joint: usize, own: usize) -> Quat {
        (rotation_of(&self.file[joint]).conjugate() * rotation_of(&self.standing[own])).normalize()
    }

    /// A pose of the figure as one of the file's joints; joints that the figure lacks keep the
    /// file's pose.
    fn pose(&self, pose: &Pose) -> Pose {
        let skeleton = &self.opened.rig.skeleton;
        let maps = self.figure.rig.skeleton.forward(pose);
        let near = SAME * skeleton.size();
        let mut found: Vec<(Quat, kansetsu::glam::Vec3)> = Vec::with_capacity(self.joints.len());
        let mut locals: Vec<Transform> = Vec::with_capacity(self.joints.len());
        for (index, joint) in skeleton.joints().iter().enumerate() {
            let (above, place) = joint
                .parent
                .map_or((Quat::IDENTITY, kansetsu::glam::Vec3::ZERO), |parent| found[parent]);
            let mut local = joint.rest;
            if let Some(own) = self.joints[index] {
                let map = maps[own] * self.standing[own].inverse();
                let turn = (above.conjugate() * rotation_of(&map) * rotation_of(&self.file[index]))
                    .normalize();
                let way = above.conjugate()
                    * (map.transform_point3(self.file[index].translation) - place);
                let rest = joint.rest.rotation;
                if (turn - rest).length().min((turn + rest).length()) > SAME {
                    local.rotation = turn;
                }
                if way.distance(joint.rest.translation) > near {
                    local.translation = way;
                }
            }
            found.push((above * local.rotation, place + above * local.translation));
            locals.push(local);
        }
        Pose { locals }
    }

    fn limb(&self, limb: &Limb) -> Option<Limb> {
        let [base, middle, tip] = [limb.base, limb.middle, limb.tip].map(|joint| self.at(joint));
        Some(Limb { base: base?, middle: middle?, tip: tip?, ..limb.clone() })
    }

    fn twist(&self, twist: &Twist) -> Option<Twist> {
        let from = twist.from.map(|joint| self.at(joint));
        let joints = twist
            .joints
            .iter()
            .filter_map(|share| Some(TwistShare { joint: self.at(share.joint)?, ..*share }))
            .collect();
        (from != Some(None)).then_some(())?;
        Some(Twist { from: from.flatten(), to: self.at(twist.to)?, joints, ..twist.clone() })
    }

    fn mass(&self, mass: &Mass) -> Option<Mass> {
        let joint = self.at(mass.joint)?;
        let centre = self.standing[mass.joint].transform_point3(mass.center);
        Some(Mass { joint, center: self.file[joint].inverse().transform_point3(centre), ..*mass })
    }
}

/// Whether two rigs are equal, except for their names and rounding.
fn is_alike(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            let keys = one.keys().chain(other.keys()).filter(|key| *key != "name");
            keys.into_iter().all(|key| {
                one.get(key).zip(other.get(key)).is_some_and(|(one, other)| is_alike(one, other))
            })
        }
        (Value::Array(one), Value::Array(other)) => {
            let same =
                |sign: f64| one.iter().zip(other).all(|(one, other)| is_same(one, other, sign));
            // A quaternion and its opposite are the same rotation.
            one.len() == other.len() && (same(1.0) || (one.len() == 4 && same(-1.0)))
        }
        _ => is_same(one, other, 1.0),
    }
}

/// Whether two numbers are equal up to rounding, the second times `sign`; other values by
/// [`is_alike`].
fn is_same(one: &Value, other: &Value, sign: f64) -> bool {
    match (one.as_f64(), other.as_f64()) {
        (Some(one), Some(other)) => (one - sign * other).abs() <= ALIKE * one.abs().max(1.0),
        (None, None)
            if (one.is_object() && other.is_object()) || (one.is_array() && other.is_array()) =>
        {
            is_alike(one, other)
        }
        _ => one == other,
    }
}
