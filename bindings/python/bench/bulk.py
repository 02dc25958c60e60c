"""Bulk retargeting on one machine: equal files of all engines, share of solving, memory.

Run by ``cargo xtask python --engines`` with the interpreters of two environments::

    python bulk.py PYTHON_WITH_RAY PYTHON_WITH_DAFT

Each clip is a motion of the mannequin's arm as BVH. The files of one environment are compared byte by byte with those of
its local run: environments have different versions of pyarrow.
"""

import argparse
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import kansetsu
from kansetsu import arrow, bulk

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tests/with_pyarrow"))
from test_arrow import bvh  # noqa: E402


# A process inherits the peak memory of the one that starts it, so a small one starts the run.
STARTER = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[1:], stderr=subprocess.DEVNULL)
_, status, usage = os.wait4(process.pid, 0)
print(status, usage.ru_maxrss)
"""


def run(python: str, folder: pathlib.Path, motions: str, out: str, engine: str, workers: int) -> tuple[float, float]:
    """Seconds of a run, and the largest memory of one of its processes in MB."""
    command = [python, "-m", "kansetsu.bulk", folder / motions, folder / out, "--target", "figure:mannequin"]
    start = time.perf_counter()
    options = ["--engine", engine, "--workers", str(workers)]
    starter = [sys.executable, "-c", STARTER, *map(str, command), *options]
    status, memory = map(int, subprocess.run(starter, check=True, stdout=subprocess.PIPE).stdout.split()[-2:])
    if status:
        sys.exit(f"{engine}: the run failed with status {status}")
    return time.perf_counter() - start, memory / 1e3


def files(folder: pathlib.Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def solving_share(folder: pathlib.Path, count: int) -> tuple[float, float]:
    """The share of retargeting in the time of a worker, and milliseconds of a clip."""
    (folder / "share").mkdir()
    worker = bulk.Worker("figure:mannequin", None)
    solving = 0.0
    original = kansetsu.retarget

    def timed(*arguments, **options):
        nonlocal solving
        start = time.perf_counter()
        done = original(*arguments, **options)
        solving += time.perf_counter() - start
        return done

    arrow.kansetsu.retarget = timed
    start = time.perf_counter()
    for path in sorted((folder / "few").iterdir())[:count]:
        worker.carry((str(path), path.name, str(folder / "share" / path.name)))
    total = time.perf_counter() - start
    arrow.kansetsu.retarget = original
    return solving / total, 1e3 * total / count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ray", help="a Python with kansetsu[ray]")
    parser.add_argument("daft", help="a Python with kansetsu[daft]")
    parser.add_argument("--clips", type=int, default=1000)
    parser.add_argument("--frames", type=int, default=300)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        texts = [bvh(kansetsu.figure("mannequin"), given.frames + index) for index in range(8)]
        for motions, count in [("few", given.clips // 10), ("many", given.clips)]:
            (folder / motions).mkdir()
            for index in range(count):
                (folder / motions / f"walk{index:05}.bvh").write_text(texts[index % len(texts)])
        share, milliseconds = solving_share(folder, min(100, given.clips // 10))
        print("# Bulk retargeting\n")
        print(
            f"{given.clips} clips of {given.frames} frames, BVH to the mannequin, on {os.cpu_count()} cores. A worker needs "
            f"{milliseconds:.1f} ms for a clip, {100 * share:.0f} % of them for retargeting.\n"
        )
        print("| engine | workers | time, of local | memory at a tenth of the clips, MB | memory, MB | files |")
        print("| --- | --- | --- | --- | --- | --- |")
        local = None
        for python, engines in [(given.ray, [("local", 2), ("ray", 1), ("ray", 2)]), (given.daft, [("local", 2), ("daft", 2)])]:
            expected = None
            for engine, workers in engines:
                out = f"{engine}{workers}{pathlib.Path(python).parts[-3]}"
                _, before = run(python, folder, "few", f"{out}few", engine, workers)
                took, memory = run(python, folder, "many", out, engine, workers)
                local, written = local or took, files(folder / out)
                expected = expected or written
                same = "equal" if written == expected and len(written) == given.clips else "different"
                print(f"| {engine} | {workers} | {took / local:.2f} | {before:.0f} | {memory:.0f} | {same} |", flush=True)


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    main()
