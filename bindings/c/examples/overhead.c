/* Measures the overhead of a call beside the work of the library. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <time.h>

#include "kansetsu.h"

enum { CALLS = 1000000 };

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#define MEASURE(name, call)                                                     \
    do {                                                                        \
        double start = seconds();                                               \
        for (int i = 0; i < CALLS; i++) call;                                   \
        printf("%-28s %6.1f ns\n", name, 1e9 * (seconds() - start) / CALLS);    \
    } while (0)

int main(void) {
    ks_rig rig;
    ks_session session;
    ks_error error;
    ks_report report = ks_report_default();
    float pose[10 * 64];
    uint32_t joint;
    if (ks_rig_open_path("figure:tentacle", &rig, &error) != KS_OK || ks_session_create(rig, NULL, &session, &error) != KS_OK) return 1;
    size_t count = (size_t)ks_rig_joint_count(rig) * KS_POSE_FLOATS;
    if (count > sizeof pose / sizeof *pose) return 1;
    ks_target target = ks_target_default();
    target.flags = KS_TARGET_POSITION;
    target.position[1] = 0.5f;
    MEASURE("ks_version", ks_version());
    MEASURE("ks_rig_joint_count", ks_rig_joint_count(rig));
    MEASURE("ks_rig_rest_pose", ks_rig_rest_pose(rig, pose, count, &error));
    MEASURE("ks_rig_find_joint (#7)", ks_rig_find_joint(rig, "#7", &joint, &error));
    MEASURE("ks_session_set_target", ks_session_set_target(session, 20, &target, &error));
    MEASURE("ks_session_reset", ks_session_reset(session));
    ks_session_solve(session, pose, count, 200, &report, &error);
    ks_target_report one = ks_target_report_default();
    MEASURE("ks_session_target_report", ks_session_target_report(session, 0, &one, &error));
    MEASURE("a freed handle", ks_session_reset((ks_session){77}));
    ks_session_free(session);
    ks_rig_free(rig);
    return 0;
}
