"""Random calls on several threads for a time: no crash, no memory that grows.

Run by ``cargo xtask python --soak MINUTES``. Half of the calls are those of ``tests/test_arguments.py``, mostly with wrong arguments.
The other half are valid: sessions, batches, retargeting, pictures, pickles.
"""

import argparse
import concurrent.futures
import contextlib
import ctypes
import gc
import pathlib
import pickle
import random
import sys
import time

import kansetsu
import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tests"))
from test_arguments import Arguments  # noqa: E402

THREADS = 3
#: The part of the time after which memory must no longer grow.
WARM = 0.3
#: The growth that counts as a leak: an array of 100 poses is kept in about every hundredth call.
MOST_GROWTH = 0.05


def memory() -> int:
    """The resident memory of this process in bytes, without what the allocator keeps for later."""
    gc.collect()
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * 4096


def valid(choice: random.Random, model: kansetsu.Model) -> None:
    """A call that must succeed, and its promise. Retargeting is between people."""
    rig = model.rig
    tip = len(rig) - 1
    targets = np.array([[choice.uniform(-1, 1) for _ in range(3)] for _ in range(20)], np.float32)
    kind = choice.randrange(5)
    if kind == 0:
        session = rig.session()
        session.set_target(tip, position=targets[0])
        poses = [session.solve(steps=20).pose]
        poses.append(session.step(poses[0].copy()).pose)
    elif kind == 1:
        poses = [kansetsu.solve_batch(rig, {tip: targets}, threads=choice.randrange(4), steps=10).poses]
    elif kind == 2:
        person = kansetsu.figure("mannequin")
        poses = [kansetsu.retarget(person, np.stack([person.rig.rest_pose()] * 5), person, fps=30).poses]
    elif kind == 3:
        poses = [rig.forward(rig.rest_pose())]
        if not kansetsu.render(model, rig.rest_pose(), width=32, height=32).startswith(b"\x89PNG"):
            raise AssertionError(f"the picture of {model} is no PNG file")
    else:
        poses = [pickle.loads(pickle.dumps(rig)).rest_pose()]
    for pose in poses:
        if not np.isfinite(np.asarray(pose, np.float64)).all():
            raise AssertionError(f"call {kind} of {model} returned a number that is not finite")


def work(seed: int, end: float) -> tuple[int, int]:
    """The number of calls, and how many of them raised an exception."""
    choice, arguments = random.Random(seed), Arguments()
    models = [kansetsu.figure(name) for name in kansetsu.FIGURES]
    calls = raised = 0
    while time.monotonic() < end:
        model = choice.choice(models)
        calls += 1
        if choice.random() < 0.5:
            valid(choice, model)
            continue
        call, given = arguments.call(choice, model)
        try:
            call(*given[0], **given[1])
        except (TypeError, ValueError, KeyError, IndexError, OverflowError, OSError):
            raised += 1
    return calls, raised


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    given = parser.parse_args()
    start = time.monotonic()
    end = start + 60 * given.minutes
    with concurrent.futures.ThreadPoolExecutor(THREADS) as pool:
        futures = [pool.submit(work, seed, end) for seed in range(THREADS)]
        concurrent.futures.wait(futures, 60 * given.minutes * WARM, concurrent.futures.FIRST_EXCEPTION)
        warm = memory()
        done = [future.result() for future in futures]
    grown = memory() / warm - 1
    calls, raised = (sum(column) for column in zip(*done, strict=True))
    print("# Random calls of the Python package\n")
    print(f"{given.minutes:g} minutes on {THREADS} threads. Memory is compared with that after {100 * WARM:.0f} % of the time.\n")
    print("| calls | exceptions | memory, MB | growth |")
    print("| --- | --- | --- | --- |")
    print(f"| {calls} | {raised} | {memory() / 1e6:.0f} | {100 * grown:.1f} % |")
    if grown > MOST_GROWTH:
        sys.exit(f"the memory grows by {100 * grown:.1f} %")


if __name__ == "__main__":
    main()
