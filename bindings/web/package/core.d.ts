/** The name of a joint, a humanoid role of VRM 1.0 such as "leftHand", or an index. */
export type Joint = string | number;
export type Numbers = readonly number[] | Float32Array | Float64Array;
export type Outcome = "reached" | "soft_reached" | "out_of_reach" | "too_close" | "limited" | "stalled";

/** The outcomes, from the best to the worst. */
export declare const OUTCOMES: readonly Outcome[];

/** The limit of a joint, relative to its rest rotation. Angles are radians; an open bound is null or omitted. */
export type Limit =
    | { kind: "hinge"; axis: Numbers; min?: number | null; max?: number | null }
    | { kind: "cone"; axis: Numbers; center: Numbers; angle: number }
    | {
          kind: "swing_twist";
          /** The middle of the limit in the rest frame: Z is the middle direction, X and Y the swing axes. */
          rest_from_limit?: Numbers;
          /** The limit's frame in the joint: Z is the limited direction. */
          joint_from_limit?: Numbers;
          swing_x: number;
          swing_y: number;
          twist_min?: number | null;
          twist_max?: number | null;
      }
    | {
          kind: "euler_box";
          frame?: Numbers;
          order: "XYZ" | "XZY" | "YXZ" | "YZX" | "ZXY" | "ZYX";
          min?: readonly (number | null)[];
          max?: readonly (number | null)[];
      }
    | { kind: "reach_cone"; axis: Numbers; visible: Numbers; vertices: Numbers[]; twist_min?: number | null; twist_max?: number | null };

/** A chain with a known bend. */
export interface Limb {
    name: string;
    base: number;
    middle: number;
    tip: number;
    /** The direction of the middle when the limb bends, in model space at rest. */
    pole: number[];
}

export interface Transform {
    translation: Numbers;
    /** x, y, z, w. */
    rotation: Numbers;
    scale: Numbers;
}

/** All data of a rig. */
export interface RigData {
    /** Parents before children. */
    joints: { name: string; parent: number | null; rest?: Partial<Transform> }[];
    limits?: (Limit | null)[];
    limbs?: Limb[];
    /** The joint on the other side of the body. */
    mirrors?: (number | null)[];
    roles?: Record<string, number>;
    stance?: { locals: Transform[] } | null;
    masses?: [joint: number, center: Numbers, mass: number][];
    ikStops?: number[];
    base?: number | null;
}

export interface RigArrays {
    names: string[];
    /** -1 for a root, otherwise a smaller index than the joint's own. */
    parents: readonly number[] | Int32Array;
    /** 10 numbers per joint: translation (3), rotation x y z w (4), scale (3), relative to the parent. */
    rest: Numbers;
    limits?: (Limit | null | undefined)[];
    roles?: Record<string, number>;
    /** Detects humanoid roles (unless some are given), limbs and mirror pairs; a body without limits gets human limits. */
    humanoid?: boolean;
}

/** A skeleton with limits, limbs and humanoid roles. It never changes. */
export declare class Rig {
    constructor(data: RigData, options?: { humanoid?: boolean });
    static fromArrays(arrays: RigArrays): Rig;
    /** The joints' names, parents before children. */
    readonly joints: string[];
    /** -1 for a root. */
    readonly parents: number[];
    readonly roles: Record<string, number>;
    readonly limits: (Limit | null)[];
    readonly limbs: Limb[];
    /** The number of joints. */
    readonly length: number;
    /** The joint that carries the whole body. */
    readonly base: number;
    /** The index of a joint. Throws with similar names. */
    joint(joint: Joint): number;
    /** A new array, 10 numbers per joint. */
    restPose(): Float32Array;
    /** The relaxed stance, a new array; the rest pose for a body without one. */
    stance(): Float32Array;
    /** Forward kinematics: `model_from_joint`, the 16 numbers of a matrix per joint, column by column. */
    forward(pose: Numbers): Float32Array;
    /** How far each joint is outside its limit, radians. */
    violations(pose: Numbers): Float32Array;
    session(options?: Options): Session;
    /** All data: for `new Rig()`, other threads and files. */
    toJSON(): RigData;
    /** Frees the memory now, not when it is collected. Sessions stay. */
    free(): void;
}

export interface PinTarget {
    /** Model space, metres. */
    position?: Numbers;
    /** A quaternion x, y, z, w. */
    rotation?: Numbers;
    /** An axis of the joint, and the direction along which it points. */
    align?: [axis: Numbers, direction: Numbers];
    /** An axis of the joint, and the point in model space at which it points. */
    lookAt?: [axis: Numbers, point: Numbers];
    /** The position may be anywhere on the line of this direction. */
    line?: Numbers;
    /** The position may be anywhere in the plane of this normal. */
    plane?: Numbers;
    /** The point of the joint that reaches, in the joint's local frame, metres. */
    point?: Numbers;
    /** The joint in whose frame position and rotation are given. */
    relativeTo?: Joint;
    /** Tolerance radius, metres. */
    radius?: number;
    /** Tolerance angle, radians. */
    angle?: number;
    /** A point in model space at which the middle joint of a limb points. */
    pole?: Numbers;
}

export interface Target extends PinTarget {
    /** Weight relative to other targets, more than 0. */
    weight?: number;
}

export interface Options {
    limits?: "on" | "off";
    root?: "auto" | "fixed" | "rotates" | "free";
    /** "likely" needs `await ready` of "kansetsu/prior". */
    posture?: "auto" | "given" | "uniform" | "likely";
    feet?: "planted" | "free";
    balance?: "on" | "off";
    selfCollision?: "on" | "off";
    /** The most joints above a target's joint that follow it. */
    chainLength?: number | null;
    /** Joints that keep their rotation. */
    locked?: Joint[];
    /** Factors on the stiffness of joints, in [0.01, 100]. */
    stiffness?: Record<string, number> | Map<Joint, number>;
    /** A solver instead of the whole-body solver, for example { solver: "fabrik" }. */
    solver?: { solver: string; [parameter: string]: unknown } | null;
    /** Position tolerance, as a fraction of the path from the root to a target. Default 1e-5. */
    tolerance?: number;
    /** Rotation tolerance, radians. Default 1e-3. */
    angleTolerance?: number;
    /** The most restarts of a solve if a target is missed. Default 12. */
    restarts?: number;
    /** The strength of a target against the posture, in [1, 1000]. Default 10. */
    strength?: number;
    /** Joint velocity limit of `follow`, radians per frame. */
    velocityLimit?: number | null;
}

/** The result of a target or a pin. */
export interface TargetReport {
    joint: string;
    index: number;
    isReached: boolean;
    outcome: Outcome;
    /** Position error, metres. */
    distance: number;
    /** Rotation error, radians. */
    angle: number;
    /** The position of the target in model space, metres. */
    target: [number, number, number];
    /** The position of the joint's point in model space, metres. */
    reached: [number, number, number];
}

/** The result of a call, measured by forward kinematics. */
export declare class Report {
    private constructor();
    /** The array that the call changed. */
    readonly pose: Float32Array;
    /** The worst outcome of all targets and pins. */
    readonly outcome: Outcome;
    readonly isReached: boolean;
    /** Another step with the same targets changes nothing. */
    readonly isSettled: boolean;
    readonly steps: number;
    readonly restarts: number;
    /** The largest position error of all targets, metres. */
    readonly distance: number;
    readonly targets: TargetReport[];
    /** One entry for each pin and each planted foot. */
    readonly pins: TargetReport[];
    readonly activeLimits: { joint: string; index: number; bound: string }[];
    toJSON(): object;
}

/** A request of `kansetsu solve --request`: joints by name. */
export interface Request {
    targets?: object[];
    pins?: string[];
    positionPins?: string[];
    pinTargets?: object[];
    options?: object;
    locked?: string[];
    stiffness?: [string, number][];
}

/**
 * Poses one body: targets and pins in, a pose and a report out.
 *
 * A pose is a `Float32Array` of 10 numbers per joint, which calls change in place. It is unchanged if a call throws.
 */
export declare class Session {
    constructor(rig: Rig, options?: Options);
    static fromRequest(rig: Rig, request: Request | string): Session;
    readonly rig: Rig;
    /** Replaces the options. The next call uses them. */
    setOptions(options: Options): void;
    /** Sets the target of a joint, in place of earlier ones. */
    setTarget(joint: Joint, target: Target): void;
    /** Adds a target to those of a joint, for another of its points. */
    addTarget(joint: Joint, target: Target): void;
    /** Pins a joint: it keeps the position and rotation that it has in the pose of the next call. */
    pin(joint: Joint): void;
    /** Pins the position of a joint; its rotation stays free. */
    pinPosition(joint: Joint): void;
    /** Pins a joint to a target, which is met before all others. */
    pinTo(joint: Joint, target: PinTarget): void;
    /** Removes targets and pin of a joint. */
    release(joint: Joint): void;
    /** Removes all targets and pins, and resets the tracking state. */
    clear(): void;
    /** Resets the tracking state: the next step starts a new motion. */
    reset(): void;
    /** Finds one pose that meets the targets; without `pose` a new array starts at rest. `steps` is 200. */
    solve(pose?: Float32Array, steps?: number): Report;
    /** Continues from `pose` toward the targets: one frame of a game or of a drag. `steps` is 16. */
    step(pose: Float32Array, steps?: number): Report;
    /** Poses the next frame of a motion: meets the targets in `pose`, as close as possible to `motion`. `steps` is 16. */
    follow(motion: Float32Array, pose?: Float32Array, steps?: number): Report;
    /** The residuals of targets and pins. Nothing is solved. */
    measure(pose: Float32Array): Report;
    /** Frees the memory now, not when it is collected. */
    free(): void;
}
