"""Tests of each function of the package."""

import json
import pathlib
import pickle
import tempfile
import unittest

import numpy as np

import kansetsu


def hand(rig, pose, name="leftHand"):
    return rig.forward(pose)[rig.joint(name), :3, 3]


class Sessions(unittest.TestCase):
    def setUp(self):
        self.rig = kansetsu.figure("mannequin").rig

    def test_solve_meets_a_target_in_place(self):
        session = self.rig.session()
        session.set_target("leftHand", position=[0.4, 1.3, 0.3])
        pose = self.rig.rest_pose()
        report = session.solve(pose)
        self.assertIs(report.pose, pose)
        self.assertEqual(report.outcome, "reached")
        np.testing.assert_allclose(hand(self.rig, pose), [0.4, 1.3, 0.3], atol=1e-4)
        self.assertEqual([entry.joint for entry in report.targets], [self.rig.joints[self.rig.joint("leftHand")]])
        self.assertEqual(report.to_dict()["outcome"], "reached")

    def test_solve_without_a_pose_starts_at_rest(self):
        session = self.rig.session()
        session.set_target("leftHand", position=(0.4, 1.3, 0.3))
        first, second = session.solve(), session.solve(self.rig.rest_pose())
        self.assertEqual(first.pose.shape, (len(self.rig), 10))
        np.testing.assert_array_equal(first.pose, second.pose)

    def test_steps_arrive(self):
        session, pose = self.rig.session(), self.rig.stance()
        session.set_target("leftHand", position=np.array([0.45, 1.2, 0.3]))
        for _ in range(200):
            report = session.step(pose)
        self.assertTrue(report.is_settled)
        np.testing.assert_allclose(hand(self.rig, pose), [0.45, 1.2, 0.3], atol=1e-3)
        self.assertEqual(session.measure(pose).outcome, "reached")

    def test_pins_hold_and_are_released(self):
        session = self.rig.session()
        before = hand(self.rig, self.rig.stance(), "rightHand")
        session.pin_position("rightHand")
        session.pin_to("head", position=[0.0, 1.4, 0.1])
        session.set_target("leftHand", position=[0.4, 1.2, 0.3])
        pose = self.rig.stance()
        session.solve(pose)
        np.testing.assert_allclose(hand(self.rig, pose, "rightHand"), before, atol=1e-3)
        np.testing.assert_allclose(hand(self.rig, pose, "head"), [0.0, 1.4, 0.1], atol=1e-3)
        session.release("head")
        session.clear()
        self.assertEqual(session.to_request()["targets"], [])
        self.assertEqual(session.to_request()["pinTargets"], [])

    def test_options_have_the_names_of_the_library_in_snake_case(self):
        session = self.rig.session({"self_collision": "off"}, posture="likely", chain_length=4, locked=["head"], stiffness={"neck": 2})
        request = session.to_request()
        self.assertEqual(request["options"]["selfCollision"], "off")
        self.assertEqual(request["options"]["chainLength"], 4)
        self.assertEqual(request["locked"], [f"#{self.rig.joint('head')}"])
        for part in ("hips", "head", "leftHand"):
            place = hand(self.rig, self.rig.stance(), part)
            session.set_target(part, position=place)
        self.assertEqual(session.solve().outcome, "reached")

    def test_follow_keeps_to_a_motion(self):
        session, stance = self.rig.session(), self.rig.stance()
        session.set_target("leftHand", position=[0.45, 1.2, 0.3])
        report = session.follow(stance)
        self.assertLess(report.distance, 1e-3)

    def test_an_error_leaves_the_pose(self):
        session, pose = self.rig.session(), self.rig.rest_pose()
        session.set_target("leftHand", position=[0.4, 1.3, 0.3])
        pose[3, 0] = np.nan
        before = pose.copy()
        with self.assertRaisesRegex(kansetsu.KansetsuError, "joint"):
            session.solve(pose)
        np.testing.assert_array_equal(pose, before)


class Rigs(unittest.TestCase):
    def test_forward_of_one_pose_and_of_many(self):
        rig = kansetsu.figure("quadruped").rig
        poses = np.stack([rig.rest_pose()] * 3)
        self.assertEqual(rig.forward(poses).shape, (3, len(rig), 4, 4))
        np.testing.assert_array_equal(rig.forward(poses)[1], rig.forward(rig.rest_pose()))

    def test_lists_are_as_long_as_the_skeleton(self):
        rig = kansetsu.figure("mannequin").rig
        self.assertEqual({len(rig.joints), len(rig.parents), len(rig.limits)}, {len(rig)})
        self.assertTrue(all(parent is None or parent < joint for joint, parent in enumerate(rig.parents)))
        self.assertEqual(rig.joints[rig.roles["leftHand"]], "LeftHand")

    def test_hinge_angles_go_into_a_pose_and_back(self):
        rig = kansetsu.figure("mannequin").rig
        angles = np.linspace(0.1, 0.4, len(rig.hinges), dtype=np.float32)
        self.assertGreater(len(angles), 3)
        pose = rig.pose_from_angles(angles)
        np.testing.assert_allclose(rig.angles(pose), angles, atol=1e-5)
        with self.assertRaisesRegex(ValueError, "angles"):
            rig.pose_from_angles(angles[1:])

    def test_limits_measure_a_pose(self):
        rig = kansetsu.figure("mannequin").rig
        elbow = rig.joint("leftLowerArm")
        pose = rig.rest_pose()
        pose[elbow, 3:7] = [0, 0, 1, 0]
        entries = {entry["index"]: entry for entry in kansetsu.limits(rig, pose)}
        self.assertGreater(entries[elbow]["violation"], 0.5)

    def test_every_figure_pickles_to_an_equal_rig(self):
        for name in kansetsu.FIGURES:
            rig = kansetsu.figure(name).rig
            again = pickle.loads(pickle.dumps(rig))
            self.assertEqual(rig, again)
            np.testing.assert_array_equal(rig.rest_pose(), again.rest_pose())
        self.assertNotEqual(kansetsu.figure("arm").rig, kansetsu.figure("leg").rig)


class Files(unittest.TestCase):
    BVH = (
        "HIERARCHY\nROOT hip\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
        "JOINT knee\n{\nOFFSET 0 -1 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 -1 0\n}\n}\n}\n"
        "MOTION\nFrames: 3\nFrame Time: 0.5\n0 0 0 0 0 0 0 0 0\n0 1 0 0 0 0 0 90 0\n0 2 0 0 0 0 0 0 0\n"
    )

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.path = self.folder / "walk.bvh"
        self.path.write_text(self.BVH)

    def test_open_reads_clips(self):
        model = kansetsu.open(self.path)
        self.assertEqual((model.format, model.name, len(model.clips)), ("BVH", "walk", 1))
        self.assertEqual(model.clips[0].fps, 2)
        frames = model.clip()
        self.assertEqual(frames.shape, (3, len(model.rig), 10))
        np.testing.assert_allclose(frames[:, 0, 1], [0, 1, 2])
        self.assertEqual(model.clip(0, fps=4).shape[0], 5)

    def test_convert_writes_glb(self):
        out = self.folder / "walk.glb"
        self.assertIsInstance(kansetsu.convert(self.path, out), list)
        np.testing.assert_allclose(kansetsu.open(out).clip(0, 2), kansetsu.open(self.path).clip(), atol=1e-6)
        self.assertEqual(sorted(file.name for file in self.folder.iterdir()), ["walk.bvh", "walk.glb"])

    def test_a_missing_file_is_a_file_not_found_error(self):
        with self.assertRaises(FileNotFoundError) as raised:
            kansetsu.open("no/such/file.vrm")
        self.assertEqual(str(raised.exception.filename), "no/such/file.vrm")

    def test_a_malformed_file_names_its_place(self):
        self.path.write_text(self.BVH[:150])
        with self.assertRaisesRegex(kansetsu.KansetsuError, "walk.bvh.*line"):
            kansetsu.open(self.path)

    def test_models_pickle_by_their_file(self):
        model = pickle.loads(pickle.dumps(kansetsu.open(self.path)))
        self.assertEqual(model.clip().shape[0], 3)
        text = pickle.dumps(model)
        self.path.write_text(self.BVH.replace("knee", "elbow"))
        with self.assertRaisesRegex(kansetsu.KansetsuError, "other joints"):
            pickle.loads(text)

    def test_render_draws_a_png(self):
        model = kansetsu.figure("arm")
        picture = kansetsu.render(model, width=64, height=48, skeleton=True)
        self.assertTrue(picture.startswith(b"\x89PNG") and picture._repr_png_() == picture)
        with self.assertRaisesRegex(kansetsu.KansetsuError, "view"):
            kansetsu.render(model, view="nowhere")


class Motions(unittest.TestCase):
    def test_retarget_of_poses_to_the_same_body(self):
        model = kansetsu.figure("mannequin")
        poses = np.stack([model.rig.stance()] * 5)
        done = kansetsu.retarget(model, poses, model, fps=30)
        self.assertEqual((done.poses.shape, done.fps, done.report["frames"]), (poses.shape, 30, 5))
        places = model.rig.forward(done.poses)[:, model.rig.joint("leftHand"), :3, 3]
        np.testing.assert_allclose(places, np.stack([hand(model.rig, model.rig.stance())] * 5), atol=0.03)

    def test_track_follows_the_figures_own_joints(self):
        rig = kansetsu.figure("mannequin").rig
        parts = ["head", "leftHand", "rightHand"]
        frame = np.array([[*hand(rig, rig.stance(), part), 0, 0, 0, 1] for part in parts], np.float32)
        frame[1, :3] += [0, 0.1, 0.1]
        poses = kansetsu.track(rig, np.stack([frame] * 10), 60, parts)
        self.assertEqual(poses.shape, (10, len(rig), 10))
        np.testing.assert_allclose(hand(rig, poses[-1]), frame[1, :3], atol=0.02)

    def test_keypoints_pose_a_figure(self):
        model = kansetsu.figure("mannequin")
        points = {  # COCO, a person who faces the camera
            0: (320, 120), 5: (370, 190), 6: (270, 190), 7: (390, 270), 8: (250, 270), 9: (395, 345), 10: (245, 345),
            11: (350, 350), 12: (290, 350), 13: (352, 450), 14: (288, 450), 15: (354, 550), 16: (286, 550),
        }  # fmt: skip
        numbers = [number for point in range(17) for number in (*points.get(point, (0, 0)), 2 if point in points else 0)]
        person = [{"image_id": 1, "category_id": 1, "keypoints": numbers, "score": 1.0}]
        estimates = kansetsu.pose_from_keypoints(model, person)
        self.assertEqual(estimates[0]["pose"].shape, (len(model.rig), 10))
        self.assertEqual(len(kansetsu.pose_from_keypoints(model, json.dumps(person))), len(estimates))
        with self.assertRaisesRegex(kansetsu.KansetsuError, "keypoints"):
            kansetsu.pose_from_keypoints(model, b"{}")


if __name__ == "__main__":
    unittest.main()
