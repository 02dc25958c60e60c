//! Robot arms: hinges on fixed frames, a tool at the end.

mod arm;
mod k_arm;
mod panda;
mod ur5;

pub use arm::{Frame, Joint, Robot, TOLERANCE};
pub use k_arm::KArm;
pub use panda::PANDA;
pub use ur5::UR5;

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;

    #[test]
    fn numbers_are_those_of_the_description_files() {
        for (robot, file) in [(&UR5, "urdf/ur5_robot.urdf"), (&PANDA, "urdf/panda.urdf")] {
            let path = corpus().join(file);
            if !path.exists() {
                assert!(
                    !std::env::var("CI").is_ok_and(|ci| ci == "true"),
                    "{} is missing",
                    path.display()
                );
                println!("not run: {file} is not there");
                continue;
            }
            let read = urdf_rs::read_file(&path).expect("the file is a robot description");
            for joint in robot.joints {
                let theirs = read
                    .joints
                    .iter()
                    .find(|theirs| theirs.name == joint.name)
                    .expect("the joint is in the file");
                assert_same(&joint.origin, &theirs.origin);
                assert_eq!(theirs.axis.xyz.0, joint.axis);
                for (ours, theirs) in
                    joint.limit.iter().zip([theirs.limit.lower, theirs.limit.upper])
                {
                    assert!((ours - theirs).abs() < 1e-11);
                }
            }
            let tool = read
                .joints
                .iter()
                .find(|theirs| theirs.name == robot.tool.name)
                .expect("the tool is in the file");
            assert_same(&robot.tool, &tool.origin);
        }
    }

    fn assert_same(ours: &Frame, theirs: &urdf_rs::Pose) {
        assert_eq!(ours.xyz, theirs.xyz.0, "{}", ours.name);
        for (ours, theirs) in ours.rpy.iter().zip(theirs.rpy.0) {
            assert!((ours - theirs).abs() < 1e-11);
        }
    }

    /// The folder of the real files.
    fn corpus() -> PathBuf {
        let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
        std::env::var_os("KANSETSU_CORPUS").map_or_else(beside, PathBuf::from)
    }
}
