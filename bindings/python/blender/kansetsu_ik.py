"""Kansetsu for Blender: an add-on that poses an armature inside the limits of its joints.

Install the package into Blender's own Python once, then this file in Edit > Preferences > Add-ons > Install from Disk:

    /path/to/blender/python/bin/python3 -m pip install kansetsu

In pose mode the sidebar (N) has the tab Kansetsu. *Add Target* gives each selected bone an empty at its head, and *Pin*
keeps the selected bones where they are. Move the empties; *Solve* poses the whole armature and keys the changed bones
at the current frame. Limits of people are detected from the bones, as in `kansetsu inspect`.
"""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import bpy
import kansetsu
import numpy as np
from mathutils import Matrix

bl_info = {
    "name": "Kansetsu IK",
    "author": "Kansetsu",
    "version": (0, 1, 0),
    "blender": (4, 2, 0),
    "location": "View3D > Sidebar > Kansetsu",
    "description": "Full-body inverse kinematics inside joint limits",
    "category": "Rigging",
}

UP = Matrix(((1, 0, 0, 0), (0, 0, 1, 0), (0, -1, 0, 0), (0, 0, 0, 1)))
"""From Blender's axes (z up) to those of glTF (y up)."""
NO_CHANGE = 1e-6
"""Bones whose matrix changes by less are neither posed nor keyed."""
ELSEWHERE = 1e-3
"""A bone further from the solution than this fraction of the armature's height is reported."""

_rigs: dict[tuple, "kansetsu.Rig"] = {}


@contextmanager
def alone(armature: bpy.types.Object) -> Iterator[None]:
    """Object mode with only the armature selected, then mode and selection as before."""
    selected, active = list(bpy.context.selected_objects), bpy.context.view_layer.objects.active
    mode = "POSE" if bpy.context.mode == "POSE" else "OBJECT"
    bpy.ops.object.mode_set(mode="OBJECT")
    try:
        bpy.ops.object.select_all(action="DESELECT")
        armature.select_set(True)
        bpy.context.view_layer.objects.active = armature
        yield
    finally:
        for each in selected:
            each.select_set(True)
        bpy.context.view_layer.objects.active = active
        bpy.ops.object.mode_set(mode=mode)


def rig_of(armature: bpy.types.Object) -> "kansetsu.Rig":
    """The rig of an armature, with detected roles and limits: by way of a glTF file without a mesh."""
    bones = armature.data.bones
    key = tuple(
        (bone.name, bone.parent and bone.parent.name, *(round(x, 6) for row in bone.matrix_local for x in row))
        for bone in bones
    ) + tuple(round(x, 6) for row in armature.matrix_world for x in row)
    if key not in _rigs:
        with alone(armature), tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder) / "armature.glb")
            bpy.ops.export_scene.gltf(
                filepath=path,
                use_selection=True,
                export_animations=False,
                export_skins=True,
                export_rest_position_armature=True,
                export_def_bones=False,
            )
            _rigs[key] = kansetsu.open(path).rig
    return _rigs[key]


def pose_of(armature: bpy.types.Object, rig: "kansetsu.Rig") -> np.ndarray:
    """The pose of the armature as the library has it, shape (joints, 10)."""
    pose = rig.rest_pose()
    places = [Matrix([list(map(float, row)) for row in matrix]) for matrix in rig.forward(pose)]
    for index, name in enumerate(rig.joints):
        bone = armature.pose.bones.get(name)
        if bone is None:
            continue
        places[index] = UP @ armature.matrix_world @ bone.matrix
        parent = rig.parents[index]
        local = places[index] if parent is None else places[parent].inverted() @ places[index]
        translation, rotation, scale = local.decompose()
        w, x, y, z = rotation
        pose[index] = [*translation, x, y, z, w, *scale]
    return pose


def apply(armature: bpy.types.Object, rig: "kansetsu.Rig", pose: np.ndarray) -> list[bpy.types.PoseBone]:
    """Poses the armature and returns the bones that changed."""
    to_armature = (UP @ armature.matrix_world).inverted()
    places = {
        name: to_armature @ Matrix([list(map(float, row)) for row in matrix])
        for name, matrix in zip(rig.joints, rig.forward(pose))
    }
    changed = []
    for bone in armature.pose.bones:
        if bone.name not in places:
            continue
        place, rest = places[bone.name], bone.bone.matrix_local
        if bone.parent is not None:
            place = places.get(bone.parent.name, bone.parent.matrix).inverted() @ place
            rest = bone.parent.bone.matrix_local.inverted() @ rest
        basis = rest.inverted() @ place
        if np.abs(np.array(basis) - np.array(bone.matrix_basis)).max() < NO_CHANGE:
            continue
        translation, rotation, _ = basis.decompose()
        bone.location = translation
        if bone.rotation_mode == "QUATERNION":
            bone.rotation_quaternion = rotation
        elif bone.rotation_mode == "AXIS_ANGLE":
            axis, angle = rotation.to_axis_angle()
            bone.rotation_axis_angle = (angle, *axis)
        else:
            bone.rotation_euler = rotation.to_euler(bone.rotation_mode, bone.rotation_euler)
        changed.append(bone)
    bpy.context.view_layer.update()
    return changed


def key(bones: list[bpy.types.PoseBone], frame: int) -> None:
    """Writes keys of location and rotation into the armature's action."""
    for bone in bones:
        rotation = {"QUATERNION": "rotation_quaternion", "AXIS_ANGLE": "rotation_axis_angle"}
        for channel in ("location", rotation.get(bone.rotation_mode, "rotation_euler")):
            bone.keyframe_insert(channel, frame=frame, group=bone.name)


def targets_of(armature: bpy.types.Object) -> dict[str, bpy.types.Object]:
    """The empty of each bone with a target."""
    bones = {bone.name: bone.kansetsu_target for bone in armature.pose.bones}
    return {name: target for name, target in bones.items() if target is not None}


def moved_away(armature: bpy.types.Object, rig: "kansetsu.Rig", pose: np.ndarray) -> list[str]:
    """The bones that are not where the pose has them: constraints, drivers and inheritance move them."""
    places = rig.forward(pose)
    height = np.ptp(places[:, 1, 3])
    heads = {bone.name: UP.to_3x3() @ (armature.matrix_world @ bone.head) for bone in armature.pose.bones}
    return [
        name
        for name, place in zip(rig.joints, places)
        if name in heads and np.linalg.norm(np.array(heads[name]) - place[:3, 3]) > ELSEWHERE * height
    ]


def solve(armature: bpy.types.Object, **options) -> tuple["kansetsu.Report", list[str]]:
    """Poses the armature for its targets and pins, and keys the changed bones at the current frame.

    Options are those of `kansetsu.Session`. Returns the report, and the bones that Blender itself has moved away from
    the solution. An error leaves the armature unchanged.
    """
    if not targets_of(armature) and not any(bone.kansetsu_pin for bone in armature.pose.bones):
        raise ValueError("no bone has a target or a pin; select bones and press Add Target")
    rig = rig_of(armature)
    session = rig.session(**options)
    for name, target in targets_of(armature).items():
        session.set_target(name, position=list(UP.to_3x3() @ target.matrix_world.translation))
    for bone in armature.pose.bones:
        if bone.kansetsu_pin:
            session.pin(bone.name)
    report = session.solve(pose_of(armature, rig))
    key(apply(armature, rig, report.pose), bpy.context.scene.frame_current)
    return report, moved_away(armature, rig, report.pose)


class PoseOperator(bpy.types.Operator):
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return context.mode == "POSE" and context.active_object.type == "ARMATURE"


class AddTarget(PoseOperator):
    bl_idname = "pose.kansetsu_add_target"
    bl_label = "Add Target"
    bl_description = "Add an empty at the head of each selected bone, which the bone reaches on Solve"

    def execute(self, context: bpy.types.Context) -> set[str]:
        for bone in context.selected_pose_bones:
            if bone.kansetsu_target is None:
                empty = bpy.data.objects.new(f"{bone.name} target", None)
                empty.empty_display_size = 0.1
                context.collection.objects.link(empty)
                bone.kansetsu_target = empty
            bone.kansetsu_target.matrix_world = context.active_object.matrix_world @ bone.matrix
        return {"FINISHED"}


class RemoveTarget(PoseOperator):
    bl_idname = "pose.kansetsu_remove_target"
    bl_label = "Remove Target"
    bl_description = "Remove the target and the pin of each selected bone"

    def execute(self, context: bpy.types.Context) -> set[str]:
        for bone in context.selected_pose_bones:
            if bone.kansetsu_target is not None:
                bpy.data.objects.remove(bone.kansetsu_target)
            bone.kansetsu_target, bone.kansetsu_pin = None, False
        return {"FINISHED"}


class Pin(PoseOperator):
    bl_idname = "pose.kansetsu_pin"
    bl_label = "Pin"
    bl_description = "Keep position and rotation of the selected bones on Solve"

    def execute(self, context: bpy.types.Context) -> set[str]:
        for bone in context.selected_pose_bones:
            bone.kansetsu_pin = True
        return {"FINISHED"}


class Solve(PoseOperator):
    bl_idname = "pose.kansetsu_solve"
    bl_label = "Solve"
    bl_description = "Pose the armature for its targets and pins, and key it at the current frame"

    def execute(self, context: bpy.types.Context) -> set[str]:
        try:
            report, away = solve(context.active_object)
        except (ValueError, RuntimeError) as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        kind = "INFO" if report.is_reached else "WARNING"
        self.report({kind}, f"{report.outcome.replace('_', ' ')}: {report.distance:.4f} m from the targets")
        if away:
            names = ", ".join(away[:3]) + (f" and {len(away) - 3} more" if len(away) > 3 else "")
            self.report({"WARNING"}, f"constraints or drivers move these bones away from the solution: {names}")
        return {"FINISHED"}


class Panel(bpy.types.Panel):
    bl_idname = "VIEW3D_PT_kansetsu"
    bl_label = "Kansetsu"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Kansetsu"
    bl_context = "posemode"

    def draw(self, context: bpy.types.Context) -> None:
        for operator in (AddTarget, Pin, RemoveTarget, Solve):
            self.layout.operator(operator.bl_idname)
        for name, target in targets_of(context.active_object).items():
            self.layout.label(text=f"{name} → {target.name}", icon="EMPTY_AXIS")
        for bone in context.active_object.pose.bones:
            if bone.kansetsu_pin:
                self.layout.label(text=bone.name, icon="PINNED")


CLASSES = (AddTarget, RemoveTarget, Pin, Solve, Panel)


def register() -> None:
    for each in CLASSES:
        bpy.utils.register_class(each)
    bpy.types.PoseBone.kansetsu_target = bpy.props.PointerProperty(type=bpy.types.Object, name="Target")
    bpy.types.PoseBone.kansetsu_pin = bpy.props.BoolProperty(name="Pin")


def unregister() -> None:
    del bpy.types.PoseBone.kansetsu_target, bpy.types.PoseBone.kansetsu_pin
    for each in reversed(CLASSES):
        bpy.utils.unregister_class(each)
