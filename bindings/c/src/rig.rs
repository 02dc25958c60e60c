//! Rigs: files, joints, forward kinematics.

use std::{
    ffi::{CString, c_char},
    sync::Arc,
};

use kansetsu::{Pose, Rig, d3::Transform};
use kansetsu_formats::{open, open_path};

use crate::{
    failure::{Code, Failure, KsError, call},
    find_file::{Context, FindFile, find_file},
    handle::Table,
    joint::check_floats,
    pointer::{Array, ArrayMut, Text, output},
    rig_def::KsRigDef,
};

/// Numbers per joint of forward kinematics: the columns of a 3×4 matrix.
pub const MATRIX: usize = 12;

/// `ks_rig`: the handle of a rig. Rigs never change, so several threads may use one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct KsRig {
    /// 0 is the null handle.
    pub id: u64,
}

static RIGS: Table<RigObject> = Table::new(1, "rig");

impl KsRig {
    fn new(rig: RigObject) -> Result<Self, Failure> {
        Ok(Self { id: RIGS.insert(rig)? })
    }

    pub(crate) fn get(self) -> Result<Arc<RigObject>, Failure> {
        RIGS.get(self.id)
    }
}

/// A rig with the texts to which C may point.
pub struct RigObject {
    pub(crate) rig: Rig,
    names: Vec<CString>,
    warnings: Vec<CString>,
}

impl RigObject {
    fn new(rig: Rig, warnings: &[String]) -> Self {
        let names = rig.skeleton.joints().iter().map(|joint| text(&joint.name)).collect();
        Self { names, warnings: warnings.iter().map(|warning| text(warning)).collect(), rig }
    }
}

/// A text for C, up to its first zero byte.
fn text(text: &str) -> CString {
    CString::new(text.split('\0').next().unwrap_or_default()).unwrap_or_default()
}

/// `ks_rig_open`: the rig of a file in memory.
#[unsafe(no_mangle)]
pub extern "C" fn ks_rig_open(
    bytes: Array<u8>,
    length: usize,
    name: Text,
    rig: Option<&mut KsRig>,
    error: Option<&mut KsError>,
) -> i32 {
    call(error, || {
        let rig = output(rig, "the rig")?;
        *rig = KsRig::default();
        let resources = |path: &str| {
            Err(format!("\"{path}\" is a separate file; use ks_rig_open_with or ks_rig_open_path"))
        };
        *rig = opened(bytes.read(length, "the file")?, name, &resources)?;
        Ok(())
    })
}

/// `ks_rig_open_with`: the rig of a file in memory with the files that the caller finds.
#[unsafe(no_mangle)]
pub extern "C" fn ks_rig_open_with(
    bytes: Array<u8>,
    length: usize,
    name: Text,
    find: Option<FindFile>,
    context: Context,
    rig: Option<&mut KsRig>,
    error: Option<&mut KsError>,
) -> i32 {
    call(error, || {
        let rig = output(rig, "the rig")?;
        *rig = KsRig::default();
        let find = find.ok_or_else(|| Failure::null("the function that finds files"))?;
        let resources = |path: &str| find_file(find, context, path);
        *rig = opened(bytes.read(length, "the file")?, name, &resources)?;
        Ok(())
    })
}

fn opened(
    bytes: &[u8],
    name: Text,
    resources: &dyn Fn(&str) -> Result<Vec<u8>, String>,
) -> Result<KsRig, Failure> {
    let name = name.read_optional("the name")?.unwrap_or_default();
    let opened = open(bytes, name, resources)?;
    KsRig::new(RigObject::new(opened.figure.rig, &opened.warnings))
}

/// `ks_rig_open_path`: the rig of a file, or of an embedded figure.
#[unsafe(no_mangle)]
pub extern "C" fn ks_rig_open_path(
    path: Text,
    rig: Option<&mut KsRig>,
    error: Option<&mut KsError>,
) -> i32 {
    call(error, || {
        let rig = output(rig, "the rig")?;
        *rig = KsRig::default();
        let path = path.read("the path")?;
        let opened = match path.strip_prefix("figure:") {
            Some(name) => RigObject::new(embedded(name)?, &[]),
            None => {
                let opened = open_path(path)?;
                RigObject::new(opened.figure.rig, &opened.warnings)
            }
        };
        *rig = KsRig::new(opened)?;
        Ok(())
    })
}

fn embedded(name: &str) -> Result<Rig, Failure> {
    let names = || kansetsu_figures::NAMES.join(", ");
    let unknown = || {
        Failure::new(
            Code::File,
            format!("no embedded figure is named \"{name}\"; the names are {}", names()),
        )
    };
    Ok(kansetsu_figures::figure(name).ok_or_else(unknown)?.rig)
}

/// `ks_rig_create`: a rig from arrays.
#[unsafe(no_mangle)]
pub extern "C" fn ks_rig_create(
    def: Option<&KsRigDef>,
    rig: Option<&mut KsRig>,
    error: Option<&mut KsError>,
) -> i32 {
    call(error, || {
        let rig = output(rig, "the rig")?;
        *rig = KsRig::default();
        let def = def.ok_or_else(|| Failure::null("the definition"))?;
        *rig = KsRig::new(RigObject::new(def.read()?, &[]))?;
        Ok(())
    })
}

/// `ks_rig_free`: frees a rig. Its sessions stay.
#[unsafe(no_mangle)]
pub extern "C" fn ks_rig_free(rig: KsRig) -> i32 {
    call(None, || RIGS.remove(rig.id))
}

/// `ks_rig_joint_count`: the number of joints; 0 if the handle is invalid.
#[unsafe(no_mangle)]
pub extern "C" fn ks_rig_joint_count(rig: KsRig) -> u32 {
    rig.get().ok().and_then(|rig| u32::try_from(rig.names.len()).ok()).unwrap_or(0)
}

/// `ks_rig_joint_name`: the name of a joint; null if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn ks_rig_joint_name(rig: KsRig, joint: u32) -> *const c_char {
    let rig = rig.get().ok();
    rig.and_then(|rig| rig.names.get(joint as usize).map(|name| name.as_ptr()))
        .unwrap_or(std::ptr::null())
}

/// `ks_rig_warning`: a warning about the file; null past the last one.
#[unsafe(no_mangle)]
pub extern "C" fn ks_rig_warning(rig: KsRig, index: u32) -> *const c_char {
    let rig = rig.get().ok();
    rig.and_then(|rig| rig.warnings.get(index as usize).map(|text| text.as_ptr()))
        .unwrap_or(std::ptr::null())
}

/// `ks_rig_parents`: the parent of each joint, -1 for roots.
#[unsafe(no_mangle)]
pub extern "C" fn ks_rig_parents(
    rig: KsRig,
    mut parents: ArrayMut<i32>,
    count: usize,
    error: Option<&mut KsError>,
) -> i32 {
    call(error, || {
        let rig = rig.get()?;
        let joints = rig.rig.skeleton.joints();
        if count != joints.len() {
            return Err(Failure::new(
                Code::Length,
                format!(
                    "the array has {count} elements; it must have {}, one for each joint",
                    joints.len()
                ),
            ));
        }
        for (place, joint) in parents.write(count, "the parents")?.iter_mut().zip(joints) {
            *place = joint.parent.and_then(|parent| i32::try_from(parent).ok()).unwrap_or(-1);
        }
        Ok(())
    })
}

/// `ks_rig_find_joint`: the joint of a name, a role or `#` and an index.
#[unsafe(no_mangle)]
pub extern "C" fn ks_rig_find_joint(
    rig: KsRig,
    name: Text,
    joint: Option<&mut u32>,
    error: Option<&mut KsError>,
) -> i32 {
    call(error, || {
        *output(joint, "the joint")? = rig.get()?.rig.joint(name.read("the name")?)?.index();
        Ok(())
    })
}

/// `ks_rig_rest_pose`: the rest pose, 10 numbers for each joint.
#[unsafe(no_mangle)]
pub extern "C" fn ks_rig_rest_pose(
    rig: KsRig,
    mut pose: ArrayMut<f32>,
    count: usize,
    error: Option<&mut KsError>,
) -> i32 {
    call(error, || {
        let rig = rig.get()?;
        check_floats(&rig.rig.skeleton, count)?;
        rig.rig.rest_pose().copy_to_flat(pose.write(count, "the pose")?)?;
        Ok(())
    })
}

/// `ks_rig_forward`: forward kinematics, 12 numbers for each joint.
#[unsafe(no_mangle)]
pub extern "C" fn ks_rig_forward(
    rig: KsRig,
    pose: Array<f32>,
    count: usize,
    mut matrices: ArrayMut<f32>,
    error: Option<&mut KsError>,
) -> i32 {
    call(error, || {
        let rig = rig.get()?;
        let skeleton = &rig.rig.skeleton;
        check_floats(skeleton, count)?;
        let mut read = skeleton.rest_pose();
        read.copy_from_flat(pose.read(count, "the pose")?)?;
        check_pose(&read)?;
        let places = matrices.write(skeleton.len() * MATRIX, "the matrices")?;
        for (place, matrix) in places.chunks_exact_mut(MATRIX).zip(skeleton.forward(&read)) {
            place.copy_from_slice(&matrix.to_cols_array());
        }
        Ok(())
    })
}

fn check_pose(pose: &Pose) -> Result<(), Failure> {
    let is_valid = |local: &Transform| {
        local.translation.is_finite()
            && local.scale.is_finite()
            && local.rotation.is_finite()
            && local.rotation.length_squared() > 0.0
    };
    let fault = pose.locals.iter().position(|local| !is_valid(local));
    fault.map_or(Ok(()), |joint| {
        Err(Failure::new(
            Code::Pose,
            format!("joint {joint}: a number of its transform is not finite, or its rotation is 0"),
        ))
    })
}
