import type { LineSegments, Matrix4, Object3D, Skeleton, SkinnedMesh, Vector3 } from "three";
import type { Limit, Numbers, Options, Report, Rig, Session } from "./core.js";

/** A joint: its object, its name, a humanoid role, or its index. */
export type JointOf = Object3D | string | number;

export interface IKOptions extends Omit<Options, "limits" | "locked" | "stiffness"> {
    /** The objects that may rotate. Default: all bones, or all objects of a tree without bones. */
    joints?: Object3D[];
    /** Limits by joint, relative to the pose of now. "off": joints rotate freely. */
    limits?: Record<string, Limit> | Map<Object3D | string, Limit> | "on" | "off";
    /** Joints by humanoid role of VRM 1.0. */
    roles?: Record<string, Object3D | string>;
    /** Detects humanoid roles (unless some are given), limbs and mirror pairs; a body without limits gets human limits. */
    humanoid?: boolean;
    locked?: JointOf[];
    stiffness?: Record<string, number> | Map<JointOf, number>;
}

export interface TargetOptions {
    /** The joint's position follows the object. Default true, without `lookAt`. */
    position?: boolean;
    /** The joint's rotation is that of the object. Default false. */
    rotation?: boolean;
    /** This axis of the joint points at the object. */
    lookAt?: Numbers | Vector3;
    /** This axis of the joint points along the object's Z axis. */
    align?: Numbers | Vector3;
    /** An object at which the middle joint of a limb points. */
    pole?: Object3D;
    /** The point of the joint that reaches, in the joint's local frame. */
    point?: Numbers;
    /** Tolerance radius, world units. */
    radius?: number;
    /** Tolerance angle, radians. */
    angle?: number;
    /** Weight relative to other targets, more than 0. */
    weight?: number;
}

/**
 * Poses a tree of objects. Make it in the rest pose.
 *
 * Updates write quaternions only. With `root: "free"` or `"auto"` they also write the position of `base`.
 */
export declare class IK {
    constructor(root: Object3D | Skeleton, options?: IKOptions);
    /** The objects, parents before children. */
    readonly joints: Object3D[];
    /** The object in whose space the rig is, or null for the world. */
    readonly space: Object3D | null;
    readonly rig: Rig;
    readonly session: Session;
    /** The joint that carries the body. */
    readonly base: Object3D;
    indexOf(joint: JointOf): number;
    object(joint: JointOf): Object3D;
    /** The joint follows an object. */
    setTarget(joint: JointOf, object: Object3D, options?: TargetOptions): void;
    /** The joint stays where it is in the world. */
    pin(joint: JointOf, options?: { rotation?: boolean }): void;
    /** Removes the target and the pin of a joint. */
    release(joint: JointOf): void;
    clear(): void;
    /** The next update starts a new motion. */
    reset(): void;
    readonly targets: { joint: Object3D; object: Object3D }[];
    readonly pins: { joint: Object3D; matrix: Matrix4 }[];
    /** Moves an object to where a joint is, and returns it. */
    place<T extends Object3D>(object: T, joint: JointOf): T;
    /** One frame: continues from the objects' pose toward the targets. */
    update(steps?: number): Report;
    /** One frame after an animation has posed the objects: meets the targets close to that pose. */
    follow(steps?: number): Report;
    /** Finds one pose at once. */
    solve(steps?: number): Report;
    /** How far joints are outside their limits now, radians. */
    violations(): Map<Object3D, number>;
    dispose(): void;
}

/** Lines for limits (red if violated), and from joints to their targets and pins. Add it to the scene. */
export declare class IKHelper extends LineSegments {
    constructor(ik: IK, options?: { limits?: boolean; targets?: boolean; size?: number });
    dispose(): void;
}

export interface CCDIKLink {
    /** The index of the bone. */
    index: number;
    /** The only axis about which the bone rotates. */
    limitation?: Vector3;
    /** Euler angles in the order of the bone, radians. Intervals beyond ±π wrap. */
    rotationMin?: Vector3;
    rotationMax?: Vector3;
    /** False ends the chain here. */
    enabled?: boolean;
}

export interface CCDIK {
    /** Indices of bones. */
    target: number;
    effector: number;
    /** From the effector upwards. */
    links: CCDIKLink[];
    /** No effect: the solver stops when it has reached the target. */
    iteration?: number;
    minAngle?: number;
    maxAngle?: number;
    /** 0 to 1. */
    blendFactor?: number;
}

/** A drop-in replacement of CCDIKSolver of three.js, with limits that hold. */
export declare class CCDIKSolver {
    constructor(mesh: SkinnedMesh, iks?: CCDIK[]);
    mesh: SkinnedMesh;
    iks: CCDIK[];
    update(globalBlendFactor?: number): this;
    updateOne(ik: CCDIK, overrideBlend?: number): this;
    createHelper(sphereSize?: number): Object3D;
    /** The next update starts a new motion, for example after a jump of the animation. */
    reset(): void;
    dispose(): void;
}
