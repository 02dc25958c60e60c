//! Applies a rig file to a figure.

use kansetsu::d3::balance::Mass;
use kansetsu::d3::{Limb, Pose, Skeleton, Transform, Twist, TwistShare};
use kansetsu::glam::{Quat, Vec3};

use super::RigFile;
use super::labels::Labels;
use crate::{Figure, Role};

impl RigFile {
    /// Applies the rig to the figure. Returns the entries that do not fit, as sentences that name
    /// the place; they are ignored.
    ///
    /// Roles in the file replace the figure's. Data that the file lacks is then derived from them
    /// again (limits, limbs, mirror pairs, twists, masses). If the file has a rest pose, the
    /// previous pose of the figure becomes its [`Figure::pose`].
    pub fn apply(&self, figure: &mut Figure) -> Vec<String> {
        let numbers: Vec<usize> = (0..figure.rig.skeleton.len()).collect();
        self.apply_numbered(figure, &numbers)
    }

    /// Applies the rig file beside a figure's file, if `resources` has one: `NAME.glb.rig.json` or
    /// `NAME.rig.json` beside `NAME.glb`. Returns warnings as sentences for people; a rig file that
    /// cannot be read is such a warning, and changes nothing.
    pub fn apply_sidecar(
        figure: &mut Figure,
        name: &str,
        resources: &crate::gltf::Resources<'_>,
    ) -> Vec<String> {
        let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let names = [file, stem].map(|name| format!("{name}.rig.json"));
        let Some((beside, bytes)) =
            names.into_iter().find_map(|name| resources(&name).ok().map(|bytes| (name, bytes)))
        else {
            return Vec::new();
        };
        match Self::read(&String::from_utf8_lossy(&bytes)) {
            Ok(rig) => rig
                .apply(figure)
                .into_iter()
                .chain(rig.warnings)
                .map(|problem| format!("{beside}: {problem}"))
                .collect(),
            Err(error) => {
                vec![format!("the rig file {beside} beside the figure cannot be read: {error}")]
            }
        }
    }

    /// Like `apply`, with these numbers for joints.
    pub(crate) fn apply_numbered(&self, figure: &mut Figure, numbers: &[usize]) -> Vec<String> {
        figure.restore_rest();
        let skeleton = figure.rig.skeleton.clone();
        let mut fit = Fit { labels: Labels::new(&skeleton, numbers), misfits: Vec::new() };
        self.apply_rest(figure, &mut fit);
        self.apply_roles(figure, &mut fit);
        self.apply_limits(figure, &mut fit);
        self.apply_limbs(figure, &mut fit);
        self.apply_others(figure, &mut fit);
        let is_stated = self.rest.is_some() || self.limits.is_some() || self.stance.is_some();
        figure.reconsider_reference(is_stated);
        fit.misfits
    }

    fn apply_rest(&self, figure: &mut Figure, fit: &mut Fit<'_>) {
        let Some(entries) = &self.rest else { return };
        let standing = figure.saved_pose();
        let mut rest = figure.rig.skeleton.rest_pose();
        for (index, entry) in entries.iter().enumerate() {
            let Some(joint) = fit.joint(&entry.joint, || format!("rest[{index}].joint")) else {
                continue;
            };
            entry.put_on(&mut rest.locals[joint]);
        }
        match with_rest(&figure.rig.skeleton, &rest.locals) {
            Ok(skeleton) => {
                figure.rig.skeleton = skeleton;
                figure.pose = Some(standing);
            }
            Err(error) => fit.misfits.push(format!("rest: {error}; the rest pose is unchanged")),
        }
    }

    fn apply_roles(&self, figure: &mut Figure, fit: &mut Fit<'_>) {
        if let Some(entries) = &self.roles {
            let mut roles = std::collections::BTreeMap::new();
            for (name, label) in entries {
                let joint = fit.joint(label, || format!("roles.{name}"));
                roles.extend(Role::from_name(name).zip(joint));
            }
            figure.rig.roles = roles;
        }
        if self.roles.is_some() || self.rest.is_some() {
            figure.rig.limits = vec![None; figure.rig.skeleton.len()];
            figure.auto_rig(self.roles.is_some());
        }
    }

    fn apply_limits(&self, figure: &mut Figure, fit: &mut Fit<'_>) {
        let Some(entries) = &self.limits else { return };
        let mut limits = vec![None; figure.rig.skeleton.len()];
        for (index, entry) in entries.iter().enumerate() {
            if let Some(joint) = fit.joint(&entry.joint, || format!("limits[{index}].joint")) {
                limits[joint] = Some(entry.limit.clone());
            }
        }
        figure.rig.limits = limits;
    }

    fn apply_limbs(&self, figure: &mut Figure, fit: &mut Fit<'_>) {
        if let Some(entries) = &self.limbs {
            figure.rig.limbs.clear();
            for (index, entry) in entries.iter().enumerate() {
                let place = |part: &str| format!("limbs[{index}].{part}");
                let joints =
                    [("base", &entry.base), ("middle", &entry.middle), ("tip", &entry.tip)];
                if let [Some(base), Some(middle), Some(tip)] =
                    joints.map(|(part, label)| fit.joint(label, || place(part)))
                {
                    figure.rig.limbs.push(Limb {
                        name: entry.name.clone(),
                        base,
                        middle,
                        tip,
                        pole: Vec3::from_array(entry.pole),
                    });
                }
            }
        }
        if let Some(entries) = &self.mirrors {
            figure.rig.mirrors = vec![None; figure.rig.skeleton.len()];
            for (index, pair) in entries.iter().enumerate() {
                let joints =
                    [0, 1].map(|end| fit.joint(&pair[end], || format!("mirrors[{index}][{end}]")));
                if let [Some(a), Some(b)] = joints {
                    (figure.rig.mirrors[a], figure.rig.mirrors[b]) = (Some(b), Some(a));
                }
            }
        }
    }

    fn apply_others(&self, figure: &mut Figure, fit: &mut Fit<'_>) {
        if let Some(entries) = &self.twists {
            figure.twists.clear();
            for (index, entry) in entries.iter().enumerate() {
                let place = |part: &str| format!("twists[{index}].{part}");
                let from = entry.from.as_ref().map(|label| fit.joint(label, || place("from")));
                let (Some(to), false) = (fit.joint(&entry.to, || place("to")), from == Some(None))
                else {
                    continue;
                };
                let share = |share: &super::ShareEntry| {
                    Some(TwistShare {
                        joint: fit.joint(&share.joint, || place("joints"))?,
                        share: share.share,
                    })
                };
                let joints = entry.joints.iter().filter_map(share).collect();
                let [axis, start, end] =
                    [entry.axis, entry.ends[0], entry.ends[1]].map(Vec3::from_array);
                figure.twists.push(Twist {
                    from: from.flatten(),
                    to,
                    axis,
                    ends: [start, end],
                    near: 0.0,
                    joints,
                });
            }
        }
        if let Some(entries) = &self.masses {
            figure.rig.masses.clear();
            for (index, entry) in entries.iter().enumerate() {
                let joint = fit.joint(&entry.joint, || format!("masses[{index}].joint"));
                let mass = |joint| Mass {
                    joint,
                    mass: entry.mass,
                    center: Vec3::from_array(entry.centre),
                };
                figure.rig.masses.extend(joint.map(mass));
            }
        }
        if let Some(entries) = &self.stops {
            let joint =
                |(index, label): (usize, &String)| fit.joint(label, || format!("stops[{index}]"));
            figure.rig.ik_stops = entries.iter().enumerate().filter_map(joint).collect();
        }
        if let Some(entries) = &self.stance {
            let mut stance = figure.rig.skeleton.rest_pose();
            for (index, entry) in entries.iter().enumerate() {
                if let Some(joint) = fit.joint(&entry.joint, || format!("stance[{index}].joint")) {
                    stance.locals[joint].rotation = Quat::from_array(entry.rotation).normalize();
                }
            }
            figure.rig.stance = Some(stance);
        }
    }
}

/// The entries that fit the figure, and the misfits.
struct Fit<'a> {
    labels: Labels<'a>,
    misfits: Vec<String>,
}

impl Fit<'_> {
    fn joint(&mut self, label: &str, place: impl Fn() -> String) -> Option<usize> {
        match self.labels.find(label) {
            Ok(joint) => Some(joint),
            Err(problem) => {
                self.misfits.push(format!("{}: {problem}", place()));
                None
            }
        }
    }
}

/// The skeleton with another rest pose.
pub(crate) fn with_rest(
    skeleton: &Skeleton,
    rest: &[Transform],
) -> Result<Skeleton, kansetsu::Error> {
    let mut builder = Skeleton::builder();
    for (joint, rest) in skeleton.joints().iter().zip(rest) {
        match joint.parent {
            Some(parent) => builder.child(parent, joint.name.as_str(), *rest),
            None => builder.root(joint.name.as_str(), *rest),
        };
    }
    builder.build()
}

impl Figure {
    /// The pose of the figure's file: its rest pose, unless it was saved posed.
    #[must_use]
    pub fn saved_pose(&self) -> Pose {
        self.pose.clone().unwrap_or_else(|| self.rig.skeleton.rest_pose())
    }
}
