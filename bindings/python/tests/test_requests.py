"""The 200 requests of the session API: bit-identical with the library."""

import json
import os
import pathlib
import unittest

import numpy as np

import kansetsu

ROOT = pathlib.Path(__file__).resolve().parents[3]
TABLE = ROOT / "crates/kansetsu-figures/tests/requests/requests.json"
CORPUS = pathlib.Path(os.environ.get("KANSETSU_CORPUS", ROOT.parent / "shared/data"))
STEPS = 800


def expected_poses():
    """What the example `request_poses` of kansetsu-figures prints: outcome and pose of each row."""
    path = os.environ.get("KANSETSU_REQUEST_POSES")
    if path is None:
        raise RuntimeError("KANSETSU_REQUEST_POSES names no output of `cargo run --example request_poses`; use `cargo xtask python`")
    rows = {}
    for line in pathlib.Path(path).read_text().splitlines():
        if line.startswith("row "):
            name, outcome, bits = line.split("\t")
            rows[int(name.split()[1])] = outcome, np.array([int(bits[i : i + 8], 16) for i in range(0, len(bits), 8)], np.uint32)
    return rows


class Requests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.rows = json.loads(TABLE.read_text())
        cls.expected = expected_poses()
        cls.models = {}

    def model(self, name):
        kind, _, path = name.partition(":")
        if name not in self.models:
            self.models[name] = kansetsu.figure(path) if kind == "figure" else kansetsu.open(CORPUS / path)
        return self.models[name]

    def start(self, model, row):
        if "start" not in row:
            return model.rig.rest_pose()
        time, clip = row["start"]["time"], row["start"]["clip"]
        return model.pose_at(time, clip)

    def test_each_pose_has_the_bits_of_the_library(self):
        self.assertGreaterEqual(len(self.expected), 50)
        for index, (outcome, bits) in self.expected.items():
            row = self.rows[index]
            model = self.model(row["figure"])
            pose = self.start(model, row)
            session = kansetsu.Session.from_request(model.rig, row["request"])
            report = session.solve(pose, STEPS)
            with self.subTest(row=index, figure=row["figure"]):
                self.assertIs(report.pose, pose)
                self.assertEqual(report.outcome.replace("_", ""), outcome.lower())
                np.testing.assert_array_equal(pose.view(np.uint32).ravel(), bits)

    def test_requests_survive_text_pickle_and_to_request(self):
        import pickle

        for index in list(self.expected)[::10]:
            row = self.rows[index]
            model = self.model(row["figure"])
            session = kansetsu.Session.from_request(model.rig, json.dumps(row["request"]))
            for other in (pickle.loads(pickle.dumps(session)), kansetsu.Session.from_request(model.rig, session.to_request())):
                pose = self.start(model, row)
                other.solve(pose, STEPS)
                with self.subTest(row=index):
                    np.testing.assert_array_equal(pose.view(np.uint32).ravel(), self.expected[index][1])


if __name__ == "__main__":
    unittest.main()
