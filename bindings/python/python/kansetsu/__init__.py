"""Full-body inverse kinematics for characters, robots and motion data.

Poses are NumPy arrays of shape ``(joints, 10)`` and dtype ``float32``: translation (3, metres), rotation
(quaternion x, y, z, w) and scale (3) of each joint, relative to its parent. Right-handed, +Y up, radians, seconds.

>>> import kansetsu
>>> model = kansetsu.figure("mannequin")
>>> session = model.rig.session()
>>> session.set_target("leftHand", position=[0.4, 1.3, 0.3])
>>> session.solve().outcome
'reached'
"""

from ._kansetsu import (
    FIGURES,
    OUTCOMES,
    Batch,
    Clip,
    KansetsuError,
    Model,
    Report,
    Retargeted,
    Rig,
    Session,
    TargetReport,
    __version__,
    convert,
    figure,
    limits,
    open,
    pose_from_keypoints,
    retarget,
    solve_batch,
    track,
)
from ._png import Png, render

__all__ = [
    "FIGURES",
    "OUTCOMES",
    "Batch",
    "Clip",
    "KansetsuError",
    "Model",
    "Png",
    "Report",
    "Retargeted",
    "Rig",
    "Session",
    "TargetReport",
    "__version__",
    "convert",
    "figure",
    "limits",
    "open",
    "pose_from_keypoints",
    "render",
    "retarget",
    "solve_batch",
    "track",
]
