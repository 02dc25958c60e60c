//! A figure's rig as a rig file.

use kansetsu::d3::{Pose, Transform, Twist};
use kansetsu::glam::Quat;

use super::labels::Labels;
use super::{
    LimbEntry, LimitEntry, MassEntry, RestEntry, RigFile, ShareEntry, TurnEntry, TwistEntry,
    file::VERSION,
};
use crate::Figure;

impl RigFile {
    /// All rig data of the figure, for a file beside it. Its rest pose is included if the figure's
    /// file has another pose.
    #[must_use]
    pub fn from_figure(figure: &Figure) -> Self {
        let numbers: Vec<usize> = (0..figure.rig.skeleton.len()).collect();
        Self::numbered(figure, &figure.saved_pose(), &numbers)
    }

    /// Like `from_figure`, for a file with the figure in this pose and with these numbers for
    /// joints.
    pub(crate) fn numbered(figure: &Figure, standing: &Pose, numbers: &[usize]) -> Self {
        let (skeleton, labels) = (&figure.rig.skeleton, Labels::new(&figure.rig.skeleton, numbers));
        let limit = |(joint, limit): (usize, &Option<kansetsu::d3::Limit>)| {
            Some(LimitEntry { joint: labels.of(joint), limit: limit.clone()? })
        };
        let mirror = |(joint, other): (usize, &Option<usize>)| {
            let other = other.filter(|&other| other > joint)?;
            Some([labels.of(joint), labels.of(other)])
        };
        let rest = skeleton.joints().iter().zip(&standing.locals).enumerate();
        let rest: Vec<RestEntry> = rest
            .filter_map(|(index, (joint, now))| rest_entry(labels.of(index), &joint.rest, now))
            .collect();
        Self {
            kansetsu_rig: VERSION,
            name: figure.name.clone(),
            roles: Some(
                figure
                    .rig
                    .roles
                    .iter()
                    .map(|(role, &joint)| (role.name().to_owned(), labels.of(joint)))
                    .collect(),
            ),
            rest: (!rest.is_empty()).then_some(rest),
            limits: Some(figure.rig.limits.iter().enumerate().filter_map(limit).collect()),
            limbs: Some(figure.rig.limbs.iter().map(|limb| limb_entry(limb, &labels)).collect()),
            mirrors: Some(figure.rig.mirrors.iter().enumerate().filter_map(mirror).collect()),
            twists: Some(figure.twists.iter().map(|twist| twist_entry(twist, &labels)).collect()),
            masses: figure.rig.balance().map(|balance| {
                balance.masses.iter().map(|mass| mass_entry(mass, &labels)).collect()
            }),
            stops: (!figure.rig.ik_stops.is_empty())
                .then(|| figure.rig.ik_stops.iter().map(|&joint| labels.of(joint)).collect()),
            stance: figure.rig.stance.as_ref().map(|stance| turns(figure, stance, &labels)),
            warnings: Vec::new(),
        }
    }
}

/// The part of the rest pose that differs from the file.
pub(super) fn rest_entry(joint: String, rest: &Transform, now: &Transform) -> Option<RestEntry> {
    let turned = !same_turn(rest.rotation, now.rotation);
    let entry = RestEntry {
        joint,
        translation: (rest.translation != now.translation).then(|| rest.translation.to_array()),
        rotation: turned.then(|| rest.rotation.to_array()),
        scale: (rest.scale != now.scale).then(|| rest.scale.to_array()),
    };
    (entry.translation.is_some() || entry.rotation.is_some() || entry.scale.is_some())
        .then_some(entry)
}

/// Equal or opposite, up to rounding: files have unit quaternions.
fn same_turn(a: Quat, b: Quat) -> bool {
    let (a, b) = (a.normalize(), b.normalize());
    (a - b).length() < 1e-6 || (a + b).length() < 1e-6
}

fn limb_entry(limb: &kansetsu::d3::Limb, labels: &Labels<'_>) -> LimbEntry {
    let [base, middle, tip] = [limb.base, limb.middle, limb.tip].map(|joint| labels.of(joint));
    LimbEntry { name: limb.name.clone(), base, middle, tip, pole: limb.pole.to_array() }
}

fn twist_entry(twist: &Twist, labels: &Labels<'_>) -> TwistEntry {
    let share = |share: &kansetsu::d3::TwistShare| ShareEntry {
        joint: labels.of(share.joint),
        share: share.share,
    };
    TwistEntry {
        from: twist.from.map(|joint| labels.of(joint)),
        to: labels.of(twist.to),
        axis: twist.axis.to_array(),
        ends: twist.ends.map(|end| end.to_array()),
        joints: twist.joints.iter().map(share).collect(),
    }
}

fn mass_entry(mass: &kansetsu::d3::balance::Mass, labels: &Labels<'_>) -> MassEntry {
    MassEntry { joint: labels.of(mass.joint), mass: mass.mass, centre: mass.center.to_array() }
}

fn turns(figure: &Figure, stance: &Pose, labels: &Labels<'_>) -> Vec<TurnEntry> {
    let joints = figure.rig.skeleton.joints().iter().zip(&stance.locals).enumerate();
    let turned = joints.filter(|(_, (joint, now))| !same_turn(joint.rest.rotation, now.rotation));
    turned
        .map(|(index, (_, now))| TurnEntry {
            joint: labels.of(index),
            rotation: now.rotation.to_array(),
        })
        .collect()
}
