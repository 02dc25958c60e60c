"""Bulk runs on the engine of the variable KANSETSU_ENGINE: ray or daft."""

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import kansetsu
import pyarrow.parquet as pq

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "with_pyarrow"))
from test_arrow import bvh  # noqa: E402

ENGINE = os.environ["KANSETSU_ENGINE"]
CLIPS = 24


class Engine(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = pathlib.Path(cls.folder.name)
        (cls.root / "in").mkdir()
        model = kansetsu.figure("mannequin")
        for index in range(CLIPS):
            (cls.root / f"in/walk{index}.bvh").write_text(bvh(model, 150 + index))
        (cls.root / "in/truncated.bvh").write_text(bvh(model, 5)[:400])
        done = cls.start("local", "local").communicate()[1]
        cls.expected = cls.files("local")
        assert len(cls.expected) == CLIPS + 1, done

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def start(cls, out, engine=ENGINE, workers=2):
        command = [sys.executable, "-m", "kansetsu.bulk", cls.root / "in", cls.root / out, "--target", "figure:mannequin"]
        options = ["--engine", engine, "--workers", str(workers)]
        # A shell lets the programs that it runs in the background ignore Ctrl-C.
        return subprocess.Popen(
            [*command, *options],
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )

    @classmethod
    def files(cls, out):
        return {path.name: path.read_bytes() for path in (cls.root / out).glob("*.parquet")}

    def finished(self, out, **options):
        run = self.start(out, **options)
        told = run.communicate()[1]
        self.assertEqual(run.returncode, 2, told)
        self.assertIn("truncated.bvh: ", told)
        self.assertEqual(self.files(out), self.expected)
        return told

    def until_some_are_done(self, out, run):
        while len(list((self.root / out).glob("*.parquet"))) < 3:
            self.assertIsNone(run.poll(), "the run ended before it could be disturbed")
            time.sleep(0.01)

    def test_one_and_two_workers_write_the_same_bytes(self):
        for workers in (1, 2):
            self.finished(f"workers{workers}", workers=workers)
        table = pq.read_table(self.root / "workers2/truncated.bvh.parquet")
        self.assertTrue(table["error"][0].as_py())
        self.assertIsNone(table["rotations"][0].as_py())

    def test_a_run_that_was_stopped_continues(self):
        run = self.start("stopped")
        self.until_some_are_done("stopped", run)
        run.send_signal(signal.SIGINT)
        run.communicate()
        self.assertNotEqual(run.returncode, 0)
        before = len(self.files("stopped"))
        self.assertLess(before, CLIPS, "the run was stopped before its end")
        told = self.finished("stopped")
        self.assertRegex(told, rf"{CLIPS + 1} motions, [1-9]")

    @unittest.skipIf(ENGINE != "ray", "Daft has no actors of this run")
    def test_a_killed_actor_changes_nothing(self):
        run = self.start("killed")
        self.until_some_are_done("killed", run)
        os.kill(actors()[0], signal.SIGKILL)
        self.assertEqual((run.communicate()[1].count("truncated.bvh: "), run.returncode), (1, 2))
        self.assertEqual(self.files("killed"), self.expected)


def actors():
    """The processes of Ray's actors. Each has the name of its class."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            name = (process / "cmdline").read_bytes()
        except OSError:
            continue
        if name.startswith(b"ray::Worker"):
            found.append(int(process.name))
    return found


if __name__ == "__main__":
    unittest.main()
