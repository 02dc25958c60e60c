"""Arrow tables and bulk runs."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import kansetsu
from kansetsu import arrow


def nested(rows, width):
    """Rows of arrays (n, width) as list<fixed_size_list<float32>>."""
    offsets = np.cumsum([0, *map(len, rows)]).astype(np.int32)
    numbers = np.concatenate(rows).astype(np.float32).ravel()
    return pa.ListArray.from_arrays(pa.array(offsets), pa.FixedSizeListArray.from_arrays(pa.array(numbers), width))


def bvh(model, frames):
    """The model's skeleton as BVH, with a motion of the left arm."""
    rig = model.rig
    children = [[joint for joint, parent in enumerate(rig.parents) if parent == index] for index in range(len(rig))]
    rest, order = rig.rest_pose(), []

    def block(joint):
        order.append(joint)
        offset = "OFFSET " + " ".join(f"{number:.6f}" for number in rest[joint, :3])
        channels = "CHANNELS 6 Xposition Yposition Zposition" if rig.parents[joint] is None else "CHANNELS 3"
        inside = "\n".join(map(block, children[joint])) or "End Site\n{\nOFFSET 0 0.05 0\n}"
        kind = "ROOT" if rig.parents[joint] is None else "JOINT"
        return f"{kind} {rig.joints[joint]}\n{{\n{offset}\n{channels} Zrotation Xrotation Yrotation\n{inside}\n}}"

    text = f"HIERARCHY\n{block(0)}\nMOTION\nFrames: {frames}\nFrame Time: 0.0333333\n"
    lines = []
    for frame in range(frames):
        numbers = [f"{number:.6f}" for number in rest[0, :3]]
        for joint in order:
            bend = 40 * np.sin(frame / 5) if rig.joints[joint] == "LeftUpperArm" else 0
            numbers += ["0", "0", f"{bend:.5f}"]
        lines.append(" ".join(numbers))
    return text + "\n".join(lines) + "\n"


class Tables(unittest.TestCase):
    def setUp(self):
        self.model = kansetsu.figure("mannequin")
        self.rig = self.model.rig
        self.hand = self.rig.forward(self.rig.stance())[self.rig.joint("leftHand"), :3, 3]

    def targets(self, frames, seed):
        places = self.hand + np.random.default_rng(seed).uniform(-0.1, 0.1, (frames, 3))
        return np.concatenate([places, np.tile([0.0, 0.0, 0.0, 1.0], (frames, 1))], 1).astype(np.float32)

    def test_solve_has_the_poses_of_a_batch_and_carries_errors(self):
        rows = [self.targets(5, 1), self.targets(3, 2), self.targets(4, 3)]
        rows[1][2, 1] = np.nan
        table = pa.table({"clip": ["a", "b", "c"], "fps": pa.array([30, 30, 60], pa.float32()), "targets": nested(rows, 7)})
        done = arrow.solve(table, self.rig, ["leftHand"])
        self.assertEqual(done["clip"].to_pylist(), ["a", "b", "c"])
        self.assertIn("row 2", done["error"][1].as_py())
        self.assertIsNone(done["rotations"][1].as_py())
        self.assertEqual([done["error"][row].as_py() for row in (0, 2)], [None, None])
        batch = kansetsu.solve_batch(self.rig, {"leftHand": rows[2]})
        rotations = np.array(done["rotations"][2].as_py(), np.float32).reshape(4, len(self.rig), 4)
        np.testing.assert_array_equal(rotations, batch.poses[:, :, 3:7])
        self.assertLess(done["report"][0].as_py()["distance"], 0.5)

    def test_input_is_not_copied(self):
        column = nested([self.targets(5, 1)], 7)
        view = arrow._numbers(column, "targets", 0, 7)
        self.assertEqual(view.ctypes.data, column.values.values.buffers()[1].address)
        self.assertFalse(view.flags.writeable)

    def test_an_empty_table_has_the_same_columns(self):
        table = pa.table({"clip": pa.array([], pa.string()), "fps": pa.array([], pa.float32()), "targets": nested([np.zeros((0, 7))], 7)[:0]})
        done = arrow.solve(table, self.rig, ["leftHand"])
        self.assertEqual((done.num_rows, len(done.schema)), (0, 7))

    def test_retarget_of_poses(self):
        poses = np.stack([self.rig.stance()] * 4).reshape(4, -1)
        table = pa.table({"clip": ["a"], "fps": pa.array([30], pa.float32()), "poses": nested([poses], poses.shape[1])})
        done = arrow.retarget(table, self.model, self.model)
        self.assertIsNone(done["error"][0].as_py())
        self.assertEqual(len(done["root"][0].as_py()), 4)


class Bulk(unittest.TestCase):
    def run_bulk(self, *arguments):
        done = subprocess.run([sys.executable, "-m", "kansetsu.bulk", *map(str, arguments)], capture_output=True, text=True)
        return done.returncode, done.stderr

    def files(self, folder):
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    def test_local_runs_resume_and_keep_errors(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "in/deeper").mkdir(parents=True)
            model = kansetsu.figure("mannequin")
            for index in range(3):
                (folder / f"in/walk{index}.bvh").write_text(bvh(model, 10 + index))
            (folder / "in/deeper/walk0.bvh").write_text(bvh(model, 5))
            (folder / "in/broken.bvh").write_text(bvh(model, 5)[:400])
            arguments = (folder / "in", folder / "out", "--target", "figure:mannequin", "--workers", 2)
            status, told = self.run_bulk(*arguments)
            self.assertEqual(status, 2, told)
            self.assertIn("broken.bvh: ", told)
            files = self.files(folder / "out")
            names = ["broken", "deeper/walk0", "walk0", "walk1", "walk2"]
            self.assertEqual(sorted(files), [f"{name}.bvh.parquet" for name in names])
            table = pq.read_table(folder / "out/walk2.bvh.parquet")
            self.assertIsNone(table["error"][0].as_py())
            self.assertEqual(len(table["rotations"][0]), 12)
            os.remove(folder / "out/walk1.bvh.parquet")
            status, told = self.run_bulk(*arguments, "--engine", "local")
            self.assertEqual(status, 2, told)
            self.assertIn("5 motions, 3 done before", told)
            self.assertIn("broken.bvh: ", told)
            self.assertEqual(self.files(folder / "out"), files)

    def test_wrong_arguments_are_told(self):
        status, told = self.run_bulk("no/such/folder", "out", "--target", "figure:mannequin")
        self.assertEqual(status, 2)
        self.assertIn("no/such/folder", told)


if __name__ == "__main__":
    unittest.main()
