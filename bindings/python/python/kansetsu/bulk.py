"""``python -m kansetsu.bulk IN OUT --target FIGURE``: retargets the motions of a folder to a figure.

IN is a folder of motions. OUT gets one Parquet file for each, in the same subfolders. A run that is started again skips the motions that are done
and repeats those with an error. At most one run may write to OUT.
The engines ``local``, ``ray`` and ``daft`` call the same function, so that their files are the same.
"""

import argparse
import multiprocessing
import os
import pathlib
import sys

ENDINGS = {".bvh", ".fbx", ".glb", ".gltf", ".vrm", ".vrma"}


def main(arguments=None):
    """Runs the command. Returns the exit status: 0, or 2 if a motion has an error."""
    parser = argparse.ArgumentParser(prog="python -m kansetsu.bulk", description="Retarget the motions of a folder to a figure.")
    parser.add_argument("input", type=pathlib.Path, metavar="IN", help="a folder of motions")
    parser.add_argument("output", type=pathlib.Path, metavar="OUT", help="a folder for Parquet files, created if needed")
    parser.add_argument("--target", required=True, help="a figure: a file, or figure:NAME")
    parser.add_argument("--fps", type=float, help="frames per second [default: those of each motion]")
    parser.add_argument("--engine", choices=["local", "ray", "daft"], default="local")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="the number of processes or actors [default: the number of cores]")
    options = parser.parse_args(arguments)
    if not options.input.is_dir():
        parser.error(f"IN: there is no folder {options.input}")
    if options.workers < 1:
        parser.error("--workers: expected 1 or more")
    try:
        model(options.target)
    except (OSError, ValueError) as error:
        parser.error(f"--target: {error}")
    options.output.mkdir(parents=True, exist_ok=True)
    files = sorted(path for path in options.input.rglob("*") if path.suffix.lower() in ENDINGS)
    jobs = [(str(path), path.relative_to(options.input).as_posix(), str(place(path, options))) for path in files]
    for leftover in options.output.rglob("*.parquet.*.tmp"):
        leftover.unlink()
    todo = [job for job in jobs if not is_done(job[2])]
    print(f"{len(jobs)} motions, {len(jobs) - len(todo)} done before", file=sys.stderr)
    failed = 0
    engine = {"local": local, "ray": ray, "daft": daft}[options.engine]
    for number, (clip, fault) in enumerate(engine(todo, options), 1):
        failed += fault is not None
        print(f"[{number}/{len(todo)}] {clip}{': ' + fault if fault else ''}", file=sys.stderr)
    return 2 if failed else 0


def place(path, options):
    """The output path of a motion: OUT has the subfolders of IN."""
    relative = path.relative_to(options.input)
    return options.output / relative.parent / (relative.name + ".parquet")


def is_done(out):
    """Whether an earlier run wrote a motion without an error."""
    import pyarrow.parquet as pq

    return os.path.exists(out) and pq.read_table(out, columns=["error"])["error"].null_count == 1


def model(target):
    """The figure of a path or of ``figure:NAME``."""
    import kansetsu

    return kansetsu.figure(target[7:]) if target.startswith("figure:") else kansetsu.open(target)


class Worker:
    """Retargets motions to one figure, in an actor."""

    def __init__(self, target, fps):
        self.target, self.fps = model(target), fps

    def carry(self, job):
        """Writes one motion and returns its name and its error."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        from kansetsu import arrow

        path, clip, out = job
        os.makedirs(os.path.dirname(out), exist_ok=True)
        table = pa.table({"clip": [clip], "path": [path], "fps": pa.array([self.fps], pa.float32())})
        result = arrow.retarget_files(table, self.target)
        # An existing file is complete: an interrupted run repeats only this motion.
        beside = f"{out}.{os.getpid()}.tmp"
        pq.write_table(result, beside)
        os.replace(beside, out)
        return clip, result["error"][0].as_py()


def local(jobs, options):
    """Processes on this machine."""
    context = multiprocessing.get_context("spawn")
    with context.Pool(min(options.workers, max(len(jobs), 1)), _begin, (options.target, options.fps)) as pool:
        yield from pool.imap_unordered(_work, jobs)


_workers = []


def _begin(target, fps):
    _workers.append(Worker(target, fps))


def _work(job):
    return _workers[0].carry(job)


def ray(jobs, options):
    """Actors of Ray: on this machine, or on the cluster that ``RAY_ADDRESS`` names. IN and OUT must exist there, too."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    import ray as engine

    if not engine.is_initialized():
        engine.init(log_to_driver=False, include_dashboard=False)
    actor = engine.remote(max_restarts=3, max_task_retries=3)(Worker)
    actors = [actor.remote(options.target, options.fps) for _ in range(min(options.workers, max(len(jobs), 1)))]
    yield from engine.util.ActorPool(actors).map_unordered(lambda actor, job: actor.carry.remote(job), jobs)


def daft(jobs, options):
    """A Daft data frame of the jobs."""
    import daft as engine

    worker = []

    @engine.func(return_dtype=engine.DataType.string())
    def carry(path, clip, out):
        if not worker:
            worker.append(Worker(options.target, options.fps))
        return worker[0].carry((path, clip, out))[1] or ""

    columns = dict(zip(("path", "clip", "out"), zip(*jobs))) if jobs else {}
    if columns:
        frame = engine.from_pydict({name: list(column) for name, column in columns.items()})
        done = frame.with_column("error", carry(frame["path"], frame["clip"], frame["out"])).to_pydict()
        yield from ((clip, error or None) for clip, error in zip(done["clip"], done["error"]))


if __name__ == "__main__":
    sys.exit(main())
