/// A tentacle of 12 joints whose tip follows a circle, frame by frame.
module tentacle;

import std.format : format;
import std.math : PI, abs, acos, cos, fmax, fmin, sin;
import std.stdio : writefln;
import std.string : fromStringz, toStringz;

import kansetsu;

enum joints = 12;
enum segment = 0.1f;
enum frames = 480;

void check(ref const ks_error error)
{
    if (error.code != KS_OK)
        throw new Exception(error.message.ptr.fromStringz.idup);
}

ks_rig makeTentacle()
{
    const(char)*[joints] names;
    int[joints] parents;
    float[KS_POSE_FLOATS * joints] rest;
    ks_limit[joints] limits;
    foreach (int joint; 0 .. joints)
    {
        names[joint] = format!"segment %s"(joint).toStringz;
        parents[joint] = joint - 1;
        const float up = joint == 0 ? 0 : segment;
        rest[KS_POSE_FLOATS * joint .. KS_POSE_FLOATS * (joint + 1)] = [0f, up, 0, 0, 0, 0, 1, 1, 1, 1];
        // Each joint bends by 40 degrees at most, in any direction.
        limits[joint].kind = KS_LIMIT_CONE;
        limits[joint].axis = [0f, 1, 0];
        limits[joint].swing[0] = 40 * PI / 180;
    }
    auto def = ks_rig_def_default();
    def.names = names.ptr;
    def.parents = parents.ptr;
    def.rest = rest.ptr;
    def.limits = limits.ptr;
    def.joint_count = joints;
    ks_rig rig;
    ks_error error;
    ks_rig_create(&def, &rig, &error);
    check(error);
    return rig;
}

/// The angle between two rotations, degrees.
float degreesBetween(const float[] a, const float[] b)
{
    float dot = 0;
    foreach (i; 3 .. 7)
        dot += a[i] * b[i];
    return 2 * acos(fmin(abs(dot), 1f)) * 180 / PI;
}

void main()
{
    assert(ks_options_default().size == ks_options.sizeof && ks_target_default().size == ks_target.sizeof);
    auto rig = makeTentacle();
    scope (exit)
        ks_rig_free(rig);
    ks_session session;
    ks_error error;
    ks_session_create(rig, null, &session, &error);
    check(error);
    scope (exit)
        ks_session_free(session);

    float[KS_POSE_FLOATS * joints] pose, before;
    ks_rig_rest_pose(rig, pose.ptr, pose.length, &error);
    check(error);
    float worst = 0, fastest = 0;
    foreach (frame; 0 .. frames)
    {
        const angle = 2 * PI * frame / 240;
        auto target = ks_target_default();
        target.flags = KS_TARGET_POSITION;
        target.position = [0.45f * cos(angle), 0.7f + 0.15f * sin(2 * angle), 0.45f * sin(angle)];
        ks_session_set_target(session, joints - 1, &target, &error);
        check(error);
        before = pose;
        auto report = ks_report_default();
        // The first frame finds a pose, the others continue from it.
        if (frame == 0)
            ks_session_solve(session, pose.ptr, pose.length, 200, &report, &error);
        else
            ks_session_step(session, pose.ptr, pose.length, 20, &report, &error);
        check(error);
        worst = fmax(worst, report.distance);
        if (frame > 0)
            foreach (joint; 0 .. joints)
                fastest = fmax(fastest, degreesBetween(pose[KS_POSE_FLOATS * joint .. $], before[KS_POSE_FLOATS * joint .. $]));
    }
    writefln!"%s frames: the tip is within %.3f mm of the circle, no joint rotates by more than %.1f degrees a frame"(
            frames, 1000 * worst, fastest);
    assert(worst < 1e-3 && fastest < 12);
}
