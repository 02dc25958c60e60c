//! The requests of the session API over bone lists: bit-identical with the library.

use kansetsu::{Budget, Pose, d3::Transform};
use kansetsu_godot::{body::Body, bones::Bones};

use crate::{
    bones_of,
    request_table::{STEPS, cases},
};

fn bits(locals: &[Transform]) -> Vec<u32> {
    let pose = Pose { locals: locals.to_vec() };
    let mut flat = vec![0.0; Pose::FLAT * locals.len()];
    pose.copy_to_flat(&mut flat).unwrap();
    flat.into_iter().map(f32::to_bits).collect()
}

#[test]
fn requests_have_the_same_bits_over_bone_lists() {
    let cases = cases();
    assert!(cases.len() >= 90);
    for case in &cases {
        let bones = Bones::new(&bones_of(&case.figure.rig.skeleton)).unwrap();
        let mut rig = case.figure.rig.clone();
        rig.skeleton = bones.skeleton.clone();
        let mut body = Body::with_session(case.request.session(&rig).unwrap(), bones);
        for (bone, local) in case.start.locals.iter().enumerate() {
            body.read(bone, *local);
        }
        let report = body.solve(Budget::steps(STEPS)).unwrap();
        let (expected, told) = case.solve();
        assert_eq!(report.outcome, told.outcome, "{}", case.name);
        let solved: Vec<Transform> =
            (0..case.start.locals.len()).map(|bone| body.local(bone)).collect();
        assert!(bits(&solved) == bits(&expected.locals), "{}: the pose differs", case.name);
    }
}
