//! What the loaders promise, on real files and against numbers that other programs computed.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test may fail, and says what it measured")]

mod asf;
mod bvh;
mod corpus;
mod damage;
mod fbx;
mod fbx_hostile;
mod gltf_broken;
mod gltf_features;
mod gltf_reference;
mod gltf_save;
mod gltf_write_new;
mod keypoints;
mod limits;
mod mmd;
mod mqo;
mod mqo_write;
mod random;
mod recorded;
mod retarget;
mod rig;
mod roles;
mod urdf;
mod validator;
mod vrma;
