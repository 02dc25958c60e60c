// The outline of a limit: where the bone may point, as segments in the joint's rest frame.

import { Euler, Quaternion, Vector3 } from "three";

/** Segments of a full curve. */
const SEGMENTS = 48;

/** Pairs of points at the distance of the bone's end. */
export function outlineOf(limit, bone) {
    const length = bone.length();
    switch (limit.kind) {
        case "hinge":
            return hinge(limit, bone);
        case "cone":
            return around(vector(limit.center ?? limit.axis), () => limit.angle, length);
        case "swing_twist":
            return swing(limit, length);
        case "euler_box":
            return box(limit, bone);
        default:
            return polygon(limit, length);
    }
}

function vector(numbers) {
    return new Vector3(...numbers).normalize();
}

/** Both bounds, an open one half a turn away. */
function range(min, max) {
    return [Math.max(min ?? -Math.PI, -2 * Math.PI), Math.min(max ?? Math.PI, 2 * Math.PI)];
}

/** A fan of the allowed angles. */
function hinge({ axis, min, max }, bone) {
    const about = vector(axis);
    const flat = bone.clone().addScaledVector(about, -bone.dot(about));
    const spoke = flat.lengthSq() > 1e-6 * bone.lengthSq() ? flat : new Vector3(about.y, about.z, about.x).cross(about).setLength(bone.length());
    const [low, high] = range(min, max);
    const at = (t) => spoke.clone().applyAxisAngle(about, low + (high - low) * t);
    return [new Vector3(), at(0), ...curve(at), at(1), new Vector3()];
}

/** A closed curve at an angle from a direction. */
function around(center, angleAt, length) {
    const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), center);
    const at = (t) => {
        const phi = 2 * Math.PI * t;
        const angle = angleAt(phi);
        const side = Math.sin(angle);
        return new Vector3(side * Math.cos(phi), side * Math.sin(phi), Math.cos(angle)).multiplyScalar(length).applyQuaternion(turn);
    };
    return [...curve(at), ...[0, 0.25, 0.5, 0.75].flatMap((t) => [new Vector3(), at(t)])];
}

function swing({ rest_from_limit: frame, swing_x: swingX, swing_y: swingY }, length) {
    const turn = new Quaternion(...(frame ?? [0, 0, 0, 1]));
    const at = (t) => {
        const phi = 2 * Math.PI * t;
        const [x, y] = [Math.cos(phi), Math.sin(phi)];
        const angle = 1 / Math.hypot(x / Math.max(swingX, 1e-4), y / Math.max(swingY, 1e-4));
        return new Vector3(0, 0, length).applyAxisAngle(new Vector3(x, y, 0), angle).applyQuaternion(turn);
    };
    return [...curve(at), ...[0, 0.25, 0.5, 0.75].flatMap((t) => [new Vector3(), at(t)])];
}

/** The edges of the box of angles. */
function box({ frame, order, min, max }, bone) {
    const turn = new Quaternion(...(frame ?? [0, 0, 0, 1]));
    const back = turn.clone().invert();
    const ranges = [0, 1, 2].map((axis) => range(min?.[axis], max?.[axis]));
    const at = (angles) =>
        bone
            .clone()
            .applyQuaternion(back)
            .applyEuler(new Euler(...angles, order))
            .applyQuaternion(turn);
    const points = [];
    for (const axis of [0, 1, 2]) {
        const others = [0, 1, 2].filter((other) => other !== axis);
        for (const corner of [0, 1, 2, 3]) {
            const angles = [0, 0, 0];
            angles[others[0]] = ranges[others[0]][corner & 1];
            angles[others[1]] = ranges[others[1]][corner >> 1];
            points.push(
                ...curve((t) => {
                    angles[axis] = ranges[axis][0] + (ranges[axis][1] - ranges[axis][0]) * t;
                    return at(angles);
                }, SEGMENTS / 4),
            );
        }
    }
    return points;
}

function polygon({ vertices }, length) {
    const corners = vertices.map(vector);
    return corners.flatMap((corner, index) => {
        const next = corners[(index + 1) % corners.length];
        return curve((t) => corner.clone().lerp(next, t).setLength(length), SEGMENTS / 4);
    });
}

function curve(at, segments = SEGMENTS) {
    return Array.from({ length: segments }, (_, index) => [at(index / segments), at((index + 1) / segments)]).flat();
}
