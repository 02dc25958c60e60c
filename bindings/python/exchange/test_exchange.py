"""Files that the command converts to FBX and USD, in Blender and in the library of USD.

KANSETSU_COMMAND is the command, KANSETSU_FILES a list of files. Joints are within 1e-4 of the size of
the figure of those of `kansetsu fk`, at rest and in motion; so are skinned vertices; weights are
equal up to the rounding of single precision.
"""

import os
import pathlib
import unittest

import bpy
import numpy as np
from expected import Expected, apart
from pxr import Gf, Usd, UsdGeom, UsdSkel, UsdValidation, Vt

FILES = [pathlib.Path(path) for path in os.environ["KANSETSU_FILES"].split(os.pathsep)]
PLACE = 1e-4
WEIGHT = 1e-6

UP = np.array([[1, 0, 0], [0, 0, 1], [0, -1, 0]])
"""From Blender's axes (+Z up) to those of the command (+Y up)."""


class Blender:
    """A file in Blender, by one of its importers."""

    def __init__(self, path: pathlib.Path, importer: str) -> None:
        self.path, self.importer = path, importer
        self.open(use_anim=False)

    def open(self, use_anim: bool) -> None:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        options = {"filepath": str(self.path), "use_anim": use_anim, "anim_offset": 0.0}
        if self.importer == "import_scene.fbx":
            bpy.ops.preferences.addon_enable(module="io_scene_fbx")
            bpy.ops.import_scene.fbx(**options)
        else:
            bpy.ops.wm.fbx_import(**options)
        self.use_anim, self.objects = use_anim, list(bpy.data.objects)

    def pose(self, time: float | None) -> None:
        """The pose of the nodes, or that of the first motion."""
        if self.use_anim != (time is not None):
            self.open(use_anim=time is not None)
        if time is not None:
            scene = bpy.context.scene
            frame = round(time * scene.render.fps / scene.render.fps_base, 3)
            scene.frame_set(int(frame), subframe=frame - int(frame))
        bpy.context.view_layer.update()

    def places(self) -> dict[str, np.ndarray]:
        places = {}
        for each in self.objects:
            if each.type == "ARMATURE":
                # A null node above the bones is the armature.
                places.setdefault(each.name, UP @ np.array(each.matrix_world.translation))
                for bone in each.pose.bones:
                    places[bone.name] = UP @ np.array(each.matrix_world @ bone.head)
            elif each.type == "EMPTY" or (each.type == "MESH" and not each.vertex_groups):
                places.setdefault(each.name, UP @ np.array(each.matrix_world.translation))
        return places

    def meshes(self) -> list[list[dict[str, float]]]:
        """For each skinned mesh the weights of each vertex."""
        meshes = []
        for each in self.skinned():
            names = [group.name for group in each.vertex_groups]
            meshes.append([
                {names[group.group]: group.weight for group in vertex.groups if group.weight > 0}
                for vertex in each.data.vertices
            ])
        return meshes

    def skinned(self) -> list[bpy.types.Object]:
        return [each for each in self.objects if each.type == "MESH" and each.vertex_groups]

    def vertices(self, index: int) -> np.ndarray:
        mesh = self.skinned()[index]
        made = mesh.evaluated_get(bpy.context.evaluated_depsgraph_get())
        return np.array([UP @ np.array(made.matrix_world @ v.co) for v in made.data.vertices])


class Usda:
    """A file in the library of USD."""

    def __init__(self, path: pathlib.Path) -> None:
        self.stage = Usd.Stage.Open(str(path))
        self.rate = self.stage.GetTimeCodesPerSecond()
        root = UsdSkel.Root(self.stage.GetDefaultPrim())
        self.cache = UsdSkel.Cache()
        self.cache.Populate(root, Usd.PrimDefaultPredicate)
        self.bindings = self.cache.ComputeSkelBindings(root, Usd.PrimDefaultPredicate)
        skeletons = [each for each in self.stage.Traverse() if each.IsA(UsdSkel.Skeleton)]
        self.queries = [self.cache.GetSkelQuery(UsdSkel.Skeleton(each)) for each in skeletons]
        self.time = Usd.TimeCode.Default()

    def pose(self, time: float | None) -> None:
        self.time = time

    def transforms(self, query: UsdSkel.SkeletonQuery) -> list[Gf.Matrix4d]:
        if self.time is None:
            return query.ComputeJointSkelTransforms(Usd.TimeCode.Default(), True)
        return query.ComputeJointSkelTransforms(Usd.TimeCode(self.time * self.rate))

    def names(self, query: UsdSkel.SkeletonQuery) -> list[str]:
        return list(query.GetSkeleton().GetJointNamesAttr().Get())

    def places(self) -> dict[str, np.ndarray]:
        query = self.queries[0]
        worlds = self.transforms(query)
        return {
            name: np.array(world.ExtractTranslation())
            for name, world in zip(self.names(query), worlds)
        }

    def skinned(self) -> list[tuple[UsdSkel.SkeletonQuery, UsdSkel.SkinningQuery]]:
        return [
            (self.cache.GetSkelQuery(binding.GetSkeleton()), skinning)
            for binding in self.bindings
            for skinning in binding.GetSkinningTargets()
            if not skinning.IsRigidlyDeformed()
        ]

    def meshes(self) -> list[list[dict[str, float]]]:
        """For each skinned mesh the weights of each vertex."""
        meshes = []
        for query, skinning in self.skinned():
            names, width = self.names(query), skinning.GetNumInfluencesPerComponent()
            joints, weights = skinning.ComputeJointInfluences()
            rows = zip(np.array(joints).reshape(-1, width), np.array(weights).reshape(-1, width))
            meshes.append([{names[j]: float(w) for j, w in zip(*row) if w > 0} for row in rows])
        return meshes

    def vertices(self, index: int) -> np.ndarray:
        query, skinning = self.skinned()[index]
        worlds = self.transforms(query)
        binds = query.GetJointWorldBindTransforms()
        maps = Vt.Matrix4dArray([bind.GetInverse() * world for bind, world in zip(binds, worlds)])
        points = UsdGeom.PointBased(skinning.GetPrim()).GetPointsAttr().Get()
        if not skinning.ComputeSkinnedPoints(maps, points, Usd.TimeCode.Default()):
            raise AssertionError("no skinned points")
        return np.array(points)


class Exchange(unittest.TestCase):
    def compare(self, expected: Expected, program: Blender | Usda, what: str) -> None:
        found_meshes = program.meshes()
        pairs = []
        worst_weight = 0.0
        for surface in expected.surfaces:
            weights = expected.weights(surface)
            others = [apart(weights, found) for found in found_meshes]
            self.assertTrue(others, f"{what}: no surface has weights")
            nearest = int(np.argmin(others))
            worst_weight = max(worst_weight, others[nearest])
            pairs.append((surface, nearest))
        self.assertLessEqual(worst_weight, WEIGHT, f"{what}: weights")
        worst, worst_vertex, count = {}, 0.0, 0
        for time in expected.times():
            program.pose(time)
            places, wanted = program.places(), expected.places(time)
            known = [name for name in wanted if name in places]
            count = len(known)
            self.assertGreater(count, 0.5 * len(wanted), f"{what}: joints by name")
            far = {name: np.linalg.norm(places[name] - wanted[name]) for name in known}
            name = max(far, key=far.get)
            worst[time] = far[name] / expected.size
            self.assertLessEqual(worst[time], PLACE, f"{what}: {name} at {time}")
            if not expected.has_scale():
                for surface, index in pairs:
                    moved = program.vertices(index) - expected.vertices(surface, time)
                    worst_vertex = max(worst_vertex, np.linalg.norm(moved, axis=1).max())
        worst_vertex /= expected.size
        print(
            f"{what}: {count} of {len(expected.names)} joints within {max(worst.values()):.1e} of the "
            f"size in {len(worst)} poses; {len(pairs)} surfaces, weights within {worst_weight:.1e}, "
            f"vertices {'not compared: scales' if expected.has_scale() else f'within {worst_vertex:.1e}'}"
        )
        self.assertLessEqual(worst_vertex, PLACE, f"{what}: vertices")

    def test_blender_reads_fbx(self) -> None:
        for path in FILES:
            expected = Expected(path)
            written = expected.convert("fbx")
            for importer in ["import_scene.fbx", "wm.fbx_import"]:
                with self.subTest(path=path.name, importer=importer):
                    what = f"{path.name}, {importer}"
                    self.compare(expected, Blender(written, importer), what)

    def test_usd_reads_usda(self) -> None:
        for path in FILES:
            with self.subTest(path=path.name):
                expected = Expected(path)
                written = expected.convert("usda")
                validators = UsdValidation.ValidationRegistry().GetOrLoadAllValidators()
                context = UsdValidation.ValidationContext(validators)
                problems = context.Validate(Usd.Stage.Open(str(written)))
                self.assertEqual([each.GetErrorAsString() for each in problems], [], path.name)
                self.compare(expected, Usda(written), f"{path.name}, USD")


if __name__ == "__main__":
    unittest.main()
