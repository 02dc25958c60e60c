/* Every misuse by a caller returns an error code and never crashes. Run it under a sanitizer or Valgrind. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kansetsu.h"

static int checks = 0, failures = 0;

static void expect_code(int line, ks_code found, ks_code expected) {
    checks++;
    if (found != expected) {
        failures++;
        printf("line %d: %s, not %s\n", line, ks_code_name(found), ks_code_name(expected));
    }
}
#define EXPECT(call, code) expect_code(__LINE__, (call), (code))
#define CHECK(condition) expect_code(__LINE__, (condition) ? KS_OK : KS_ERROR_INTERNAL, KS_OK)

static const char *const NAMES[3] = {"upper", "lower", "hand"};
static const int32_t PARENTS[3] = {-1, 0, 1};
static const float REST[30] = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0.3f, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0.25f, 0, 0, 0, 0, 0, 1, 1, 1, 1};

static ks_rig_def arm(void) {
    ks_rig_def def = ks_rig_def_default();
    def.names = NAMES;
    def.parents = PARENTS;
    def.rest = REST;
    def.joint_count = 3;
    return def;
}

static ks_target at(float x, float y, float z) {
    ks_target target = ks_target_default();
    target.flags = KS_TARGET_POSITION;
    target.position[0] = x;
    target.position[1] = y;
    target.position[2] = z;
    return target;
}

static void files(void) {
    ks_rig rig = {1};
    ks_error error;
    EXPECT(ks_rig_open(NULL, 10, NULL, &rig, &error), KS_ERROR_NULL);
    CHECK(rig.id == 0 && error.code == KS_ERROR_NULL && strlen(error.message) > 0);
    EXPECT(ks_rig_open("", 0, NULL, &rig, NULL), KS_ERROR_FILE);
    EXPECT(ks_rig_open("glTF\2\0\0\0junk", 12, "a.glb", &rig, NULL), KS_ERROR_FILE);
    EXPECT(ks_rig_open("junk", (size_t)-1, NULL, &rig, NULL), KS_ERROR_LENGTH);
    EXPECT(ks_rig_open("HIERARCHY\nROOT hip { OFFSET 0 0 0 CHANNELS 0 }", 46, NULL, NULL, NULL), KS_ERROR_NULL);
    EXPECT(ks_rig_open("HIERARCHY\nROOT hip { OFFSET 0 0 0 CHANNELS 0 }", 46, NULL, &rig, NULL), KS_OK);
    EXPECT(ks_rig_free(rig), KS_OK);
    EXPECT(ks_rig_open_path(NULL, &rig, NULL), KS_ERROR_NULL);
    EXPECT(ks_rig_open_path("no such file.glb", &rig, NULL), KS_ERROR_FILE);
    EXPECT(ks_rig_open_path("figure:nobody", &rig, NULL), KS_ERROR_FILE);
    EXPECT(ks_rig_open_path("\xff\xfe", &rig, NULL), KS_ERROR_UTF8);
}

/* A skin whose matrix is in a buffer beside the file. */
static const char GLTF[] =
    "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"name\":\"hip\",\"children\":[1]},{\"name\":\"knee\"}],"
    "\"buffers\":[{\"uri\":\"turn.bin\",\"byteLength\":64}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":64}],"
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":1,\"type\":\"MAT4\"}],"
    "\"skins\":[{\"joints\":[0],\"inverseBindMatrices\":0}]}";

/* What a caller's function answers, and how often it was called. */
typedef struct answer {
    int32_t found;
    const void *bytes;
    size_t length;
    int calls;
} answer;

static int32_t find(void *context, const char *path, const void **bytes, size_t *length) {
    answer *own = context;
    own->calls++;
    CHECK(strcmp(path, "turn.bin") == 0);
    *bytes = own->bytes;
    *length = own->length;
    return own->found;
}

static ks_code open_with(answer *own, ks_rig *rig, ks_error *error) {
    return ks_rig_open_with(GLTF, sizeof GLTF - 1, "a.gltf", find, own, rig, error);
}

static void found_files(void) {
    ks_rig rig;
    ks_error error;
    const float identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    answer own = {1, identity, sizeof identity, 0};
    EXPECT(open_with(&own, &rig, &error), KS_OK);
    CHECK(own.calls == 1 && ks_rig_joint_count(rig) == 2 && ks_rig_warning(rig, 0) == NULL);
    EXPECT(ks_rig_free(rig), KS_OK);
    /* The copy of the library has only the stated bytes: a sanitizer sees reads beyond them. */
    const answer wrong[] = {{0, NULL, 0, 0}, {1, NULL, 64, 0}, {1, identity, (size_t)-1, 0}, {1, identity, 8, 0}, {7, identity, 64, 0}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        own = wrong[i];
        EXPECT(open_with(&own, &rig, &error), KS_ERROR_FILE);
        const char *place = own.found == 1 && own.bytes != NULL && own.length == 8 ? "buffers[0]" : "turn.bin";
        CHECK(own.calls == 1 && rig.id == 0 && strstr(error.message, place) != NULL);
    }
    EXPECT(ks_rig_open_with(GLTF, sizeof GLTF - 1, NULL, NULL, NULL, &rig, NULL), KS_ERROR_NULL);
    EXPECT(ks_rig_open(GLTF, sizeof GLTF - 1, NULL, &rig, &error), KS_ERROR_FILE);
    CHECK(strstr(error.message, "ks_rig_open_with") != NULL);
}

static void definitions(void) {
    ks_rig rig;
    ks_rig_def def = arm();
    EXPECT(ks_rig_create(NULL, &rig, NULL), KS_ERROR_NULL);
    EXPECT(ks_rig_create(&def, NULL, NULL), KS_ERROR_NULL);
    def.size = 0;
    EXPECT(ks_rig_create(&def, &rig, NULL), KS_ERROR_SIZE);
    def = arm(), def.names = NULL;
    EXPECT(ks_rig_create(&def, &rig, NULL), KS_ERROR_NULL);
    def = arm(), def.joint_count = 0;
    EXPECT(ks_rig_create(&def, &rig, NULL), KS_ERROR_RIG);
    def = arm(), def.flags = 64;
    EXPECT(ks_rig_create(&def, &rig, NULL), KS_ERROR_VALUE);
    const int32_t loop[3] = {-1, 2, 1}, far[3] = {-1, 0, 7}, low[3] = {-2, 0, 1};
    def = arm(), def.parents = loop;
    EXPECT(ks_rig_create(&def, &rig, NULL), KS_ERROR_RIG);
    def.parents = far;
    EXPECT(ks_rig_create(&def, &rig, NULL), KS_ERROR_RIG);
    def.parents = low;
    EXPECT(ks_rig_create(&def, &rig, NULL), KS_ERROR_RIG);
    float bad[30];
    memcpy(bad, REST, sizeof bad);
    bad[11] = NAN;
    def = arm(), def.rest = bad;
    EXPECT(ks_rig_create(&def, &rig, NULL), KS_ERROR_POSE);
    ks_limit limits[3];
    memset(limits, 0, sizeof limits);
    def = arm(), def.limits = limits;
    limits[1].kind = 9;
    EXPECT(ks_rig_create(&def, &rig, NULL), KS_ERROR_VALUE);
    limits[1].kind = KS_LIMIT_HINGE;
    EXPECT(ks_rig_create(&def, &rig, NULL), KS_ERROR_VALUE); /* an axis of no length */
    limits[1].axis[1] = 1, limits[1].min[0] = NAN;
    EXPECT(ks_rig_create(&def, &rig, NULL), KS_ERROR_VALUE);
    const char *roles[3] = {NULL, NULL, "third hand"};
    def = arm(), def.roles = roles;
    EXPECT(ks_rig_create(&def, &rig, NULL), KS_ERROR_JOINT);
}

static void rigs(ks_rig rig) {
    float pose[30], matrices[36];
    int32_t parents[3];
    uint32_t joint;
    ks_rig none = {0}, invented = {0x0123456789abcdef};
    CHECK(ks_rig_joint_count(rig) == 3 && ks_rig_joint_count(none) == 0 && ks_rig_joint_count(invented) == 0);
    CHECK(strcmp(ks_rig_joint_name(rig, 2), "hand") == 0 && ks_rig_joint_name(rig, 3) == NULL && ks_rig_joint_name(none, 0) == NULL);
    CHECK(ks_rig_warning(rig, 0) == NULL && ks_rig_warning(invented, 0) == NULL);
    EXPECT(ks_rig_parents(rig, NULL, 3, NULL), KS_ERROR_NULL);
    EXPECT(ks_rig_parents(rig, parents, 2, NULL), KS_ERROR_LENGTH);
    EXPECT(ks_rig_parents(rig, parents, 3, NULL), KS_OK);
    CHECK(memcmp(parents, PARENTS, sizeof parents) == 0);
    EXPECT(ks_rig_find_joint(rig, "nobody", &joint, NULL), KS_ERROR_JOINT);
    EXPECT(ks_rig_find_joint(rig, "#3", &joint, NULL), KS_ERROR_JOINT);
    EXPECT(ks_rig_find_joint(rig, NULL, &joint, NULL), KS_ERROR_NULL);
    EXPECT(ks_rig_find_joint(rig, "hand", NULL, NULL), KS_ERROR_NULL);
    EXPECT(ks_rig_find_joint(rig, "#2", &joint, NULL), KS_OK);
    CHECK(joint == 2);
    EXPECT(ks_rig_rest_pose(rig, pose, 29, NULL), KS_ERROR_LENGTH);
    EXPECT(ks_rig_rest_pose(rig, NULL, 30, NULL), KS_ERROR_NULL);
    EXPECT(ks_rig_rest_pose(none, pose, 30, NULL), KS_ERROR_HANDLE);
    EXPECT(ks_rig_rest_pose(rig, (float *)((char *)pose + 1), 30, NULL), KS_ERROR_VALUE);
    EXPECT(ks_rig_rest_pose(rig, pose, 30, NULL), KS_OK);
    EXPECT(ks_rig_forward(rig, pose, 31, matrices, NULL), KS_ERROR_LENGTH);
    EXPECT(ks_rig_forward(rig, pose, 30, NULL, NULL), KS_ERROR_NULL);
    EXPECT(ks_rig_forward(rig, pose, 30, matrices, NULL), KS_OK);
    CHECK(fabsf(matrices[33] - 0.55f) < 1e-6f);
    pose[0] = INFINITY;
    EXPECT(ks_rig_forward(rig, pose, 30, matrices, NULL), KS_ERROR_POSE);
}

static void targets(ks_session session) {
    ks_target target = at(0.3f, 0.2f, 0);
    EXPECT(ks_session_set_target(session, 3, &target, NULL), KS_ERROR_JOINT);
    EXPECT(ks_session_set_target(session, 2, NULL, NULL), KS_ERROR_NULL);
    target.size = 4;
    EXPECT(ks_session_set_target(session, 2, &target, NULL), KS_ERROR_SIZE);
    target = at(NAN, 0, 0);
    EXPECT(ks_session_set_target(session, 2, &target, NULL), KS_ERROR_TARGET);
    target = at(0, 0, 0), target.weight = INFINITY;
    EXPECT(ks_session_add_target(session, 2, &target, NULL), KS_ERROR_TARGET);
    target = at(0, 0, 0), target.flags |= 1u << 20;
    EXPECT(ks_session_set_target(session, 2, &target, NULL), KS_ERROR_VALUE);
    target = at(0, 0, 0), target.flags |= KS_TARGET_LINE | KS_TARGET_PLANE;
    EXPECT(ks_session_set_target(session, 2, &target, NULL), KS_ERROR_TARGET);
    target = at(0, 0, 0), target.flags |= KS_TARGET_RELATIVE, target.relative_to = 17;
    EXPECT(ks_session_set_target(session, 2, &target, NULL), KS_ERROR_JOINT);
    target = ks_target_default();
    EXPECT(ks_session_pin_to(session, 2, &target, NULL), KS_ERROR_TARGET);
    EXPECT(ks_session_pin(session, 99, NULL), KS_ERROR_JOINT);
    EXPECT(ks_session_pin_position(session, 99, NULL), KS_ERROR_JOINT);
    EXPECT(ks_session_release(session, 99, NULL), KS_ERROR_JOINT);
}

static void options(ks_rig rig, ks_session session) {
    ks_session other;
    ks_options options = ks_options_default();
    options.size++;
    EXPECT(ks_session_create(rig, &options, &other, NULL), KS_ERROR_SIZE);
    CHECK(other.id == 0);
    options = ks_options_default(), options.root = 4;
    EXPECT(ks_session_set_options(session, &options, NULL), KS_ERROR_VALUE);
    options = ks_options_default(), options.chain_length = -2;
    EXPECT(ks_session_set_options(session, &options, NULL), KS_ERROR_VALUE);
    options = ks_options_default(), options.locked_count = 1;
    EXPECT(ks_session_set_options(session, &options, NULL), KS_ERROR_NULL);
    const float factors[2] = {1, 2};
    options = ks_options_default(), options.stiffness = factors, options.stiffness_count = 2;
    EXPECT(ks_session_set_options(session, &options, NULL), KS_ERROR_LENGTH);
    options = ks_options_default(), options.solver = "{";
    EXPECT(ks_session_set_options(session, &options, NULL), KS_ERROR_JSON);
    EXPECT(ks_session_set_options(session, NULL, NULL), KS_ERROR_NULL);
    EXPECT(ks_session_create(rig, NULL, NULL, NULL), KS_ERROR_NULL);
    EXPECT(ks_session_from_request(rig, NULL, &other, NULL), KS_ERROR_NULL);
    EXPECT(ks_session_from_request(rig, "{\"target\": 1}", &other, NULL), KS_ERROR_JSON);
    EXPECT(ks_session_from_request(rig, "{\"pins\": [\"nobody\"]}", &other, NULL), KS_ERROR_JOINT);
    options = ks_options_default(), options.tolerance = NAN;
    EXPECT(ks_session_set_options(session, &options, NULL), KS_OK); /* checked by the solve, as in the library */
    float pose[30];
    memcpy(pose, REST, sizeof pose);
    EXPECT(ks_session_solve(session, pose, 30, 10, NULL, NULL), KS_ERROR_VALUE);
    options = ks_options_default();
    EXPECT(ks_session_set_options(session, &options, NULL), KS_OK);
}

static void solves(ks_session session) {
    float pose[30];
    memcpy(pose, REST, sizeof pose);
    ks_target target = at(0.3f, 0.2f, 0);
    ks_report report = ks_report_default();
    ks_target_report one = ks_target_report_default();
    ks_error error;
    EXPECT(ks_session_set_target(session, 2, &target, NULL), KS_OK);
    EXPECT(ks_session_solve(session, NULL, 30, 100, NULL, NULL), KS_ERROR_NULL);
    EXPECT(ks_session_solve(session, pose, 20, 100, NULL, NULL), KS_ERROR_LENGTH);
    EXPECT(ks_session_step(session, pose, 31, 100, NULL, &error), KS_ERROR_LENGTH);
    EXPECT(ks_session_measure(session, NULL, 30, NULL, NULL), KS_ERROR_NULL);
    EXPECT(ks_session_follow(session, NULL, pose, 30, 20, NULL, NULL), KS_ERROR_NULL);
    EXPECT(ks_session_follow(session, pose, NULL, 30, 20, NULL, NULL), KS_ERROR_NULL);
    EXPECT(ks_session_follow(session, pose, pose, 3, 20, NULL, NULL), KS_ERROR_LENGTH);
    EXPECT(ks_session_follow(session, pose, pose, 30, 20, NULL, NULL), KS_OK);
    memcpy(pose, REST, sizeof pose);
    pose[13] = NAN;
    float before[30];
    memcpy(before, pose, sizeof pose);
    EXPECT(ks_session_solve(session, pose, 30, 100, NULL, &error), KS_ERROR_POSE);
    CHECK(memcmp(before, pose, sizeof pose) == 0);
    memcpy(pose, REST, sizeof pose);
    report.size = 0;
    EXPECT(ks_session_solve(session, pose, 30, 100, &report, &error), KS_ERROR_SIZE);
    CHECK(memcmp(REST, pose, sizeof pose) == 0);
    report = ks_report_default();
    EXPECT(ks_session_solve(session, pose, 30, 100, &report, &error), KS_OK);
    CHECK(error.code == KS_OK && error.message[0] == 0);
    CHECK(report.outcome == KS_OUTCOME_REACHED && report.distance < 1e-5f && report.target_count == 1);
    EXPECT(ks_session_target_report(session, 0, &one, NULL), KS_OK);
    CHECK(one.joint == 2 && one.is_reached == 1 && fabsf(one.reached[0] - 0.3f) < 1e-4f);
    EXPECT(ks_session_target_report(session, 1, &one, NULL), KS_ERROR_VALUE);
    EXPECT(ks_session_target_report(session, 0, NULL, NULL), KS_ERROR_NULL);
    EXPECT(ks_session_measure(session, pose, 30, &report, NULL), KS_OK);
    EXPECT(ks_session_clear(session), KS_OK);
}

/* An elbow that bends by 0.5 radians at most, and a target that needs more. */
static void active_limits(void) {
    ks_rig rig;
    ks_session session;
    ks_limit limits[3];
    memset(limits, 0, sizeof limits);
    limits[1].kind = KS_LIMIT_HINGE;
    limits[1].axis[2] = 1;
    limits[1].max[0] = 0.5f;
    ks_rig_def def = arm();
    def.limits = limits;
    EXPECT(ks_rig_create(&def, &rig, NULL), KS_OK);
    EXPECT(ks_session_create(rig, NULL, &session, NULL), KS_OK);
    ks_active_limit limit = ks_active_limit_default();
    EXPECT(ks_session_active_limit(session, 0, &limit, NULL), KS_ERROR_VALUE);
    ks_target target = at(0.1f, 0.2f, 0);
    EXPECT(ks_session_set_target(session, 2, &target, NULL), KS_OK);
    float pose[30];
    memcpy(pose, REST, sizeof pose);
    ks_report report = ks_report_default();
    EXPECT(ks_session_solve(session, pose, 30, 200, &report, NULL), KS_OK);
    CHECK(report.outcome != KS_OUTCOME_REACHED && report.active_limit_count == 1);
    EXPECT(ks_session_active_limit(session, 0, &limit, NULL), KS_OK);
    CHECK(limit.joint == 1 && strcmp(limit.bound, "max") == 0);
    EXPECT(ks_session_active_limit(session, 1, &limit, NULL), KS_ERROR_VALUE);
    EXPECT(ks_session_active_limit(session, 0, NULL, NULL), KS_ERROR_NULL);
    limit.size = 8;
    EXPECT(ks_session_active_limit(session, 0, &limit, NULL), KS_ERROR_SIZE);
    EXPECT(ks_session_free(session), KS_OK);
    EXPECT(ks_rig_free(rig), KS_OK);
}

static void freed(ks_rig rig, ks_session session) {
    float pose[30];
    memcpy(pose, REST, sizeof pose);
    ks_session other;
    EXPECT(ks_rig_free(rig), KS_OK);
    EXPECT(ks_rig_free(rig), KS_ERROR_HANDLE);
    EXPECT(ks_session_create(rig, NULL, &other, NULL), KS_ERROR_HANDLE);
    CHECK(ks_rig_joint_count(rig) == 0);
    EXPECT(ks_session_solve(session, pose, 30, 10, NULL, NULL), KS_OK); /* sessions outlive their rig */
    EXPECT(ks_session_free(session), KS_OK);
    EXPECT(ks_session_free(session), KS_ERROR_HANDLE);
    EXPECT(ks_session_solve(session, pose, 30, 10, NULL, NULL), KS_ERROR_HANDLE);
    EXPECT(ks_session_reset(session), KS_ERROR_HANDLE);
    ks_session confused = {rig.id};
    EXPECT(ks_session_clear(confused), KS_ERROR_HANDLE);
}

/* A thread with its own session, and one that it shares with the other thread. */
typedef struct work {
    ks_rig rig;
    ks_session shared;
    int ok, busy;
    float pose[30];
} work;

static void *solve_often(void *argument) {
    work *own = argument;
    ks_session session;
    ks_target target = at(0.1f, 0.3f, 0.2f);
    if (ks_session_create(own->rig, NULL, &session, NULL) != KS_OK) return NULL;
    ks_session_set_target(session, 2, &target, NULL);
    for (int i = 0; i < 300; i++) {
        memcpy(own->pose, REST, sizeof own->pose);
        own->ok += ks_session_solve(session, own->pose, 30, 100, NULL, NULL) == KS_OK;
        float pose[30];
        memcpy(pose, REST, sizeof pose);
        ks_code code = ks_session_solve(own->shared, pose, 30, 100, NULL, NULL);
        own->ok += code == KS_OK || code == KS_ERROR_BUSY;
        own->busy += code == KS_ERROR_BUSY;
    }
    ks_session_free(session);
    return NULL;
}

static void threads(ks_rig rig, ks_session shared) {
    work works[2];
    pthread_t started[2];
    for (int i = 0; i < 2; i++) {
        memset(&works[i], 0, sizeof works[i]);
        works[i].rig = rig;
        works[i].shared = shared;
        CHECK(pthread_create(&started[i], NULL, solve_often, &works[i]) == 0);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(started[i], NULL);
        CHECK(works[i].ok == 600);
    }
    CHECK(memcmp(works[0].pose, works[1].pose, sizeof works[0].pose) == 0);
    printf("two threads: the shared session was busy %d times of 600\n", works[0].busy + works[1].busy);
}

int main(void) {
    ks_rig_def def = arm();
    ks_rig rig;
    ks_session session;
    CHECK(ks_version() == KS_VERSION);
    CHECK(strcmp(ks_code_name(KS_ERROR_BUSY), "KS_ERROR_BUSY") == 0 && ks_code_name(-5) != NULL);
    files();
    found_files();
    definitions();
    EXPECT(ks_rig_create(&def, &rig, NULL), KS_OK);
    EXPECT(ks_session_create(rig, NULL, &session, NULL), KS_OK);
    rigs(rig);
    targets(session);
    options(rig, session);
    solves(session);
    active_limits();
    threads(rig, session);
    freed(rig, session);
    printf("misuse: %d checks, %d failures\n", checks, failures);
    return failures != 0;
}
