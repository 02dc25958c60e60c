/* A person takes something from a shelf and looks at it, with both feet planted. */
#include <stdio.h>
#include <stdlib.h>

#include "kansetsu.h"

static void check(const ks_error *error) {
    if (error->code != KS_OK) {
        fprintf(stderr, "%s: %s\n", ks_code_name(error->code), error->message);
        exit(EXIT_FAILURE);
    }
}

int main(int argc, char **argv) {
    ks_error error;
    ks_rig rig;
    ks_rig_open_path(argc > 1 ? argv[1] : "figure:mannequin", &rig, &error);
    check(&error);
    const char *warning;
    for (uint32_t i = 0; (warning = ks_rig_warning(rig, i)) != NULL; i++) printf("warning: %s\n", warning);

    uint32_t hand, head;
    ks_rig_find_joint(rig, "leftHand", &hand, &error);
    check(&error);
    ks_rig_find_joint(rig, "head", &head, &error);
    check(&error);

    ks_options options = ks_options_default();
    options.posture = KS_POSTURE_LIKELY;
    ks_session session;
    ks_session_create(rig, &options, &session, &error);
    check(&error);

    ks_target reach = ks_target_default();
    reach.flags = KS_TARGET_POSITION;
    reach.position[0] = 0.35f, reach.position[1] = 1.5f, reach.position[2] = 0.4f;
    ks_session_set_target(session, hand, &reach, &error);
    check(&error);
    ks_target look = ks_target_default();
    look.flags = KS_TARGET_LOOK_AT;
    look.axis[2] = 1;
    for (int i = 0; i < 3; i++) look.direction[i] = reach.position[i];
    ks_session_set_target(session, head, &look, &error);
    check(&error);

    size_t count = (size_t)ks_rig_joint_count(rig) * KS_POSE_FLOATS;
    float *pose = malloc(count * sizeof *pose);
    if (pose == NULL) return EXIT_FAILURE;
    ks_rig_rest_pose(rig, pose, count, &error);
    check(&error);
    ks_report report = ks_report_default();
    ks_session_solve(session, pose, count, 200, &report, &error);
    check(&error);
    for (uint32_t i = 0; i < report.target_count + report.pin_count; i++) {
        ks_target_report one = ks_target_report_default();
        ks_session_target_report(session, i, &one, &error);
        check(&error);
        const char *name = ks_rig_joint_name(rig, one.joint), *outcome = one.is_reached ? "reached" : "missed";
        printf("%-10s %s: %.3f mm, %.3f rad\n", name, outcome, 1000 * one.distance, one.angle);
    }
    free(pose);
    ks_session_free(session);
    ks_rig_free(rig);
    return report.outcome == KS_OUTCOME_REACHED ? EXIT_SUCCESS : EXIT_FAILURE;
}
