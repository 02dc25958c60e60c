"""Kansetsu beside Pink and mink: five poses of a humanoid robot, in one run.

    pip install kansetsu mink pin-pink daqp
    python bindings/python/bench/robots.py g1_29dof.urdf

The joints of a problem are drawn uniformly from the middle half, or from the full range, of their limits. The targets
are the poses of both hands, both feet and the head there. The base is free, and every solver starts with all joints
at zero. A problem is solved if all five targets are met to 1 mm and 0.5 degrees, with every joint inside its limits.

The options of Kansetsu were selected on seed 1; other seeds judge. Times are of all Python calls of one problem. Pink and mink stop when the targets are met, and after `--steps` steps.
Pinocchio's forward kinematics measures all results.
"""

import argparse
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from importlib.metadata import version

import kansetsu
import mink
import mujoco
import numpy as np
import pink
import pinocchio as pin

LINKS = ["left_rubber_hand", "right_rubber_hand", "left_ankle_roll_link", "right_ankle_roll_link", "head_link"]
POSITION = 1e-3
"""Tolerance, metres."""
ANGLE = np.radians(0.5)
"""Tolerance, radians."""
OUTSIDE = 1e-4
"""A joint further outside its limits is a violation, radians."""
STEP = 0.1
"""Seconds of a step of Pink and mink: their usual gain then closes most of the error per step."""
FREE = 7
"""Numbers of the free base: position and quaternion."""


class Robot:
    """The robot without shapes and with a free base."""

    def __init__(self, path: str) -> None:
        root = ElementTree.parse(path).getroot()
        for link in root.iter("link"):
            for shape in link.findall("visual") + link.findall("collision"):
                link.remove(shape)
        for joint in root.findall("joint[@type='floating']"):
            world = joint.find("parent").get("link")
            root.remove(joint)
            root.remove(root.find(f"link[@name='{world}']"))
        self.xml = ElementTree.tostring(root, encoding="unicode")
        self.model = pin.buildModelFromXML(self.xml, pin.JointModelFreeFlyer())
        self.data = self.model.createData()
        self.hinges = list(self.model.names)[2:]
        self.moved_link = {joint.get("name"): joint.find("child").get("link") for joint in root.iter("joint")}
        self.bounds = [
            self.model.lowerPositionLimit[FREE:],
            self.model.upperPositionLimit[FREE:],
        ]

    def configuration(self, angles: np.ndarray) -> np.ndarray:
        """With the base at the origin."""
        return np.concatenate([pin.neutral(self.model)[:FREE], angles])

    def links(self, configuration: np.ndarray) -> list[pin.SE3]:
        pin.framesForwardKinematics(self.model, self.data, configuration)
        return [pin.SE3(self.data.oMf[self.model.getFrameId(link)]) for link in LINKS]

    def problems(self, count: int, share: float, seed: int) -> Iterator[list[pin.SE3]]:
        """Targets that can be met, with joints in this share of their ranges around the middle."""
        random = np.random.default_rng(seed)
        low, high = self.bounds
        for _ in range(count):
            angles = (low + high) / 2 + share * (high - low) * random.uniform(-0.5, 0.5, len(low))
            yield self.links(self.configuration(angles))


def errors(targets: list[pin.SE3], reached: list[pin.SE3]) -> tuple[float, float]:
    """The largest distance, metres, and angle, radians."""
    apart = [target.inverse() * link for target, link in zip(targets, reached)]
    return (
        max(float(np.linalg.norm(pose.translation)) for pose in apart),
        max(float(np.linalg.norm(pin.log3(pose.rotation))) for pose in apart),
    )


def are_met(targets: list[pin.SE3], reached: list[pin.SE3]) -> bool:
    position, angle = errors(targets, reached)
    return position <= POSITION and angle <= ANGLE


class Kansetsu:
    """`Session.solve`: one call per problem."""

    def __init__(self, robot: Robot, path: str) -> None:
        self.robot = robot
        self.rig = kansetsu.open(path).rig
        # The library names a joint of URDF by the link that it moves.
        self.order = [self.rig.hinges.index(robot.moved_link[hinge]) for hinge in robot.hinges]
        self.joints = [self.rig.joint(link) for link in LINKS]
        self.session = self.rig.session(
            root="free",
            posture="uniform",
            balance="off",
            self_collision="off",
            feet="free",
            tolerance=POSITION / 2,  # a fraction of the path from the base to a target, about 1 m
            angle_tolerance=0.7 * ANGLE,
            restarts=100,
        )
        own = [rigid(self.rig.forward(self.rig.rest_pose())[joint]) for joint in self.joints]
        other = robot.links(robot.configuration(np.zeros(len(robot.hinges))))
        # Kansetsu has y up, URDF z: the rotation and the offset between both, from the five links.
        points = [np.array([link.translation for link in links]) for links in (own, other)]
        centers = [list_of.mean(0) for list_of in points]
        turn = rotation((points[0] - centers[0]).T @ (points[1] - centers[1]))
        self.axes = pin.SE3(turn, centers[0] - turn @ centers[1])
        self.frames = [link.inverse() * self.axes.inverse() * joint for link, joint in zip(other, own)]

    def solve(self, targets: list[pin.SE3]) -> tuple[float, np.ndarray, list[pin.SE3]]:
        own = [self.axes * target * frame for target, frame in zip(targets, self.frames)]
        numbers = [(target.translation, pin.Quaternion(target.rotation).coeffs()) for target in own]
        start = time.perf_counter()
        for joint, (position, turn) in zip(self.joints, numbers):
            self.session.set_target(joint, position=position, rotation=turn)
        pose = self.session.solve(steps=4000).pose
        took = time.perf_counter() - start
        angles = self.rig.angles(pose)[self.order].astype(float)
        links = self.robot.links(self.robot.configuration(angles))
        first = rigid(self.rig.forward(pose)[self.joints[0]])
        base = self.axes.inverse() * first * self.frames[0].inverse() * links[0].inverse()
        return took, angles, [base * link for link in links]


def rotation(matrix: np.ndarray) -> np.ndarray:
    """The nearest rotation matrix."""
    u, _, v = np.linalg.svd(matrix)
    return u @ np.diag([1, 1, np.linalg.det(u @ v)]) @ v


def rigid(matrix: np.ndarray) -> pin.SE3:
    return pin.SE3(rotation(matrix[:3, :3].astype(float)), matrix[:3, 3].astype(float))


class Pink:
    """Frame tasks and `solve_ik` with daqp, repeated."""

    def __init__(self, robot: Robot, steps: int) -> None:
        self.robot, self.steps = robot, steps
        self.tasks = [pink.tasks.FrameTask(link, position_cost=1.0, orientation_cost=1.0) for link in LINKS]

    def solve(self, targets: list[pin.SE3]) -> tuple[float, np.ndarray, list[pin.SE3]]:
        robot = self.robot
        start = time.perf_counter()
        for task, target in zip(self.tasks, targets):
            task.set_target(target)
        at = robot.configuration(np.zeros(len(robot.hinges)))
        configuration = pink.Configuration(robot.model, robot.data, at)
        for _ in range(self.steps):
            velocity = pink.solve_ik(configuration, self.tasks, STEP, solver="daqp", safety_break=False)
            configuration.integrate_inplace(velocity, STEP)
            if are_met(targets, [configuration.get_transform_frame_to_world(link) for link in LINKS]):
                break
        took = time.perf_counter() - start
        return took, configuration.q[FREE:], robot.links(configuration.q)


class Mink:
    """The same with mink on MuJoCo."""

    def __init__(self, robot: Robot, steps: int) -> None:
        self.robot, self.steps = robot, steps
        spec = mujoco.MjSpec.from_string(robot.xml)
        spec.compiler.fusestatic = False
        spec.worldbody.first_body().add_freejoint()
        self.model = spec.compile()
        names = [self.model.joint(index).name for index in range(1, self.model.njnt)]
        self.order = [names.index(hinge) for hinge in robot.hinges]
        self.limits = [mink.ConfigurationLimit(self.model)]
        self.tasks = [
            mink.FrameTask(link, "body", position_cost=1.0, orientation_cost=1.0, lm_damping=1e-6) for link in LINKS
        ]

    def links(self, configuration: mink.Configuration) -> list[pin.SE3]:
        poses = [configuration.get_transform_frame_to_world(link, "body").as_matrix() for link in LINKS]
        return [pin.SE3(pose[:3, :3], pose[:3, 3]) for pose in poses]

    def solve(self, targets: list[pin.SE3]) -> tuple[float, np.ndarray, list[pin.SE3]]:
        start = time.perf_counter()
        for task, target in zip(self.tasks, targets):
            task.set_target(mink.SE3.from_matrix(target.homogeneous))
        at = np.zeros(self.model.nq)
        at[3] = 1.0
        configuration = mink.Configuration(self.model, at)
        for _ in range(self.steps):
            velocity = mink.solve_ik(
                configuration, self.tasks, STEP, solver="daqp", limits=self.limits, safety_break=False
            )
            configuration.integrate_inplace(velocity, STEP)
            if are_met(targets, self.links(configuration)):
                break
        took = time.perf_counter() - start
        x, y, z, *turn = configuration.q[:FREE]
        angles = configuration.q[FREE:][self.order]
        at = np.concatenate([[x, y, z], np.roll(turn, -1), angles])
        return took, angles, self.robot.links(at)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("urdf", help="the G1 humanoid robot")
    parser.add_argument("--count", type=int, default=100, help="problems of each range")
    parser.add_argument("--steps", type=int, default=200, help="the most steps of Pink and mink")
    parser.add_argument("--seed", type=int, default=2, help="seed 1 selected the options")
    given = parser.parse_args()
    robot = Robot(given.urdf)
    solvers = {
        "kansetsu": Kansetsu(robot, given.urdf),
        "pin-pink": Pink(robot, given.steps),
        "mink": Mink(robot, given.steps),
    }
    print("# Robots\n")
    print(
        f"Five poses of {len(robot.hinges)} joints, {given.count} problems of each range, seed {given.seed}. Pink "
        f"{version('pin-pink')} and mink {version('mink')} with daqp, at most {given.steps} steps. "
        "`bindings/python/bench/robots.py` describes problems and judge.\n"
    )
    print("| ranges | solver | solved | violations | mean, ms | median, ms | longest, ms | mean, of kansetsu's |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for name, share in [("middle half", 0.5), ("full", 1.0)]:
        ours = None
        for solver, adapter in solvers.items():
            solved, violations, times = 0, 0, []
            for targets in robot.problems(given.count, share, given.seed):
                took, angles, reached = adapter.solve(targets)
                outside = max(0.0, *(robot.bounds[0] - angles), *(angles - robot.bounds[1])) > OUTSIDE
                solved += are_met(targets, reached) and not outside
                violations += outside
                times.append(1e3 * took)
            mean = float(np.mean(times))
            ours = ours or mean
            print(
                f"| {name} | {solver} | {100 * solved / given.count:.1f} % | {violations} | {mean:.3f} "
                f"| {np.median(times):.3f} | {max(times):.2f} | {mean / ours:.1f} |"
            )


if __name__ == "__main__":
    main()
