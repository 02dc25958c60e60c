"""Wrong arguments: exceptions that name the argument, never a crash."""

import random
import unittest

import numpy as np

import kansetsu

WRONG = [
    None, True, -1, 3, 10**30, 1e300, float("nan"), "", "leftHand", "näin", b"x", [], [1], [1, 2, 3], [1, "x", 3], (1, 2, float("inf")), {}, {"a": 1},
    {1: 2}, {1, 2, 3}, object(), int, lambda: None, range(3), 1j, np.float32(2), np.int64(-5), np.zeros(3), np.zeros((0,)), np.array("text"),
    np.array([None, 1], object), np.zeros((2, 2, 2, 2), np.float32),
]  # fmt: skip


def wrong_poses(rig, choice):
    """Arrays that are almost poses."""
    pose = rig.rest_pose()
    readonly = rig.rest_pose()
    readonly.flags.writeable = False
    unaligned = np.frombuffer(b"x" + pose.tobytes(), np.uint8)[1:].view(np.float32).reshape(pose.shape)
    nan = pose.copy()
    nan[choice.randrange(len(pose)), choice.randrange(10)] = choice.choice([np.nan, np.inf, -np.inf])
    zero = pose.copy()
    zero[:, 3:7] = 0
    return [
        pose.astype(np.float64), pose.astype(">f4"), pose.astype(np.float16), pose[:-1], pose[:, :9], pose.T, pose[::-1], np.asfortranarray(pose),
        pose[None], readonly, unaligned, nan, zero, np.lib.stride_tricks.as_strided(pose, strides=(0, 4)), np.ma.masked_array(pose), pose.tolist(),
    ]  # fmt: skip


class Arguments(unittest.TestCase):
    def test_a_thousand_random_calls_raise_or_succeed(self):
        choice = random.Random(2026)
        models = [kansetsu.figure(name) for name in kansetsu.FIGURES]
        raised = 0
        for number in range(1000):
            model = choice.choice(models)
            rig = model.rig
            call, arguments = self.call(choice, model)
            try:
                call(*arguments[0], **arguments[1])
            except (TypeError, ValueError, KeyError, IndexError, OverflowError, OSError) as error:
                raised += 1
                self.assertTrue(str(error), f"call {number}")
            session = rig.session()
            session.set_target(len(rig) - 1, position=[0.1, 0.2, 0.3])
            self.assertTrue(np.isfinite(session.solve(steps=2).pose).all())
        self.assertGreater(raised, 700)

    def call(self, choice, model):
        rig = model.rig
        session = rig.session()
        joint = choice.choice([choice.randrange(len(rig)), choice.choice(rig.joints), "#0"])
        wrong = lambda: choice.choice(WRONG)
        pose = lambda: choice.choice(WRONG + wrong_poses(rig, choice) * 2)
        field = choice.choice("position rotation align look_at line plane point relative_to radius angle weight pole nonsense".split())
        option = choice.choice("limits root posture chain_length locked stiffness solver tolerance restarts velocity_limit nonsense".split())
        session.set_target(len(rig) - 1, position=[0.1, 0.2, 0.3])
        return choice.choice([
            (session.set_target, ([wrong()], {"position": [0, 0, 0]})),
            (session.set_target, ([joint], {field: wrong()})),
            (session.set_target, ([joint], {"position": [0, 1, 0], field: wrong()})),
            (session.pin_to, ([joint], {field: wrong()})),
            (session.pin, ([wrong()], {})),
            (session.release, ([wrong()], {})),
            (session.solve, ([pose()], {})),
            (session.solve, ([pose(), wrong()], {})),
            (session.step, ([pose()], {})),
            (session.follow, ([pose(), pose()], {})),
            (session.measure, ([pose()], {})),
            (rig.session, ([wrong()], {})),
            (rig.session, ([], {option: wrong()})),
            (rig.forward, ([pose()], {})),
            (rig.joint, ([wrong()], {})),
            (kansetsu.Session.from_request, ([rig, wrong()], {})),
            (kansetsu.Session.from_request, ([rig, {"targets": wrong()}], {})),
            (kansetsu.Session.from_request, ([wrong(), {}], {})),
            (kansetsu.solve_batch, ([rig, {joint: pose()}], {})),
            (kansetsu.solve_batch, ([rig, wrong()], {"threads": wrong()})),
            (kansetsu.solve_batch, ([rig, {joint: np.zeros((2, 3), np.float32)}, pose()], {"pins": wrong()})),
            (kansetsu.limits, ([rig, pose()], {})),
            (kansetsu.retarget, ([model, pose(), model], {"fps": wrong()})),
            (kansetsu.track, ([rig, pose(), 30], {"parts": wrong()})),
            (kansetsu.pose_from_keypoints, ([model, wrong()], {})),
            (kansetsu.render, ([model, pose()], {"width": 8, "height": 8})),
            (kansetsu.figure, ([wrong()], {})),
            (model.clip, ([wrong()], {})),
            (kansetsu.open, ([choice.choice(WRONG[3:])], {})),
        ])  # fmt: skip

    def test_errors_name_the_argument(self):
        rig = kansetsu.figure("mannequin").rig
        session, pose = rig.session(), rig.rest_pose()
        recursive = []
        recursive.append(recursive)
        for name, error, call in [
            ("joint", ValueError, lambda: session.set_target("leftHandd", position=[0, 0, 0])),
            ("joint", ValueError, lambda: session.pin(-1)),
            ("joint", TypeError, lambda: session.pin(1.5)),
            ("position", TypeError, lambda: session.set_target("leftHand", position="abc")),
            ("position", ValueError, lambda: session.set_target("leftHand", position=[0, 0])),
            ("target.*LeftHand", ValueError, lambda: session.set_target("leftHand", position=[0, 0, np.nan])),
            ("target.*empty", ValueError, lambda: session.set_target("leftHand")),
            ("weight", ValueError, lambda: session.set_target("leftHand", position=[0, 0, 0], weight=0)),
            ("'colour'", TypeError, lambda: session.set_target("leftHand", colour=1)),
            ("options, limits", ValueError, lambda: rig.session(limits="maybe")),
            ("options, restarts", TypeError, lambda: rig.session(restarts="many")),
            ("options, colour", ValueError, lambda: rig.session(colour=1)),
            ("solver", ValueError, lambda: rig.session(solver=recursive)),
            ("request", ValueError, lambda: kansetsu.Session.from_request(rig, "{")),
            ("request", ValueError, lambda: kansetsu.Session.from_request(rig, {"targets": [{"joint": "x"}]})),
            ("pose.*float64", TypeError, lambda: session.solve(pose.astype(float))),
            ("pose.*shape", ValueError, lambda: session.solve(pose[:-1].copy())),
            ("pose.*C-contiguous", ValueError, lambda: session.solve(np.asfortranarray(pose))),
            ("start", ValueError, lambda: kansetsu.solve_batch(rig, {0: np.zeros((2, 3), np.float32)}, pose[:3].copy())),
        ]:
            with self.subTest(name=name), self.assertRaisesRegex(error, name):
                call()

    def test_a_readonly_pose_is_refused_and_unchanged(self):
        rig = kansetsu.figure("mannequin").rig
        pose = rig.rest_pose()
        pose.flags.writeable = False
        with self.assertRaisesRegex(ValueError, "pose"):
            rig.session().solve(pose)
        np.testing.assert_array_equal(pose, rig.rest_pose())

    def test_a_panic_is_an_exception(self):
        from kansetsu import _kansetsu

        with self.assertRaisesRegex(kansetsu.KansetsuError, "internal error.*a test of panics"):
            _kansetsu._panic()


if __name__ == "__main__":
    unittest.main()
