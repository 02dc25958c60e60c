"""The skinned surfaces of a GLB file."""

import json
import pathlib
import struct
from dataclasses import dataclass

import numpy as np

TYPES = {5121: np.uint8, 5123: np.uint16, 5125: np.uint32, 5126: np.float32}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


@dataclass
class Surface:
    """A surface with its vertices in one list."""

    positions: np.ndarray
    """For each vertex the weights by the node of the joint; they sum to 1."""
    weights: list[dict[int, float]]
    """The inverse bind matrix by the node of the joint."""
    inverse_bind: dict[int, np.ndarray]


class Glb:
    def __init__(self, path: pathlib.Path) -> None:
        data = path.read_bytes()
        length = struct.unpack_from("<I", data, 12)[0]
        self.json = json.loads(data[20 : 20 + length])
        self.bytes = data[28 + length :]

    def values(self, index: int) -> np.ndarray:
        accessor = self.json["accessors"][index]
        kind, width = np.dtype(TYPES[accessor["componentType"]]), WIDTHS[accessor["type"]]
        shape = (accessor["count"], width)
        if "bufferView" not in accessor:
            return np.zeros(shape)
        view = self.json["bufferViews"][accessor["bufferView"]]
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        stride = view.get("byteStride", kind.itemsize * width)
        strides = (stride, kind.itemsize)
        values = np.ndarray(shape, kind, self.bytes, start, strides).astype(np.float64)
        if accessor.get("normalized"):
            values /= np.iinfo(kind).max
        return values

    def surfaces(self) -> list[Surface]:
        nodes = self.json.get("nodes", [])
        skinned = [node for node in nodes if "mesh" in node and "skin" in node]
        return [self.surface(self.json["meshes"][node["mesh"]], node["skin"]) for node in skinned]

    def surface(self, mesh: dict, index: int) -> Surface:
        skin = self.json["skins"][index]
        matrices = self.values(skin["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1)
        surface = Surface(np.zeros((0, 3)), [], dict(zip(skin["joints"], matrices)))
        for part in mesh["primitives"]:
            attributes = part["attributes"]
            positions = self.values(attributes["POSITION"])
            used = range(len(positions))
            if "indices" in part:
                used = np.unique(self.values(part["indices"]).astype(int))
            surface.positions = np.concatenate([surface.positions, positions[used]])
            sets = range(sum(name.startswith("JOINTS_") for name in attributes))
            joints = np.hstack([self.values(attributes[f"JOINTS_{at}"]) for at in sets])
            weights = np.hstack([self.values(attributes[f"WEIGHTS_{at}"]) for at in sets])
            for vertex in used:
                merged: dict[int, float] = {}
                for joint, weight in zip(joints[vertex].astype(int), weights[vertex]):
                    if weight > 0:
                        node = skin["joints"][joint]
                        merged[node] = merged.get(node, 0.0) + weight
                merged = merged or {skin["joints"][int(joints[vertex][0])]: 1.0}
                total = sum(merged.values())
                surface.weights.append({node: each / total for node, each in merged.items()})
        return surface
