"""The add-on in Blender itself (`pip install bpy`), on the GLB file of the variable KANSETSU_MODEL."""

import os
import unittest

import bpy
import kansetsu
import kansetsu_ik
import numpy as np
from mathutils import Vector


def open_model() -> bpy.types.Object:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=os.environ["KANSETSU_MODEL"])
    armature = next(each for each in bpy.data.objects if each.type == "ARMATURE")
    bpy.context.view_layer.objects.active = armature
    bpy.ops.object.mode_set(mode="POSE")
    return armature


def select(armature: bpy.types.Object, *names: str) -> None:
    for bone in armature.pose.bones:
        bone.select = bone.name in names


def head(armature: bpy.types.Object, bone: str) -> Vector:
    return armature.matrix_world @ armature.pose.bones[bone].head


class AddOn(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        kansetsu_ik.register()

    @classmethod
    def tearDownClass(cls) -> None:
        kansetsu_ik.unregister()

    def setUp(self) -> None:
        self.armature = open_model()
        self.rig = kansetsu_ik.rig_of(self.armature)
        names = self.rig.joints
        self.bones = {role: names[joint] for role, joint in self.rig.roles.items()}

    def test_the_rig_is_the_armature(self) -> None:
        places = self.rig.forward(kansetsu_ik.pose_of(self.armature, self.rig))
        for bone in self.armature.pose.bones:
            own = kansetsu_ik.UP @ self.armature.matrix_world @ bone.matrix
            difference = np.abs(np.array(own) - places[self.rig.joint(bone.name)]).max()
            self.assertLess(difference, 1e-5, bone.name)
        self.assertGreaterEqual(len(self.rig.roles), 15)

    def test_a_hand_reaches_and_the_feet_stay(self) -> None:
        bpy.context.scene.frame_set(12)
        hand, feet = self.bones["leftHand"], [self.bones["leftFoot"], self.bones["rightFoot"]]
        before = [head(self.armature, foot) for foot in feet]
        select(self.armature, hand)
        bpy.ops.pose.kansetsu_add_target()
        select(self.armature, *feet)
        bpy.ops.pose.kansetsu_pin()
        target = self.armature.pose.bones[hand].kansetsu_target
        target.location += Vector((0.0, -0.2, 0.15))
        bpy.context.view_layer.update()
        self.assertEqual(bpy.ops.pose.kansetsu_solve(), {"FINISHED"})
        self.assertLess((head(self.armature, hand) - target.matrix_world.translation).length, 1e-3)
        for foot, place in zip(feet, before):
            self.assertLess((head(self.armature, foot) - place).length, 1e-4)
        pose = kansetsu_ik.pose_of(self.armature, self.rig)
        outside = max(limit["violation"] for limit in kansetsu.limits(self.rig, pose))
        self.assertLess(outside, 1e-3, "radians outside the limits")
        posed = {bone.name: bone.matrix.copy() for bone in self.armature.pose.bones}
        bpy.context.scene.frame_set(1)
        bpy.context.scene.frame_set(12)
        for bone in self.armature.pose.bones:
            self.assertLess((bone.matrix.translation - posed[bone.name].translation).length, 1e-6, "keys hold the pose")
        self.assertIsNotNone(self.armature.animation_data.action)

    def test_the_pose_is_that_of_the_library(self) -> None:
        hand = self.bones["rightHand"]
        select(self.armature, hand)
        bpy.ops.pose.kansetsu_add_target()
        target = self.armature.pose.bones[hand].kansetsu_target
        target.location += Vector((0.0, -0.3, 0.3))
        bpy.context.view_layer.update()
        session = self.rig.session()
        session.set_target(hand, position=list(kansetsu_ik.UP.to_3x3() @ target.matrix_world.translation))
        expected = self.rig.forward(session.solve(kansetsu_ik.pose_of(self.armature, self.rig)).pose)
        bpy.ops.pose.kansetsu_solve()
        for bone in self.armature.pose.bones:
            own = kansetsu_ik.UP @ self.armature.matrix_world @ bone.matrix
            difference = np.abs(np.array(own) - expected[self.rig.joint(bone.name)])[:3, 3].max()
            self.assertLess(difference, 1e-4, bone.name)

    def test_an_unreachable_target_is_approached_and_reported(self) -> None:
        hand = self.bones["leftHand"]
        select(self.armature, hand)
        bpy.ops.pose.kansetsu_add_target()
        target = self.armature.pose.bones[hand].kansetsu_target
        target.location += Vector((5.0, 0.0, 0.0))
        bpy.context.view_layer.update()
        before = (head(self.armature, hand) - target.matrix_world.translation).length
        report, away = kansetsu_ik.solve(self.armature)
        after = (head(self.armature, hand) - target.matrix_world.translation).length
        self.assertFalse(report.is_reached)
        self.assertAlmostEqual(report.distance, after, delta=1e-3)
        self.assertLess(after, before)
        self.assertEqual(away, [])

    def test_bones_that_a_constraint_moves_are_named(self) -> None:
        hand = self.bones["leftHand"]
        select(self.armature, hand)
        bpy.ops.pose.kansetsu_add_target()
        target = self.armature.pose.bones[hand].kansetsu_target
        target.location += Vector((0.0, -0.2, 0.2))
        other = bpy.data.objects.new("other", None)
        bpy.context.collection.objects.link(other)
        self.armature.pose.bones[hand].constraints.new("COPY_LOCATION").target = other
        bpy.context.view_layer.update()
        _, away = kansetsu_ik.solve(self.armature)
        self.assertIn(hand, away)

    def test_without_targets_nothing_changes(self) -> None:
        before = [bone.matrix.copy() for bone in self.armature.pose.bones]
        with self.assertRaisesRegex(ValueError, "no bone has a target"):
            kansetsu_ik.solve(self.armature)
        self.assertEqual([bone.matrix for bone in self.armature.pose.bones], before)

    def test_removed_targets_do_nothing(self) -> None:
        hand = self.bones["leftHand"]
        select(self.armature, hand)
        bpy.ops.pose.kansetsu_add_target()
        bpy.ops.pose.kansetsu_pin()
        bpy.ops.pose.kansetsu_remove_target()
        self.assertEqual(kansetsu_ik.targets_of(self.armature), {})
        self.assertFalse(self.armature.pose.bones[hand].kansetsu_pin)


if __name__ == "__main__":
    unittest.main()
