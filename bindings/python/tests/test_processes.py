"""Threads, processes, and the time of an import."""

import multiprocessing
import subprocess
import sys
import threading
import time
import unittest

import numpy as np

import kansetsu


def solved(session):
    return session.solve().pose


def child(session, queue):
    queue.put(solved(session))


class Processes(unittest.TestCase):
    def setUp(self):
        self.rig = kansetsu.figure("mannequin").rig
        self.session = self.rig.session(posture="likely")
        self.session.pin("rightFoot")
        self.session.set_target("leftHand", position=[0.4, 1.3, 0.3], radius=0.01)

    def test_a_forked_child_solves(self):
        solved(self.session)
        kansetsu.solve_batch(self.rig, {"leftHand": np.zeros((64, 3), np.float32)}, threads=2)
        context = multiprocessing.get_context("fork")
        queue = context.Queue()
        process = context.Process(target=child, args=(self.session, queue))
        process.start()
        np.testing.assert_array_equal(queue.get(timeout=60), solved(self.session))
        process.join(60)
        self.assertEqual(process.exitcode, 0)

    def test_a_spawned_child_gets_the_pickle(self):
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            np.testing.assert_array_equal(pool.apply(solved, (self.session,)), solved(self.session))

    def test_solves_release_the_interpreter(self):
        targets = {"leftHand": np.random.default_rng(1).uniform(-1, 1, (400, 3)).astype(np.float32)}
        worker = threading.Thread(target=kansetsu.solve_batch, args=(self.rig, targets), kwargs={"threads": 1})
        worker.start()
        ticks = 0
        while worker.is_alive():
            ticks += 1
            time.sleep(0.001)
        self.assertGreater(ticks, 3)

    def test_threads_with_their_own_sessions_agree(self):
        results = [None] * 4

        def run(index):
            session = self.rig.session()
            session.set_target("leftHand", position=[0.4, 1.3, 0.3])
            results[index] = [session.solve().pose for _ in range(20)]

        threads = [threading.Thread(target=run, args=(index,)) for index in range(4)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        for poses in results:
            for pose in poses:
                np.testing.assert_array_equal(pose, results[0][0])

    def test_a_session_that_is_shared_solves_or_says_so(self):
        problems = []

        def run():
            for _ in range(50):
                try:
                    self.session.solve()
                except kansetsu.KansetsuError as error:
                    problems.append(str(error))

        threads = [threading.Thread(target=run) for _ in range(4)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        self.assertTrue(all("another thread" in problem for problem in problems))

    def test_the_import_takes_80_ms_at_most(self):
        code = "import time; start = time.perf_counter(); import kansetsu; print(time.perf_counter() - start)"
        times = [float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(5)]
        self.assertLess(min(times), 0.080)


if __name__ == "__main__":
    unittest.main()
