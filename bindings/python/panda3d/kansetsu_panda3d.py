"""Full-body inverse kinematics for an ``Actor`` of Panda3D.

The actor comes from a file that both programs read: a GLB or VRM with a skin, through panda3d-gltf. VRM files are GLB files:
Panda3D needs the ending ``.glb``. See ``ActorRig``; ``python kansetsu_panda3d.py MODEL.glb PICTURE.png`` draws an example.
"""

import sys

import kansetsu
import numpy as np
from direct.actor.Actor import Actor
from panda3d.core import LMatrix4f, LPoint3f, NodePath

UP = np.array([[1, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, 0], [0, 0, 0, 1]], np.float32)
"""Panda3D's +Z up to the library's +Y up."""


class ActorRig:
    """A session of the library that poses an actor.

    ``session`` takes pins and options; targets are nodes::

        rig = ActorRig(actor, "hero.glb")
        rig.session.pin("leftFoot")
        rig.target("leftHand", render.attachNewNode("hand"))
        report = rig.update()  # each frame, in a task

    Raises ``ValueError`` if the actor is not from the file, and ``kansetsu.KansetsuError`` if it cannot be read.
    """

    def __init__(self, actor: Actor, path: str, **options):
        self.rig = kansetsu.open(path).rig
        self.session = self.rig.session(**options)
        self.pose = self.rig.rest_pose()
        self.targets: dict[int, NodePath] = {}
        self.character = actor.find("**/+Character")
        known = {joint.getName(): joint for joint in actor.getJoints()}
        indices = [index for index, name in enumerate(self.rig.joints) if name in known]
        if not indices or self.character.isEmpty():
            raise ValueError(f"path: no joint of {path} is a joint of the actor")
        defaults = [np.array(known[self.rig.joints[index]].getDefaultValue()).T for index in indices]
        self.joints = np.array(indices)
        self.parents = np.array([self._parent(index, set(indices)) for index in indices])
        rest = self.rig.forward(self.pose)
        top = int(np.flatnonzero(self.parents < 0)[0])
        self.model_from_character = rest[indices[top]] @ UP @ np.linalg.inv(defaults[top])
        for index, local, default in zip(indices, self._locals(rest), defaults):
            if np.abs(local - default).max() > 1e-3 * max(1.0, np.abs(default).max()):
                raise ValueError(f"path: joint {self.rig.joints[index]} of {path} has another place in the actor")
        self.nodes = [actor.controlJoint(None, "modelRoot", self.rig.joints[index]) for index in indices]

    def _parent(self, joint: int, joints: set[int]) -> int:
        """The nearest joint above that the actor has, too, or -1."""
        parent = self.rig.parents[joint]
        while parent is not None and parent not in joints:
            parent = self.rig.parents[parent]
        return -1 if parent is None else parent

    def _locals(self, world: np.ndarray) -> np.ndarray:
        """The transforms of the actor's joints relative to their parents, for column vectors."""
        own = world[self.joints] @ UP
        above = np.where((self.parents < 0)[:, None, None], self.model_from_character, world[self.parents] @ UP)
        return np.linalg.inv(above) @ own

    def target(self, joint: str | int, node: NodePath) -> None:
        """A joint, by name, role or index, that follows the position of a node."""
        self.targets[self.rig.joint(joint)] = node

    def release(self, joint: str | int) -> None:
        """Removes the target and the pin of a joint."""
        self.targets.pop(self.rig.joint(joint), None)
        self.session.release(joint)

    def update(self) -> kansetsu.Report:
        """One frame: reads the targets, solves, and poses the actor."""
        for joint, node in self.targets.items():
            position = self.model_from_character @ [*node.getPos(self.character), 1.0]
            self.session.set_target(joint, position=position[:3])
        report = self.session.step(self.pose)
        for node, local in zip(self.nodes, self._locals(self.rig.forward(self.pose))):
            node.setMat(LMatrix4f(*map(float, local.T.ravel())))
        return report

    def place(self, joint: str | int) -> LPoint3f:
        """The position of a joint in the space of ``character``, by the library's forward kinematics."""
        position = np.linalg.solve(self.model_from_character, self.rig.forward(self.pose)[self.rig.joint(joint)][:, 3])
        return LPoint3f(*map(float, position[:3]))


def main(model: str, picture: str) -> None:
    """Draws an actor whose left hand reaches forward while both feet stay."""
    from direct.showbase.ShowBase import ShowBase
    from panda3d.core import AmbientLight, DirectionalLight, Filename, loadPrcFileData

    loadPrcFileData("", "window-type offscreen\nload-display p3tinydisplay\naudio-library-name null\nwin-size 640 640")
    base = ShowBase(windowType="offscreen")
    actor = Actor(Filename.fromOsSpecific(model))
    actor.reparentTo(base.render)
    rig = ActorRig(actor, model)
    rig.pose[:] = rig.rig.stance()
    rig.session.pin("leftFoot")
    rig.session.pin("rightFoot")
    hand = base.render.attachNewNode("hand")
    hand.setPos(rig.character, rig.place("leftHand"))
    low, high = actor.getTightBounds()
    size = high.z - low.z
    rig.target("leftHand", hand)
    for _ in range(60):
        hand.setPos(hand.getPos() + LPoint3f(0, -0.004, 0.005) * size)
        report = rig.update()
    print(f"{report.outcome}, {report.distance * 1000:.3f} mm")
    sun = base.render.attachNewNode(DirectionalLight("sun"))
    sun.setHpr(-30, -40, 0)
    base.render.setLight(sun)
    light = AmbientLight("light")
    light.setColor((0.5, 0.5, 0.5, 1))
    base.render.setLight(base.render.attachNewNode(light))
    base.setBackgroundColor(0.9, 0.9, 0.92)
    base.disableMouse()
    base.camera.setPos(1.2 * size, -2.2 * size, 0.9 * size)
    base.camera.lookAt(0, 0, 0.5 * size)
    for _ in range(2):
        base.graphicsEngine.renderFrame()
    if not base.win.saveScreenshot(Filename.fromOsSpecific(picture)):
        sys.exit(f"could not write {picture}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python kansetsu_panda3d.py MODEL.glb PICTURE.png")
    main(*sys.argv[1:])
