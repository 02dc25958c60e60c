"""Arrow table in, Arrow table out: functions for Ray, Daft, Spark and plain Python.

One row is one clip. Numbers are not copied on the way in, and once on the way out. Needs ``pyarrow``.
"""

import numpy as np
import pyarrow as pa

import kansetsu


def _numbers(column, name, row, width):
    """The numbers of a row of nested lists as a view of shape (n, width)."""
    value = column[row]
    if not value.is_valid:
        raise kansetsu.KansetsuError(f"{name}: expected numbers, got null")
    values = value.values
    while pa.types.is_list(values.type) or pa.types.is_fixed_size_list(values.type) or pa.types.is_large_list(values.type):
        values = values.flatten()
    if values.type != pa.float32():
        raise TypeError(f"{name}: expected lists of float32, got {values.type}")
    if values.null_count:
        raise kansetsu.KansetsuError(f"{name}: expected numbers, got null")
    array = values.to_numpy(zero_copy_only=True)
    if array.size % width:
        raise ValueError(f"{name}: expected {width} numbers per frame, got {array.size} in total")
    return array.reshape(-1, width)


def _lists(arrays, width):
    """Arrays of shape (n, width), one per row, as list<fixed_size_list<float32>>; None is null."""
    mask = [array is None for array in arrays]
    arrays = [np.zeros((0, width), np.float32) if array is None else array.reshape(-1, width) for array in arrays]
    offsets = np.zeros(len(arrays) + 1, np.int32)
    np.cumsum([len(array) for array in arrays], out=offsets[1:])
    numbers = np.concatenate(arrays).ravel() if arrays else np.zeros(0, np.float32)
    values = pa.FixedSizeListArray.from_arrays(pa.array(numbers, pa.float32()), width)
    return pa.ListArray.from_arrays(pa.array(offsets), values, mask=pa.array(mask, pa.bool_()))


def _table(rows, joints):
    """The output: clip, fps, rotations, root, report, error, version."""
    columns = list(zip(*rows)) if rows else [[]] * 6
    clips, fps, poses, distances, reached, errors = columns
    quaternions = [None if pose is None else np.ascontiguousarray(pose[:, :, 3:7]).reshape(-1, 4 * joints) for pose in poses]
    roots = [None if pose is None else np.ascontiguousarray(pose[:, 0, :3]) for pose in poses]
    report = pa.StructArray.from_arrays([pa.array(distances, pa.float32()), pa.array(reached, pa.float32())], ["distance", "reached"])
    return pa.table(
        {
            "clip": pa.array(clips, pa.string()),
            "fps": pa.array(fps, pa.float32()),
            "rotations": _lists(quaternions, 4 * joints),
            "root": _lists(roots, 3),
            "report": report,
            "error": pa.array(errors, pa.string()),
            "version": pa.array([kansetsu.__version__] * len(rows), pa.string()),
        }
    )


def _each(table, work, joints):
    """Processes the rows in sequence; a failed row has its error."""
    rows = []
    for row in range(table.num_rows):
        clip, fps = table["clip"][row].as_py(), table["fps"][row].as_py()
        try:
            fps, poses, distance, reached = work(row, fps)
            rows.append((clip, fps, poses, distance, reached, None))
        except (ValueError, TypeError, KeyError, OSError) as error:
            rows.append((clip, fps, None, None, None, str(error)))
    return _table(rows, joints)


def solve(table, rig, joints, *, start=None, threads=1, steps=200, options=None):
    """Solves the frames of each row independently, each from ``start`` (or the rest pose).

    The table has the columns ``clip`` (string), ``fps`` (float32) and ``targets``: for each frame 7 numbers for each of
    ``joints``, position and rotation x, y, z, w (lists of float32, nested in any way). The result has ``clip``, ``fps``,
    ``rotations`` (4 numbers a joint), ``root`` (the translation of the first joint), ``report`` (the largest distance in
    metres, the share of frames that are reached), ``error`` and ``version``. Raises ``KeyError`` for a missing column.
    """
    column = table["targets"].combine_chunks()
    width = 7 * len(joints)

    def work(row, fps):
        targets = _numbers(column, "targets", row, width)
        split = {joint: np.ascontiguousarray(targets[:, 7 * index : 7 * index + 7]) for index, joint in enumerate(joints)}
        batch = kansetsu.solve_batch(rig, split, start, threads, steps=steps, options=options)
        return fps, batch.poses, float(batch.distance.max(initial=0)), float((batch.outcome == 0).mean()) if len(targets) else 1.0

    return _each(table, work, len(rig))


def retarget(table, source, target):
    """Retargets the motion of each row from the model ``source`` to the model ``target``.

    The table has the columns ``clip``, ``fps`` and ``poses``: 10 numbers a joint of ``source`` for each frame (lists of
    float32, nested in any way). The result is that of :func:`solve`; its report has the largest error of the hands, metres,
    and the share of frames within 2 cm.
    """
    column = table["poses"].combine_chunks()
    joints = len(source.rig)

    def work(row, fps):
        poses = _numbers(column, "poses", row, 10 * joints).reshape(-1, joints, 10)
        return _carried(kansetsu.retarget(source, poses, target, fps=fps))

    return _each(table, work, len(target.rig))


def retarget_files(table, target):
    """Retargets the first clip of each file, column ``path``, to the model ``target``.

    ``fps`` may be null: then the clip's own. The result is that of :func:`retarget`.
    """

    def work(row, fps):
        return _carried(kansetsu.retarget(kansetsu.open(table["path"][row].as_py()), 0, target, fps=fps))

    return _each(table, work, len(target.rig))


def _carried(done):
    frames = max(done.report["frames"], 1)
    return done.fps, done.poses, done.report["hand_error"], 1 - done.report["far_hands"] / (2 * frames)
