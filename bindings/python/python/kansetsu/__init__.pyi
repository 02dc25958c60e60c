from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any, Literal, TypedDict, final

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Unpack  # known to every type checker

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

__version__: str
FIGURES: list[str]
"""The names of the embedded figures."""
OUTCOMES: list[str]
"""All outcomes, from the best to the worst."""

_Floats = NDArray[np.float32]
_Numbers = Sequence[float] | NDArray[Any]
_Joint = str | int
"""A joint's name, a humanoid role such as "leftHand", "#" and an index, or an index."""
_Outcome = Literal["reached", "soft_reached", "out_of_reach", "too_close", "limited", "stalled"]

class KansetsuError(ValueError):
    """Invalid input of the library, or a file that cannot be read."""

class _PinTarget(TypedDict, total=False):
    position: _Numbers | None
    """Where the joint should be in model space, metres (3)."""
    rotation: _Numbers | None
    """How the joint should be rotated in model space, a quaternion x, y, z, w (4)."""
    align: tuple[_Numbers, _Numbers] | None
    """An axis of the joint (3), and the direction in model space along which it points (3)."""
    look_at: tuple[_Numbers, _Numbers] | None
    """An axis of the joint (3), and the point in model space at which it points, metres (3)."""
    line: _Numbers | None
    """The position may be anywhere on the line of this direction (3)."""
    plane: _Numbers | None
    """The position may be anywhere in the plane of this normal (3)."""
    point: _Numbers | None
    """The point of the joint that reaches, in the joint's local frame, metres (3)."""
    relative_to: _Joint | None
    """The joint in whose frame position and rotation are given."""
    radius: float
    """Tolerance radius, metres."""
    angle: float
    """Tolerance angle, radians."""
    pole: _Numbers | None
    """A point in model space at which the middle joint of a limb points, metres (3)."""

class _Target(_PinTarget, total=False):
    weight: float
    """Weight relative to other targets, more than 0."""

class _Options(TypedDict, total=False):
    limits: Literal["on", "off"]
    root: Literal["auto", "fixed", "rotates", "free"]
    posture: Literal["auto", "given", "uniform", "likely"]
    feet: Literal["planted", "free"]
    balance: Literal["on", "off"]
    self_collision: Literal["on", "off"]
    chain_length: int | None
    """The most joints above a target's joint that follow it."""
    locked: Sequence[_Joint]
    """Joints that keep their rotation."""
    stiffness: Mapping[_Joint, float]
    """Factors on the stiffness of joints, in [0.01, 100]."""
    solver: dict[str, Any] | None
    """A solver instead of the whole-body solver, for example {"solver": "fabrik"}."""
    tolerance: float
    """Position tolerance, as a fraction of the path from the root to a target. Default 1e-5."""
    angle_tolerance: float
    """Rotation tolerance, radians. Default 1e-3."""
    restarts: int
    """The most restarts of a solve if a target is missed. Default 12."""
    strength: float
    """The strength of a target against the posture, in [1, 1000]. Default 10."""
    velocity_limit: float | None
    """Joint velocity limit of `follow`, radians per frame."""

@final
class TargetReport:
    """The result of a target or a pin, measured by forward kinematics."""

    @property
    def joint(self) -> str: ...
    @property
    def index(self) -> int: ...
    @property
    def is_reached(self) -> bool: ...
    @property
    def outcome(self) -> _Outcome: ...
    @property
    def target(self) -> list[float]:
        """The position of the target in model space, metres."""
    @property
    def reached(self) -> list[float]:
        """The position of the joint's point in model space, metres."""
    @property
    def distance(self) -> float:
        """Position error, metres."""
    @property
    def angle(self) -> float:
        """Rotation error, radians."""
    def to_dict(self) -> dict[str, Any]: ...

@final
class Report:
    """The report of a solve or a step."""

    @property
    def pose(self) -> _Floats:
        """The array that the call changed, shape (joints, 10)."""
    @property
    def outcome(self) -> _Outcome:
        """The worst outcome of all targets and pins."""
    @property
    def is_reached(self) -> bool: ...
    @property
    def distance(self) -> float:
        """The largest position error of all targets, metres."""
    @property
    def targets(self) -> list[TargetReport]: ...
    @property
    def pins(self) -> list[TargetReport]:
        """One entry for each pin and each planted foot."""
    @property
    def active_limits(self) -> list[tuple[str, str]]:
        """The active bounds of limits: pairs of a joint's name and the bound."""
    @property
    def steps(self) -> int: ...
    @property
    def restarts(self) -> int: ...
    @property
    def is_settled(self) -> bool:
        """Whether another step with the same targets changes nothing."""
    def to_dict(self) -> dict[str, Any]: ...

@final
class Rig:
    """A skeleton with limits, limbs and humanoid roles. Immutable; it can be pickled."""

    @property
    def joints(self) -> list[str]:
        """The joints' names, parents before children."""
    @property
    def parents(self) -> list[int | None]: ...
    @property
    def roles(self) -> dict[str, int]:
        """The index of the joint with each humanoid role."""
    @property
    def limits(self) -> list[dict[str, Any] | None]:
        """The limit of each joint; angles are radians from the rest pose."""
    @property
    def limbs(self) -> list[dict[str, Any]]: ...
    @property
    def hinges(self) -> list[str]:
        """The names of the hinges, in the order of `angles`."""
    def angles(self, pose: _Floats) -> _Floats:
        """The angle of each hinge in a pose, radians, an array of shape (hinges,)."""
    def pose_from_angles(self, angles: _Floats) -> _Floats:
        """The pose (joints, 10) with these hinge angles, radians; other joints are at rest."""
    def rest_pose(self) -> _Floats:
        """A new array of shape (joints, 10)."""
    def stance(self) -> _Floats:
        """The relaxed stance, a new array of shape (joints, 10)."""
    def forward(self, pose: _Floats) -> _Floats:
        """The matrices `model_from_joint`: (joints, 4, 4) of (joints, 10), (n, joints, 4, 4) of (n, joints, 10)."""
    def joint(self, name: _Joint) -> int:
        """The index of a joint. Raises KansetsuError with similar names."""
    def session(self, options: _Options | None = None, **keywords: Unpack[_Options]) -> Session: ...
    def __len__(self) -> int: ...

@final
class Session:
    """Poses one body. One thread at a time; a solve releases the interpreter's lock.

    A pickle holds rig, options, targets and pins. A restored session starts a new motion.
    """

    def __new__(cls, rig: Rig, options: _Options | None = None, **keywords: Unpack[_Options]) -> Session: ...
    @staticmethod
    def from_request(rig: Rig, request: dict[str, Any] | str) -> Session:
        """The session of a request in the form of `kansetsu solve --request`."""
    def to_request(self) -> dict[str, Any]: ...
    @property
    def rig(self) -> Rig: ...
    def set_target(self, joint: _Joint, **target: Unpack[_Target]) -> None: ...
    def pin(self, joint: _Joint) -> None:
        """Pins a joint: it keeps the position and rotation that it has in the pose of the next solve or step."""
    def pin_position(self, joint: _Joint) -> None: ...
    def pin_to(self, joint: _Joint, **target: Unpack[_PinTarget]) -> None:
        """Pins a joint to a target, which is met before all others."""
    def release(self, joint: _Joint) -> None:
        """Removes the target and the pin of a joint."""
    def clear(self) -> None: ...
    def reset(self) -> None:
        """Resets the tracking state. Targets and pins stay."""
    def solve(self, pose: _Floats | None = None, steps: int = 200) -> Report:
        """Finds one pose that meets the targets. `pose` is changed in place; without it a new array starts at rest."""
    def step(self, pose: _Floats, steps: int = 16) -> Report:
        """Continues from `pose` toward the targets: one frame. `pose` is changed in place."""
    def follow(self, motion: _Floats, pose: _Floats | None = None, steps: int = 16) -> Report:
        """Poses the next frame of a motion. `pose` is an output."""
    def measure(self, pose: _Floats) -> Report:
        """The residuals of targets and pins in a pose. Nothing is solved."""

@final
class Clip:
    @property
    def name(self) -> str: ...
    @property
    def duration(self) -> float:
        """Seconds from 0 to the last key."""
    @property
    def fps(self) -> float | None:
        """Frames per second, if all keys have a fixed frame time."""

@final
class Model:
    """The contents of a file. A pickle stores the path; the file is read again."""

    @property
    def name(self) -> str: ...
    @property
    def format(self) -> str: ...
    @property
    def rig(self) -> Rig: ...
    @property
    def clips(self) -> list[Clip]: ...
    @property
    def warnings(self) -> list[str]:
        """Warnings about the file, and its data that is not imported."""
    @property
    def notes(self) -> list[str]: ...
    def saved_pose(self) -> _Floats: ...
    def clip(self, clip: str | int | None = None, fps: float | None = None) -> _Floats:
        """The frames of a clip, shape (frames, joints, 10); without `fps` at the clip's frame rate, or 30 per second."""
    def pose_at(self, time: float, clip: str | int | None = None) -> _Floats: ...

@final
class Batch:
    """The poses of a batch, and the result of each row."""

    @property
    def poses(self) -> _Floats:
        """Shape (n, joints, 10)."""
    @property
    def outcome(self) -> NDArray[np.uint8]:
        """Shape (n,): indices into OUTCOMES."""
    @property
    def distance(self) -> _Floats:
        """The largest position error of each row's targets, metres. Shape (n,)."""
    @property
    def angle(self) -> _Floats:
        """The largest rotation error of each row's targets, radians. Shape (n,)."""
    @property
    def steps(self) -> NDArray[np.uint32]: ...
    @property
    def errors(self) -> dict[int, str]:
        """The error of each row that could not be solved, whose pose is its start."""

@final
class Retargeted:
    @property
    def poses(self) -> _Floats:
        """Shape (frames, joints, 10)."""
    @property
    def fps(self) -> float: ...
    @property
    def report(self) -> dict[str, float]: ...

class Png(bytes):
    """A PNG file. Jupyter displays it."""

def open(path: str | PathLike[str], motion: str | PathLike[str] | None = None) -> Model:
    """Opens a file of any supported format and the rig file beside it; `motion` adds the clips of another file."""

def figure(name: str) -> Model:
    """The embedded figure of a name, one of FIGURES."""

def solve_batch(
    rig: Rig,
    targets: Mapping[_Joint, _Floats],
    start: _Floats | None = None,
    threads: int = 0,
    *,
    pins: Sequence[_Joint] | None = None,
    steps: int = 200,
    errors: Literal["raise", "keep"] = "raise",
    options: _Options | None = None,
    **keywords: Unpack[_Options],
) -> Batch:
    """Solves n independent rows for one rig.

    `targets` has an array for each joint: (n, 3) positions, or (n, 7) positions and rotations x, y, z, w. They are
    read without a copy. `start` has shape (joints, 10) or (n, joints, 10); without it rows start at rest. With
    `threads=0` all cores solve; the result does not depend on it. `errors="keep"` keeps the error of a row in
    `Batch.errors`, otherwise the first one is raised.
    """

def limits(rig: Rig, pose: _Floats | None = None) -> list[dict[str, Any]]:
    """Joint, index, limit, violation (radians) and active bounds of each joint with a limit."""

def retarget(source: Model, clip: str | int | _Floats, target: Model, fps: float | None = None) -> Retargeted:
    """Retargets a motion of `source` to `target`: a clip, or poses (frames, joints, 10) with `fps`."""

def track(rig: Rig, frames: _Floats, fps: float, parts: Sequence[str] | None = None) -> _Floats:
    """The poses of a body whose trackers are at `frames`, shape (frames, trackers, 7); NaN is not tracked.

    `parts`: head, chest, hips, leftHand, rightHand, leftFoot, rightFoot, of trackers at the figure's own joints.
    Without it the first frame calibrates: a person who stands upright, faces +Z and has the floor at 0.
    """

def pose_from_keypoints(model: Model, keypoints: bytes | str | dict[str, Any] | list[Any]) -> list[dict[str, Any]]:
    """One or two dicts with pose, camera, score and reprojection_error, from keypoints of OpenPose or COCO."""

def convert(input: str | PathLike[str], output: str | PathLike[str]) -> list[str]:
    """Writes a file of any supported format as GLB and returns the warnings."""

def render(
    model: Model,
    pose: _Floats | None = None,
    *,
    width: int = 640,
    height: int = 640,
    view: str = "three-quarter",
    skeleton: bool = False,
) -> Png:
    """Draws a pose of a model, or its saved pose."""
