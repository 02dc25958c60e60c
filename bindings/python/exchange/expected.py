"""What the command says about a file: joints in poses, weights, and vertices in these poses."""

import functools
import json
import os
import pathlib
import subprocess
import tempfile

import numpy as np
from glb import Glb, Surface

COMMAND = os.environ["KANSETSU_COMMAND"]
FRACTIONS = [None, 0.0, 0.37, 0.5, 1.0]
"""The compared poses: rest, and fractions of the first clip."""


def run(*words: str) -> str:
    done = subprocess.run([COMMAND, *words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"kansetsu {' '.join(words)}\n{done.stderr}")
    return done.stdout


def matrix(position: list[float], rotation: list[float]) -> np.ndarray:
    x, y, z, w = rotation
    world = np.eye(4)
    world[:3, :3] = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    world[:3, 3] = position
    return world


class Expected:
    def __init__(self, path: pathlib.Path) -> None:
        self.path, self.folder = path, pathlib.Path(tempfile.mkdtemp())
        self.glb = self.convert("glb")
        # The pose of the file, not a reference pose that measures the body.
        inspected = json.loads(run("inspect", str(self.glb), "--json"))
        clips = inspected.get("clips") or []
        self.rate = 30.0
        self.duration = clips[0]["duration"] if clips else None
        rest = self.joints(None)
        self.names = [joint["name"] for joint in rest]
        places = np.array([joint["position"] for joint in rest])
        self.size = float(np.linalg.norm(places.max(0) - places.min(0))) or 1.0
        self.surfaces: list[Surface] = Glb(self.glb).surfaces()

    def convert(self, ending: str) -> pathlib.Path:
        out = self.folder / f"written.{ending}"
        rate = ["--rate", str(self.rate)] if ending != "glb" else []
        run("convert", str(self.path), str(out), *rate)
        return out

    @functools.cache
    def joints(self, time: float | None) -> list[dict]:
        clip = [] if time is None else ["--clip", "#0", "--time", str(time)]
        return json.loads(run("fk", str(self.glb), "--json", *clip))["joints"]

    def times(self) -> list[float | None]:
        if self.duration is None:
            return [None]
        # On frames: between them programs interpolate differently.
        last = int(self.duration * self.rate + 1e-3)
        frames = [None if part is None else round(part * last) for part in FRACTIONS]
        return [None if frame is None else frame / self.rate for frame in frames]

    def places(self, time: float | None) -> dict[str, np.ndarray]:
        """The position of each joint whose name no other joint has."""
        return {
            joint["name"]: np.array(joint["position"])
            for joint in self.joints(time)
            if self.names.count(joint["name"]) == 1
        }

    def weights(self, surface: Surface) -> list[dict[str, float]]:
        names = {joint["node"]: joint["name"] for joint in self.joints(None)}
        return [{names[node]: each for node, each in of.items()} for of in surface.weights]

    def has_scale(self) -> bool:
        """Whether joints have scales, which `kansetsu fk` does not print."""
        scales = [np.ones(3)]
        for node in Glb(self.glb).json["nodes"]:
            scales.append(np.array(node.get("scale", [1, 1, 1])))
            if "matrix" in node:
                columns = np.array(node["matrix"]).reshape(4, 4)[:3, :3]
                scales.append(np.linalg.norm(columns, axis=1))
        animations = Glb(self.glb).json.get("animations", [])
        channels = [channel for each in animations for channel in each["channels"]]
        is_animated = any(channel["target"]["path"] == "scale" for channel in channels)
        return is_animated or bool(np.abs(np.array(scales) - 1).max() > 1e-5)

    def vertices(self, surface: Surface, time: float | None) -> np.ndarray:
        worlds = {
            joint["node"]: matrix(joint["position"], joint["rotation"])
            for joint in self.joints(time)
        }
        maps = {node: worlds[node] @ bind for node, bind in surface.inverse_bind.items()}
        points = np.hstack([surface.positions, np.ones((len(surface.positions), 1))])
        posed = [
            sum(weight * (maps[node] @ point) for node, weight in of.items())[:3]
            for point, of in zip(points, surface.weights)
        ]
        return np.array(posed)


def apart(a: list[dict[str, float]], b: list[dict[str, float]]) -> float:
    """The largest difference of two lists of weights."""
    if len(a) != len(b):
        return np.inf
    worst = 0.0
    for one, other in zip(a, b):
        for name in one.keys() | other.keys():
            worst = max(worst, abs(one.get(name, 0.0) - other.get(name, 0.0)))
    return worst
