/++
Kansetsu for D: the declarations of kansetsu.h. That header documents units, spaces, threads and every function.

Link with `-lkansetsu`. Structs with the field `size` must come from their `_default` function.
+/
module kansetsu;

extern (C) nothrow @nogc:

enum KS_POSE_FLOATS = 10;
enum KS_MATRIX_FLOATS = 12;

alias ks_code = int;
enum : ks_code
{
    KS_OK = 0,
    KS_ERROR_NULL = 1,
    KS_ERROR_HANDLE = 2,
    KS_ERROR_BUSY = 3,
    KS_ERROR_SIZE = 4,
    KS_ERROR_LENGTH = 5,
    KS_ERROR_UTF8 = 6,
    KS_ERROR_VALUE = 7,
    KS_ERROR_JOINT = 8,
    KS_ERROR_TARGET = 9,
    KS_ERROR_POSE = 10,
    KS_ERROR_RIG = 11,
    KS_ERROR_FILE = 12,
    KS_ERROR_JSON = 13,
    KS_ERROR_UNSUPPORTED = 14,
    KS_ERROR_INTERNAL = 15,
}

struct ks_error
{
    ks_code code;
    char[508] message = 0;
}

struct ks_rig
{
    ulong id;
}

struct ks_session
{
    ulong id;
}

enum : int
{
    KS_LIMIT_NONE = 0,
    KS_LIMIT_HINGE = 1,
    KS_LIMIT_CONE = 2,
    KS_LIMIT_SWING_TWIST = 3,
    KS_LIMIT_EULER = 4,
}

enum : int
{
    KS_EULER_XYZ = 0,
    KS_EULER_XZY = 1,
    KS_EULER_YXZ = 2,
    KS_EULER_YZX = 3,
    KS_EULER_ZXY = 4,
    KS_EULER_ZYX = 5,
}

struct ks_limit
{
    int kind;
    int order;
    float[3] axis = 0;
    float[3] across = 0;
    float[2] swing = 0;
    float[3] min = 0;
    float[3] max = 0;
}

enum uint KS_RIG_HUMANOID = 1;

struct ks_rig_def
{
    uint size;
    uint flags;
    const(char*)* names;
    const(int)* parents;
    const(float)* rest;
    const(ks_limit)* limits;
    const(char*)* roles;
    uint joint_count;
    uint reserved;
}

enum : int
{
    KS_LIMITS_ON = 0,
    KS_LIMITS_OFF = 1,
    KS_ROOT_AUTO = 0,
    KS_ROOT_FIXED = 1,
    KS_ROOT_ROTATES = 2,
    KS_ROOT_FREE = 3,
    KS_POSTURE_AUTO = 0,
    KS_POSTURE_GIVEN = 1,
    KS_POSTURE_UNIFORM = 2,
    KS_POSTURE_LIKELY = 3,
    KS_FEET_PLANTED = 0,
    KS_FEET_FREE = 1,
    KS_BALANCE_ON = 0,
    KS_BALANCE_OFF = 1,
    KS_SELF_COLLISION_ON = 0,
    KS_SELF_COLLISION_OFF = 1,
}

struct ks_options
{
    uint size;
    int limits;
    int root;
    int posture;
    int feet;
    int balance;
    int self_collision;
    int chain_length;
    float tolerance;
    float angle_tolerance;
    float strength;
    uint restarts;
    const(uint)* locked;
    const(float)* stiffness;
    const(char)* solver;
    uint locked_count;
    uint stiffness_count;
    float velocity_limit;
}

enum : uint
{
    KS_TARGET_POSITION = 1,
    KS_TARGET_ORIENTATION = 2,
    KS_TARGET_ALIGN = 4,
    KS_TARGET_LOOK_AT = 8,
    KS_TARGET_LINE = 16,
    KS_TARGET_PLANE = 32,
    KS_TARGET_RELATIVE = 64,
    KS_TARGET_POLE = 128,
}

struct ks_target
{
    uint size;
    uint flags;
    float[3] position;
    float[3] region;
    float[4] orientation;
    float[3] axis;
    float[3] direction;
    float[3] point;
    float[3] pole;
    uint relative_to;
    float radius;
    float angle;
    float weight;
}

enum : int
{
    KS_OUTCOME_REACHED = 0,
    KS_OUTCOME_SOFT_REACHED = 1,
    KS_OUTCOME_OUT_OF_REACH = 2,
    KS_OUTCOME_TOO_CLOSE = 3,
    KS_OUTCOME_LIMITED = 4,
    KS_OUTCOME_STALLED = 5,
}

struct ks_report
{
    uint size;
    int outcome;
    int is_settled;
    uint steps;
    uint restarts;
    float distance;
    uint target_count;
    uint pin_count;
    uint active_limit_count;
}

struct ks_target_report
{
    uint size;
    uint joint;
    int outcome;
    int is_reached;
    float[3] target;
    float[3] reached;
    float distance;
    float angle;
}

struct ks_active_limit
{
    uint size;
    uint joint;
    char[16] bound = 0;
}

alias ks_find_file = int function(void* context, const(char)* path, const(void)** bytes, size_t* length);

uint ks_version();
const(char)* ks_code_name(ks_code code);

ks_code ks_rig_open(const(void)* bytes, size_t length, const(char)* name, ks_rig* rig, ks_error* error);
ks_code ks_rig_open_with(const(void)* bytes, size_t length, const(char)* name, ks_find_file find, void* context,
        ks_rig* rig, ks_error* error);
ks_code ks_rig_open_path(const(char)* path, ks_rig* rig, ks_error* error);
ks_rig_def ks_rig_def_default();
ks_code ks_rig_create(const(ks_rig_def)* def, ks_rig* rig, ks_error* error);
ks_code ks_rig_free(ks_rig rig);
uint ks_rig_joint_count(ks_rig rig);
const(char)* ks_rig_joint_name(ks_rig rig, uint joint);
const(char)* ks_rig_warning(ks_rig rig, uint index);
ks_code ks_rig_parents(ks_rig rig, int* parents, size_t count, ks_error* error);
ks_code ks_rig_find_joint(ks_rig rig, const(char)* name, uint* joint, ks_error* error);
ks_code ks_rig_rest_pose(ks_rig rig, float* pose, size_t count, ks_error* error);
ks_code ks_rig_forward(ks_rig rig, const(float)* pose, size_t count, float* matrices, ks_error* error);

ks_options ks_options_default();
ks_code ks_session_create(ks_rig rig, const(ks_options)* options, ks_session* session, ks_error* error);
ks_code ks_session_from_request(ks_rig rig, const(char)* request, ks_session* session, ks_error* error);
ks_code ks_session_free(ks_session session);
ks_code ks_session_set_options(ks_session session, const(ks_options)* options, ks_error* error);
ks_target ks_target_default();
ks_code ks_session_set_target(ks_session session, uint joint, const(ks_target)* target, ks_error* error);
ks_code ks_session_add_target(ks_session session, uint joint, const(ks_target)* target, ks_error* error);
ks_code ks_session_pin(ks_session session, uint joint, ks_error* error);
ks_code ks_session_pin_position(ks_session session, uint joint, ks_error* error);
ks_code ks_session_pin_to(ks_session session, uint joint, const(ks_target)* target, ks_error* error);
ks_code ks_session_release(ks_session session, uint joint, ks_error* error);
ks_code ks_session_clear(ks_session session);
ks_code ks_session_reset(ks_session session);
ks_report ks_report_default();
ks_target_report ks_target_report_default();
ks_active_limit ks_active_limit_default();
ks_code ks_session_solve(ks_session session, float* pose, size_t count, uint steps, ks_report* report, ks_error* error);
ks_code ks_session_step(ks_session session, float* pose, size_t count, uint steps, ks_report* report, ks_error* error);
ks_code ks_session_follow(ks_session session, const(float)* motion, float* pose, size_t count, uint steps,
        ks_report* report, ks_error* error);
ks_code ks_session_measure(ks_session session, const(float)* pose, size_t count, ks_report* report, ks_error* error);
ks_code ks_session_target_report(ks_session session, uint index, ks_target_report* report, ks_error* error);
ks_code ks_session_active_limit(ks_session session, uint index, ks_active_limit* limit, ks_error* error);
