//! Tests of the loaders' promises, on real files and against numbers from other programs.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test may fail, and says what it measured"
)]

mod asf;
mod bvh;
mod bvh_made;
mod cases;
mod compressed;
mod corpus;
mod damage;
mod elements;
mod fbx;
mod fbx_hostile;
mod fbx_made;
mod fbx_shapes;
mod fbx_write;
mod fbx_writer;
mod front;
mod gaze;
mod gltf_broken;
mod gltf_features;
mod gltf_reference;
mod gltf_save;
mod gltf_write_new;
mod guide;
mod keypoints;
mod limits;
mod mmd;
mod mmd_made;
mod mmd_morphs;
mod mmd_springs;
mod morphs;
mod mqo;
mod mqo_morphs;
mod mqo_write;
mod open_path;
mod pictures;
mod random;
mod reference;
mod retarget;
mod rig;
mod roles;
mod round_trips;
mod skip;
mod springs;
mod three_vrm;
mod urdf;
mod usd_write;
mod validator;
mod vrm_save;
mod vrma;
