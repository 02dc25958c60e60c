/* Kansetsu: full-body inverse kinematics for characters. C interface.
 *
 * A session poses one body: targets and pins in, a pose and a report out. The 20 lines of README.md show it.
 *
 * Units and spaces. Right-handed, +Y up, metres, radians, quaternions x y z w. Model space is the space above the roots.
 *
 * Poses. 10 floats per joint: translation x y z, rotation x y z w, scale x y z, relative to the parent joint. Joints are numbered from
 * 0, parents before children. Every `count` of a pose is its number of floats: 10 times ks_rig_joint_count().
 *
 * Errors. Functions return a ks_code. The last argument, if not NULL, receives the code and a message. Nothing changes when a
 * call fails, but outputs may be set to zero. A target out of reach is not an error: the report has its distance.
 *
 * Handles. ks_rig and ks_session are numbers, not pointers; 0 is the null handle. A handle that was freed is an error, not a crash.
 *
 * Threads. Several threads may use one rig. One thread at a time may use a session: a second one gets KS_ERROR_BUSY. Sessions
 * are independent of each other and of the rig they were made from.
 *
 * Memory. The library keeps no pointer of the caller's after a call. Arrays must have the stated length, and texts are UTF-8 that
 * ends with a zero byte.
 *
 * Structs. Those that may grow have the field `size`: start from the _default() function, never from zeros. The library refuses a
 * size that it does not know.
 */
#ifndef KANSETSU_H
#define KANSETSU_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) && !defined(KANSETSU_STATIC)
#define KS_API __declspec(dllimport)
#else
#define KS_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header. ks_version() returns that of the library. */
#define KS_VERSION_MAJOR 0
#define KS_VERSION_MINOR 1
#define KS_VERSION_PATCH 0
#define KS_VERSION ((uint32_t)(KS_VERSION_MAJOR << 16 | KS_VERSION_MINOR << 8 | KS_VERSION_PATCH))

/* Floats of a pose per joint, and of ks_rig_forward() per joint. */
#define KS_POSE_FLOATS 10
#define KS_MATRIX_FLOATS 12

/* ---- Errors ------------------------------------------------------------------------------------------------------------- */

typedef int32_t ks_code;
enum {
    KS_OK = 0,
    KS_ERROR_NULL = 1,         /* a pointer that must not be NULL is NULL */
    KS_ERROR_HANDLE = 2,       /* the handle was freed, was never created, or is of another kind */
    KS_ERROR_BUSY = 3,         /* another thread is using the session */
    KS_ERROR_SIZE = 4,         /* the `size` of a struct is unknown to the library */
    KS_ERROR_LENGTH = 5,       /* an array has the wrong length */
    KS_ERROR_UTF8 = 6,         /* a text is not UTF-8 */
    KS_ERROR_VALUE = 7,        /* a number, flag or choice is outside its range or not finite */
    KS_ERROR_JOINT = 8,        /* no such joint, or several of that name */
    KS_ERROR_TARGET = 9,       /* a target has an invalid number, or a part without an effect */
    KS_ERROR_POSE = 10,        /* a transform is not finite, or its rotation has zero length */
    KS_ERROR_RIG = 11,         /* the joints do not form a skeleton */
    KS_ERROR_FILE = 12,        /* the file cannot be read */
    KS_ERROR_JSON = 13,        /* the JSON text is invalid */
    KS_ERROR_UNSUPPORTED = 14, /* the selected solver does not support this */
    KS_ERROR_INTERNAL = 15     /* a bug in the library; the session can only be freed */
};

/* The error of a call. Needs no initialization; every call writes it. */
typedef struct ks_error {
    ks_code code;
    char message[508]; /* UTF-8 with a final zero byte, without a full stop */
} ks_error;

/* The version of the library, as KS_VERSION. */
KS_API uint32_t ks_version(void);

/* The name of a code, for example "KS_ERROR_JOINT". Never NULL. */
KS_API const char *ks_code_name(ks_code code);

/* ---- Rigs: a skeleton with limits, limbs and humanoid roles. They never change. -------------------------------------------- */

typedef struct ks_rig {
    uint64_t id; /* 0: null handle */
} ks_rig;

/* Opens a file in memory: glTF, GLB, VRM, FBX, BVH, ASF, URDF, PMX, PMD, MQO. Its first bytes determine the format; `name` (may be
 * NULL) is a hint if they do not. A file that refers to other files needs ks_rig_open_with() or ks_rig_open_path(). */
KS_API ks_code ks_rig_open(const void *bytes, size_t length, const char *name, ks_rig *rig, ks_error *error);

/* Finds a file to which another file refers, for example a buffer or a picture. `path` is that of the reference, relative to the file,
 * and `context` is that of ks_rig_open_with(). Returns 1 and sets `bytes` and `length`, or returns 0 if there is no such file. The bytes
 * must stay valid until the function is called again, or the file is open. It must not throw. */
typedef int32_t (*ks_find_file)(void *context, const char *path, const void **bytes, size_t *length);

/* Opens a file in memory with the files that `find` returns. `find` is called by this thread, and not after the call. */
KS_API ks_code ks_rig_open_with(const void *bytes, size_t length, const char *name, ks_find_file find, void *context, ks_rig *rig,
                                ks_error *error);

/* Opens a file with the files that it refers to and the rig file (NAME.rig.json) beside it. "figure:NAME" is an embedded figure:
 * mannequin, arm, leg, hand, spine, tentacle, quadruped, robot_arm. */
KS_API ks_code ks_rig_open_path(const char *path, ks_rig *rig, ks_error *error);

/* Limits are relative to the rest pose, in radians. Infinite bounds do not limit. */
enum {
    KS_LIMIT_NONE = 0,
    KS_LIMIT_HINGE = 1,       /* rotates about `axis`, from min[0] to max[0] */
    KS_LIMIT_CONE = 2,        /* `axis` stays within swing[0] of its rest direction; the twist is free */
    KS_LIMIT_SWING_TWIST = 3, /* `axis` stays in an elliptic cone: swing[0] about the perpendicular direction nearest to `across`,
                               * swing[1] about the other; the twist stays from min[0] to max[0] */
    KS_LIMIT_EULER = 4        /* Euler angles about X, Y, Z from min to max, in `order` */
};

/* The order of Euler angles: KS_EULER_XYZ is Rx Ry Rz. */
enum { KS_EULER_XYZ = 0, KS_EULER_XZY = 1, KS_EULER_YXZ = 2, KS_EULER_YZX = 3, KS_EULER_ZXY = 4, KS_EULER_ZYX = 5 };

/* All zeros is no limit. Its size never changes. */
typedef struct ks_limit {
    int32_t kind;
    int32_t order;
    float axis[3]; /* in the joint's local frame, not zero */
    float across[3];
    float swing[2];
    float min[3];
    float max[3];
} ks_limit;

/* Detects humanoid roles (unless `roles` has some), limbs and mirror pairs; a body without limits gets human limits. */
enum { KS_RIG_HUMANOID = 1 };

/* A rig from arrays of `joint_count` elements. */
typedef struct ks_rig_def {
    uint32_t size;
    uint32_t flags;           /* 0 or KS_RIG_HUMANOID */
    const char *const *names; /* may be empty, but not NULL */
    const int32_t *parents;   /* -1 for a root, otherwise a smaller number than the joint's own */
    const float *rest;        /* the rest pose, KS_POSE_FLOATS per joint */
    const ks_limit *limits;   /* NULL: no limits */
    const char *const *roles; /* NULL, or a role of VRM 1.0 such as "leftHand" for each joint, or NULL for none */
    uint32_t joint_count;
    uint32_t reserved; /* 0 */
} ks_rig_def;

/* A definition without joints and with its size. */
KS_API ks_rig_def ks_rig_def_default(void);

/* Makes a rig from arrays. Joints keep their order. */
KS_API ks_code ks_rig_create(const ks_rig_def *def, ks_rig *rig, ks_error *error);

/* Frees a rig. Its sessions stay valid; texts of the rig do not. */
KS_API ks_code ks_rig_free(ks_rig rig);

/* The number of joints; 0 if the handle is invalid. */
KS_API uint32_t ks_rig_joint_count(ks_rig rig);

/* The name of a joint, valid until the rig is freed. NULL if there is no such joint or rig. */
KS_API const char *ks_rig_joint_name(ks_rig rig, uint32_t joint);

/* The warnings about the file, from index 0, valid until the rig is freed. NULL past the last. Show them to the user. */
KS_API const char *ks_rig_warning(ks_rig rig, uint32_t index);

/* The parent of each joint, -1 for roots. `count` is the number of joints. */
KS_API ks_code ks_rig_parents(ks_rig rig, int32_t *parents, size_t count, ks_error *error);

/* The joint of a name: that of the file, a role of VRM 1.0 such as "leftHand", or "#" and a number. */
KS_API ks_code ks_rig_find_joint(ks_rig rig, const char *name, uint32_t *joint, ks_error *error);

/* Writes the rest pose. */
KS_API ks_code ks_rig_rest_pose(ks_rig rig, float *pose, size_t count, ks_error *error);

/* Forward kinematics: model_from_joint of each joint, KS_MATRIX_FLOATS per joint, the columns X, Y, Z and translation of a 3x4 matrix. */
KS_API ks_code ks_rig_forward(ks_rig rig, const float *pose, size_t count, float *matrices, ks_error *error);

/* ---- Sessions ------------------------------------------------------------------------------------------------------------ */

typedef struct ks_session {
    uint64_t id; /* 0: none */
} ks_session;

enum { KS_LIMITS_ON = 0, KS_LIMITS_OFF = 1 };
enum {
    KS_ROOT_AUTO = 0, /* free while feet are planted or other joints pinned; otherwise fixed */
    KS_ROOT_FIXED = 1,
    KS_ROOT_ROTATES = 2,
    KS_ROOT_FREE = 3
};
enum {
    KS_POSTURE_AUTO = 0,    /* arms before trunk; a solve starts joints in the rest pose from the relaxed stance */
    KS_POSTURE_GIVEN = 1,   /* arms before trunk, from the given pose */
    KS_POSTURE_UNIFORM = 2, /* all joints alike, from the given pose */
    KS_POSTURE_LIKELY = 3   /* the pose that people most likely take, by a statistical prior */
};
enum { KS_FEET_PLANTED = 0, KS_FEET_FREE = 1 };
enum { KS_BALANCE_ON = 0, KS_BALANCE_OFF = 1 };
enum { KS_SELF_COLLISION_ON = 0, KS_SELF_COLLISION_OFF = 1 };

/* The options of a session. */
typedef struct ks_options {
    uint32_t size;
    int32_t limits;         /* KS_LIMITS_ON */
    int32_t root;           /* KS_ROOT_AUTO */
    int32_t posture;        /* KS_POSTURE_AUTO */
    int32_t feet;           /* KS_FEET_PLANTED: feet of a humanoid on the floor stay there */
    int32_t balance;        /* KS_BALANCE_ON: a humanoid keeps its balance */
    int32_t self_collision; /* KS_SELF_COLLISION_ON: arms stay out of trunk and head */
    int32_t chain_length;   /* the most joints above a target's joint that follow it; -1: all */
    float tolerance;        /* of positions, as a fraction of the path from the root, in [0, 1]; 1e-5 */
    float angle_tolerance;  /* of rotations, radians, in [0, 4]; 1e-3 */
    float strength;         /* strength of a target against the posture, in [1, 1000]; 10 */
    uint32_t restarts;      /* the most restarts if a target is missed; 12 */
    const uint32_t *locked; /* joints that keep their rotation, `locked_count` */
    const float *stiffness; /* NULL, or one factor in [0.01, 100] per joint; 2 rotates half as far */
    const char *solver;     /* NULL: the whole-body solver; otherwise JSON such as {"solver": "fabrik"} */
    uint32_t locked_count;
    uint32_t stiffness_count; /* the number of joints if `stiffness` is not NULL */
    float velocity_limit;     /* of ks_session_follow() with a `solver`, radians per frame; negative: none */
} ks_options;

/* The defaults, which the comments above name. */
KS_API ks_options ks_options_default(void);

/* A session without targets. `options` may be NULL for the defaults. The session copies its data from the rig. */
KS_API ks_code ks_session_create(ks_rig rig, const ks_options *options, ks_session *session, ks_error *error);

/* The session of a request: JSON with targets, pins and options, joints by name, as the command line and other bindings take it:
 * {"targets": [{"joint": "leftHand", "position": [0.3, 1.3, 0.4]}], "pins": ["head"], "options": {"posture": "likely"}} */
KS_API ks_code ks_session_from_request(ks_rig rig, const char *request, ks_session *session, ks_error *error);

/* Frees a session. */
KS_API ks_code ks_session_free(ks_session session);

/* Replaces the options, from the next call on. */
KS_API ks_code ks_session_set_options(ks_session session, const ks_options *options, ks_error *error);

/* Flags of a target: the fields that are set. */
enum {
    KS_TARGET_POSITION = 1,
    KS_TARGET_ORIENTATION = 2, /* one of ORIENTATION, ALIGN and LOOK_AT */
    KS_TARGET_ALIGN = 4,       /* `axis` points along `direction`; rotation about it is free */
    KS_TARGET_LOOK_AT = 8,     /* `axis` points at the position `direction`; rotation about it is free */
    KS_TARGET_LINE = 16,       /* the position may be anywhere on a line along `region` */
    KS_TARGET_PLANE = 32,      /* the position may be anywhere in a plane with the normal `region` */
    KS_TARGET_RELATIVE = 64,   /* position and orientation are in the frame of the joint `relative_to` */
    KS_TARGET_POLE = 128
};

/* The target of a joint. Model space unless KS_TARGET_RELATIVE is set. */
typedef struct ks_target {
    uint32_t size;
    uint32_t flags;
    float position[3];    /* metres */
    float region[3];      /* not zero */
    float orientation[4]; /* x y z w, not zero */
    float axis[3];        /* in the joint's local frame, not zero */
    float direction[3];
    float point[3]; /* the point of the joint that reaches or looks, in its local frame; 0 0 0: its origin */
    float pole[3];  /* a point at which the middle joint of a limb points */
    uint32_t relative_to;
    float radius; /* tolerance, metres, 0 or more */
    float angle;  /* tolerance, radians, 0 or more */
    float weight; /* relative to other targets, more than 0; 1 */
} ks_target;

/* A target without position and rotation, of weight 1. */
KS_API ks_target ks_target_default(void);

/* Sets the target of a joint, in place of earlier ones. */
KS_API ks_code ks_session_set_target(ks_session session, uint32_t joint, const ks_target *target, ks_error *error);

/* Adds a target to those that the joint has, for another of its points. */
KS_API ks_code ks_session_add_target(ks_session session, uint32_t joint, const ks_target *target, ks_error *error);

/* Pins a joint: it keeps the position and rotation that it has in the pose of the next solve or step. One pin per joint. */
KS_API ks_code ks_session_pin(ks_session session, uint32_t joint, ks_error *error);

/* Pins the position of a joint; its rotation stays free. */
KS_API ks_code ks_session_pin_position(ks_session session, uint32_t joint, ks_error *error);

/* Pins a joint to a target of weight 1, which is met before all others. */
KS_API ks_code ks_session_pin_to(ks_session session, uint32_t joint, const ks_target *target, ks_error *error);

/* Removes the targets and the pin of a joint. */
KS_API ks_code ks_session_release(ks_session session, uint32_t joint, ks_error *error);

/* Removes all targets and pins, and resets the tracking state. */
KS_API ks_code ks_session_clear(ks_session session);

/* Resets the tracking state: the next ks_session_step() starts a new motion. Targets and pins stay. */
KS_API ks_code ks_session_reset(ks_session session);

/* The outcome of a solve, from the best to the worst. */
enum {
    KS_OUTCOME_REACHED = 0,
    KS_OUTCOME_SOFT_REACHED = 1, /* soft reach slowed the limb down */
    KS_OUTCOME_OUT_OF_REACH = 2, /* beyond the reach of the chain */
    KS_OUTCOME_TOO_CLOSE = 3,    /* nearer than the chain can fold */
    KS_OUTCOME_LIMITED = 4,      /* blocked by a limit */
    KS_OUTCOME_STALLED = 5       /* no more progress, or no more steps */
};

/* The report of a call. */
typedef struct ks_report {
    uint32_t size;
    int32_t outcome;    /* the worst of all targets and pins */
    int32_t is_settled; /* 1: another step with the same targets changes nothing */
    uint32_t steps;
    uint32_t restarts;
    float distance; /* largest position error of all targets, metres */
    uint32_t target_count;
    uint32_t pin_count; /* pins and planted feet */
    uint32_t active_limit_count;
} ks_report;

/* The result of a target or a pin, measured by forward kinematics. */
typedef struct ks_target_report {
    uint32_t size;
    uint32_t joint;
    int32_t outcome;
    int32_t is_reached; /* 1: within the tolerances */
    float target[3];    /* model space, metres */
    float reached[3];   /* model space, metres */
    float distance;     /* metres */
    float angle;        /* radians */
} ks_target_report;

/* A joint at a bound of its limit. */
typedef struct ks_active_limit {
    uint32_t size;
    uint32_t joint;
    char bound[16]; /* "min", "max", "swing", "twist_min", "twist_max", "x_min" to "z_max", or "edge_" and a number for a reach cone */
} ks_active_limit;

/* Empty reports with their sizes. */
KS_API ks_report ks_report_default(void);
KS_API ks_target_report ks_target_report_default(void);
KS_API ks_active_limit ks_active_limit_default(void);

/* Finds one pose that meets the targets, with `steps` solver steps at most (200 is enough for most bodies). The result depends only
 * on pose, targets, pins and options. `report` may be NULL. The pose is unchanged when the call fails. */
KS_API ks_code ks_session_solve(ks_session session, float *pose, size_t count, uint32_t steps, ks_report *report, ks_error *error);

/* Continues from the pose toward the targets: one frame of a game or one event of a drag. No joint rotates by more than the
 * motion of the targets explains. */
KS_API ks_code ks_session_step(ks_session session, float *pose, size_t count, uint32_t steps, ks_report *report, ks_error *error);

/* Poses the next frame of a motion: meets the targets in `pose`, as close as possible to `motion`, the frame's own pose. The first
 * frame is solved, later ones continue from the previous frame. Pins and feet keep the transform that they have in `motion`. Joints
 * that no goal moves any more return to `motion` by at most 2.5 degrees a frame; with a `solver`, once there are no goals. Both arrays
 * have `count` floats; `pose` is an output only and may be the same array as `motion`. */
KS_API ks_code ks_session_follow(ks_session session, const float *motion, float *pose, size_t count, uint32_t steps, ks_report *report,
                                 ks_error *error);

/* The residuals of targets and pins in a pose. Nothing is solved. */
KS_API ks_code ks_session_measure(ks_session session, const float *pose, size_t count, ks_report *report, ks_error *error);

/* The report of a target or a pin in the last solve, step or measure: targets first, then pins and planted feet, from index 0. */
KS_API ks_code ks_session_target_report(ks_session session, uint32_t index, ks_target_report *report, ks_error *error);

/* An active limit in the last solve, step or measure, from index 0 to `active_limit_count` of the report. */
KS_API ks_code ks_session_active_limit(ks_session session, uint32_t index, ks_active_limit *limit, ks_error *error);

#ifdef __cplusplus
}
#endif

#endif /* KANSETSU_H */
