"""Batches: bit-identical with one session, for any number of threads."""

import unittest

import numpy as np

import kansetsu


class Batches(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.rig = kansetsu.figure("mannequin").rig
        random = np.random.default_rng(7)
        around = cls.rig.forward(cls.rig.stance())[cls.rig.joint("leftHand"), :3, 3]
        cls.left = (around + random.uniform(-0.25, 0.25, (100, 3))).astype(np.float32)
        cls.right = np.concatenate([cls.left * [-1, 1, 1], np.tile([0.0, 0.0, 0.0, 1.0], (100, 1))], 1).astype(np.float32)

    def test_rows_are_those_of_a_session(self):
        batch = kansetsu.solve_batch(self.rig, {"leftHand": self.left, "rightHand": self.right}, threads=2, pins=["head"])
        session = self.rig.session()
        session.pin("head")
        for row in range(0, 100, 7):
            session.set_target("leftHand", position=self.left[row])
            session.set_target("rightHand", position=self.right[row, :3], rotation=self.right[row, 3:])
            report = session.solve()
            np.testing.assert_array_equal(batch.poses[row].view(np.uint32), report.pose.view(np.uint32))
            self.assertEqual(kansetsu.OUTCOMES[batch.outcome[row]], report.outcome)
            self.assertEqual((batch.distance[row], batch.steps[row]), (np.float32(report.distance), report.steps))

    def test_threads_do_not_matter(self):
        one, *others = (kansetsu.solve_batch(self.rig, {"leftHand": self.left}, threads=threads) for threads in (1, 2, 7, 0))
        for other in others:
            for field in ("poses", "outcome", "distance", "angle", "steps"):
                np.testing.assert_array_equal(getattr(one, field), getattr(other, field))

    def test_each_row_may_have_its_start(self):
        starts = np.stack([self.rig.stance(), self.rig.rest_pose()] * 50)
        batch = kansetsu.solve_batch(self.rig, {"leftHand": self.left}, starts, posture="given")
        alone = kansetsu.solve_batch(self.rig, {"leftHand": self.left[1:2]}, self.rig.rest_pose(), posture="given")
        np.testing.assert_array_equal(batch.poses[1], alone.poses[0])

    def test_an_error_names_the_row(self):
        bad = self.left.copy()
        bad[[40, 17], 1] = np.nan
        with self.assertRaisesRegex(kansetsu.KansetsuError, r"row 17: .*LeftHand"):
            kansetsu.solve_batch(self.rig, {"leftHand": bad})
        kept = kansetsu.solve_batch(self.rig, {"leftHand": bad}, errors="keep")
        self.assertEqual(sorted(kept.errors), [17, 40])
        np.testing.assert_array_equal(kept.poses[17], self.rig.rest_pose())
        good = kansetsu.solve_batch(self.rig, {"leftHand": self.left})
        np.testing.assert_array_equal(np.delete(kept.poses, [17, 40], 0), np.delete(good.poses, [17, 40], 0))

    def test_no_rows_are_no_poses(self):
        batch = kansetsu.solve_batch(self.rig, {"leftHand": np.zeros((0, 3), np.float32)})
        self.assertEqual(batch.poses.shape, (0, len(self.rig), 10))

    def test_arrays_are_checked(self):
        for targets, error in (
            ({}, kansetsu.KansetsuError),
            ({"leftHand": self.left, "rightHand": self.right[:50]}, ValueError),
            ({"leftHand": self.left.astype(float)}, TypeError),
            ({"leftHand": self.left[::2]}, ValueError),
            ({"leftHand": self.left[:, :2]}, ValueError),
            ({"leftHand": [[0.0, 0.0, 0.0]]}, TypeError),
        ):
            with self.subTest(targets=str(targets)[:60]), self.assertRaisesRegex(error, "targets"):
                kansetsu.solve_batch(self.rig, targets)


if __name__ == "__main__":
    unittest.main()
