//! Joints to a skeleton.

use kansetsu::d3::{Pose, Transform};
use kansetsu::glam::DAffine3;

use super::names::Names;
use super::text::{Text, matrix, quoted};
use crate::Figure;
use crate::output::{Losses, Part, parts};

/// The joints of the file.
pub(super) struct Bones {
    /// The joints of the figure, parents first.
    pub(super) joints: Vec<usize>,
    /// For each joint of the figure its index in the file.
    pub(super) index: Vec<Option<usize>>,
    /// For each joint of the file its parent in the file.
    pub(super) parents: Vec<Option<usize>>,
    pub(super) locals: Vec<DAffine3>,
    pub(super) paths: Vec<String>,
    names: Vec<String>,
}

impl Bones {
    pub(super) fn of(figure: &Figure, standing: &Pose, losses: &mut Losses) -> Self {
        let mut bones = Self {
            joints: Vec::new(),
            index: vec![None; figure.rig.skeleton.len()],
            parents: Vec::new(),
            locals: Vec::new(),
            paths: Vec::new(),
            names: Vec::new(),
        };
        let mut names = Names::default();
        let all = figure.rig.skeleton.joints().iter().zip(parts(figure)).enumerate();
        for (joint, (own, part)) in all {
            if part == Part::LeftOut {
                losses.add("joints", &own.name);
                continue;
            }
            let name = names.unique(&own.name, "joint");
            let parent = own.parent.and_then(|parent| bones.index[parent]);
            let path = match parent {
                Some(parent) => format!("{}/{name}", bones.paths[parent]),
                None => name,
            };
            bones.index[joint] = Some(bones.joints.len());
            bones.joints.push(joint);
            bones.parents.push(parent);
            bones.locals.push(local(&standing.locals[joint]));
            bones.paths.push(path);
            bones.names.push(own.name.clone());
        }
        bones
    }

    /// Writes a skeleton with a bind pose.
    pub(super) fn write(
        &self,
        path: &str,
        bind: &[DAffine3],
        animation: Option<&str>,
        text: &mut Text,
    ) {
        let name = path.rsplit('/').next().unwrap_or_default();
        text.open(&format!("def Skeleton \"{name}\""), &["SkelBindingAPI"]);
        text.list("uniform matrix4d[] bindTransforms", bind.iter().map(matrix), "");
        text.list("uniform token[] jointNames", self.names.iter().map(|name| quoted(name)), "");
        text.list("uniform token[] joints", self.paths.iter().map(|path| quoted(path)), "");
        text.list("uniform matrix4d[] restTransforms", self.locals.iter().map(matrix), "");
        if let Some(animation) = animation {
            text.line(&format!("rel skel:animationSource = <{animation}>"));
        }
        text.close();
    }
}

fn local(transform: &Transform) -> DAffine3 {
    let Transform { translation, rotation, scale } = *transform;
    DAffine3::from_scale_rotation_translation(
        scale.as_dvec3(),
        rotation.as_dquat().normalize(),
        translation.as_dvec3(),
    )
}
