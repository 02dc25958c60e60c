/* Solves the requests of a table and prints the bits of the poses.
 *
 * The table has the number of steps, then three lines per request: the path of a figure, the request as JSON, and the bits of the
 * starting pose. It prints a line for each request: the outcome and the bits of the pose. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kansetsu.h"

static void check(const ks_error *error) {
    if (error->code != KS_OK) {
        fprintf(stderr, "%s: %s\n", ks_code_name(error->code), error->message);
        exit(1);
    }
}

static char *read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) exit(2);
    long length = ftell(file);
    rewind(file);
    char *text = malloc((size_t)length + 1);
    if (text == NULL || fread(text, 1, (size_t)length, file) != (size_t)length) exit(2);
    text[length] = 0;
    fclose(file);
    return text;
}

static char *next_line(char **rest) {
    char *line = *rest;
    char *end = strchr(line, '\n');
    if (end == NULL) return NULL;
    *end = 0;
    *rest = end + 1;
    return line;
}

static size_t read_pose(char *text, float *pose) {
    size_t count = 0;
    for (char *end = text; *text != 0; text = end) {
        uint32_t bits = (uint32_t)strtoul(text, &end, 16);
        if (end == text) break;
        memcpy(&pose[count++], &bits, sizeof bits);
    }
    return count;
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    char *text = read_file(argv[1]), *rest = text;
    uint32_t steps = (uint32_t)strtoul(next_line(&rest), NULL, 10);
    ks_rig rig = {0};
    ks_error error;
    const char *path = NULL;
    for (char *line = next_line(&rest); line != NULL; line = next_line(&rest)) {
        if (path == NULL || strcmp(path, line) != 0) {
            ks_rig_free(rig);
            ks_rig_open_path(line, &rig, &error);
            check(&error);
            path = line;
        }
        ks_session session;
        ks_session_from_request(rig, next_line(&rest), &session, &error);
        check(&error);
        size_t room = (size_t)ks_rig_joint_count(rig) * KS_POSE_FLOATS;
        float *pose = malloc(room * sizeof *pose);
        if (pose == NULL || read_pose(next_line(&rest), pose) != room) return 2;
        ks_report report = ks_report_default();
        ks_session_solve(session, pose, room, steps, &report, &error);
        check(&error);
        printf("%" PRId32, report.outcome);
        for (size_t i = 0; i < room; i++) {
            uint32_t bits;
            memcpy(&bits, &pose[i], sizeof bits);
            printf(" %08" PRIx32, bits);
        }
        printf("\n");
        free(pose);
        ks_session_free(session);
    }
    ks_rig_free(rig);
    free(text);
    return 0;
}
