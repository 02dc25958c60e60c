// Files that refer to other files, and active limits.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

#include "kansetsu.hpp"

namespace {

// A skin whose matrix is in a buffer beside the file.
const std::string GLTF =
    R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"hip","children":[1]},{"name":"knee"}],)"
    R"("buffers":[{"uri":"turn.bin","byteLength":64}],"bufferViews":[{"buffer":0,"byteLength":64}],)"
    R"("accessors":[{"bufferView":0,"componentType":5126,"count":1,"type":"MAT4"}],)"
    R"("skins":[{"joints":[0],"inverseBindMatrices":0}]})";

struct NotOurs : std::runtime_error {
    using std::runtime_error::runtime_error;
};

void check(bool holds, const char *what) {
    if (!holds) throw std::logic_error(what);
}

kansetsu::Rig open(const kansetsu::FindFile &find) { return kansetsu::Rig::open_with(GLTF.data(), GLTF.size(), find, "a.gltf"); }

// The error of a file that cannot be opened names the file or its place.
void is_refused(const kansetsu::FindFile &find, const char *place) {
    try {
        open(find);
    } catch (const kansetsu::Error &error) {
        check(error.code() == KS_ERROR_FILE && std::strstr(error.what(), place) != nullptr, error.what());
        return;
    }
    throw std::logic_error(std::string("no error that names ") + place);
}

void files() {
    std::vector<std::uint8_t> matrix(64);
    const float one = 1;
    for (std::size_t i = 0; i < 4; ++i) std::memcpy(&matrix[20 * i], &one, sizeof one);
    std::string paths;
    const auto rig = open([&](const std::string &path) {
        paths += path;
        return matrix;
    });
    check(paths == "turn.bin", "the path of the reference is asked for once");
    check(rig.joint_count() == 2 && rig.name(1) == "knee" && rig.warnings().empty(), "the file opens");
    is_refused([](const std::string &) { return std::nullopt; }, "turn.bin");
    is_refused([](const std::string &) { return std::vector<std::uint8_t>(); }, "buffers[0]");
    is_refused([](const std::string &) { return std::vector<std::uint8_t>(8); }, "buffers[0]");
    try {
        open([](const std::string &path) -> std::vector<std::uint8_t> { throw NotOurs(path); });
    } catch (const NotOurs &error) {
        check(std::strcmp(error.what(), "turn.bin") == 0, "an exception of the caller passes through");
        return;
    }
    throw std::logic_error("an exception of the caller is lost");
}

void limits() {
    const auto rig = kansetsu::Rig::open("figure:mannequin");
    kansetsu::Session session(rig);
    session.set_target(rig.find("leftHand"), kansetsu::position({0.0f, 1.6f, -9.0f}));
    kansetsu::Pose pose = rig.rest_pose();
    const auto report = session.solve(pose);
    check(report.active_limit_count > 0, "an arm behind the body is at a bound");
    for (std::uint32_t i = 0; i < report.active_limit_count; ++i) {
        const auto limit = session.active_limit(i);
        std::printf("%s: %s\n", rig.name(limit.joint).c_str(), limit.bound);
        check(limit.bound[0] != '\0', "a bound has a name");
    }
    try {
        session.active_limit(report.active_limit_count);
    } catch (const kansetsu::Error &) {
        return;
    }
    throw std::logic_error("an index behind the last limit is accepted");
}

} // namespace

int main() try {
    files();
    limits();
    return EXIT_SUCCESS;
} catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
}
