"""The module in Panda3D itself, without a window, on the GLB file of the variable KANSETSU_MODEL."""

import os
import tempfile
import unittest

import kansetsu
import kansetsu_panda3d
import numpy as np
from direct.actor.Actor import Actor
from panda3d.core import Filename, LMatrix4f, LPoint3f, NodePath, loadPrcFileData

loadPrcFileData("", "window-type none\naudio-library-name null\nnotify-level-device fatal")
MODEL = os.environ["KANSETSU_MODEL"]
BVH = """HIERARCHY
ROOT unknown0
{
OFFSET 0 0 0
CHANNELS 3 Zrotation Xrotation Yrotation
JOINT unknown1
{
OFFSET 0 1 0
CHANNELS 3 Zrotation Xrotation Yrotation
End Site
{
OFFSET 0 1 0
}
}
}
MOTION
Frames: 1
Frame Time: 0.033333
0 0 0 0 0 0
"""


class ActorRig(unittest.TestCase):
    def setUp(self) -> None:
        self.render = NodePath("render")
        self.actor = Actor(Filename.fromOsSpecific(MODEL))
        self.actor.reparentTo(self.render)
        self.actor.setPos(3, 2, 1)
        self.actor.setHpr(40, 10, 5)
        self.rig = kansetsu_panda3d.ActorRig(self.actor, MODEL)
        self.rig.pose[:] = self.rig.rig.stance()

    def shown(self, role: str) -> LPoint3f:
        """The position of a joint as Panda3D draws it, in the space of the character."""
        self.actor.update(force=True)
        name = self.rig.rig.joints[self.rig.rig.joint(role)]
        matrix = LMatrix4f()
        next(joint for joint in self.actor.getJoints() if joint.getName() == name).getNetTransform(matrix)
        return matrix.getRow3(3)

    def reach(self, offset: LPoint3f) -> tuple[NodePath, kansetsu.Report]:
        """The left hand follows a node that moves away by an offset, in parts of the body's size."""
        size = (self.rig.place("head") - self.rig.place("leftFoot")).length()
        hand = self.render.attachNewNode("hand")
        hand.setPos(self.rig.character, self.rig.place("leftHand"))
        self.rig.target("leftHand", hand)
        for _ in range(30):
            hand.setPos(hand, offset * size / 30)
            report = self.rig.update()
        return hand, report

    def test_the_hand_follows_and_the_feet_stay(self) -> None:
        feet = ["leftFoot", "rightFoot"]
        for foot in feet:
            self.rig.session.pin(foot)
        self.rig.update()
        before = [self.shown(foot) for foot in feet]
        hand, report = self.reach(LPoint3f(0, -0.1, 0.1))
        self.assertTrue(report.is_reached, report.outcome)
        size = (self.rig.place("head") - self.rig.place("leftFoot")).length()
        self.assertLess((self.shown("leftHand") - hand.getPos(self.rig.character)).length(), 1e-3 * size)
        for foot, place in zip(feet, before):
            self.assertLess((self.shown(foot) - place).length(), 1e-4 * size, foot)

    def test_every_joint_is_where_the_library_has_it(self) -> None:
        self.reach(LPoint3f(0.1, 0.1, 0.2))
        for name in (self.rig.rig.joints[joint] for joint in self.rig.joints):
            self.assertLess((self.shown(name) - self.rig.place(name)).length(), 1e-4 * (1 + self.rig.place(name).length()), name)

    def test_an_unreachable_target_is_reported(self) -> None:
        _, report = self.reach(LPoint3f(9, 0, 0))
        self.assertFalse(report.is_reached)
        self.assertTrue(np.isfinite(self.rig.pose).all())

    def test_a_released_joint_has_no_target(self) -> None:
        self.reach(LPoint3f(0, -0.1, 0.1))
        self.rig.release("leftHand")
        self.assertEqual(self.rig.update().targets, [])

    def test_another_file_is_refused(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            other = os.path.join(folder, "other.bvh")
            with open(other, "w") as file:
                file.write(BVH)
            with self.assertRaisesRegex(ValueError, "no joint of .*other.bvh"):
                kansetsu_panda3d.ActorRig(self.actor, other)


if __name__ == "__main__":
    unittest.main()
