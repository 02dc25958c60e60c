// Kansetsu for C++17: owners of the handles of kansetsu.h, vectors for poses, exceptions for errors. Header only.
//
//     kansetsu::Rig rig = kansetsu::Rig::open("hero.vrm");
//     kansetsu::Session session(rig);
//     session.set_target(rig.find("leftHand"), kansetsu::position({0.3f, 1.3f, 0.4f}));
//     std::vector<float> pose = rig.rest_pose();
//     ks_report report = session.solve(pose);
//
// Units, spaces and threads: see kansetsu.h. Objects can be moved, not copied.
#ifndef KANSETSU_HPP
#define KANSETSU_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "kansetsu.h"

namespace kansetsu {

using Pose = std::vector<float>; // KS_POSE_FLOATS per joint

// Finds a file to which another file refers, by the path of the reference; std::nullopt if there is none.
using FindFile = std::function<std::optional<std::vector<std::uint8_t>>(const std::string &path)>;

// A failed call.
class Error : public std::runtime_error {
public:
    explicit Error(const ks_error &error) : std::runtime_error(error.message), code_(error.code) {}
    ks_code code() const noexcept { return code_; }

private:
    ks_code code_;
};

namespace detail {
inline void check(const ks_error &error) {
    if (error.code != KS_OK) throw Error(error);
}
inline void check(ks_code code) {
    if (code == KS_OK) return;
    ks_error error{};
    error.code = code;
    std::string(ks_code_name(code)).copy(error.message, sizeof error.message - 1);
    throw Error(error);
}

// The context of find_file(): keeps the bytes of the last file, and what `find` threw.
struct Finder {
    const FindFile &find;
    std::optional<std::vector<std::uint8_t>> found;
    std::exception_ptr thrown;
};
inline std::int32_t find_file(void *context, const char *path, const void **bytes, std::size_t *length) {
    static const std::uint8_t empty = 0; // An empty file has an address too.
    Finder &finder = *static_cast<Finder *>(context);
    try {
        finder.found = finder.find(path);
    } catch (...) {
        finder.found = std::nullopt;
        finder.thrown = std::current_exception();
    }
    if (!finder.found) return 0;
    *bytes = finder.found->empty() ? &empty : finder.found->data();
    *length = finder.found->size();
    return 1;
}
} // namespace detail

// Targets with one field set. Set other fields directly.
inline ks_target position(std::array<float, 3> at) {
    ks_target target = ks_target_default();
    target.flags = KS_TARGET_POSITION;
    for (std::size_t i = 0; i < 3; ++i) target.position[i] = at[i];
    return target;
}
inline ks_target orientation(std::array<float, 4> xyzw) {
    ks_target target = ks_target_default();
    target.flags = KS_TARGET_ORIENTATION;
    for (std::size_t i = 0; i < 4; ++i) target.orientation[i] = xyzw[i];
    return target;
}
inline ks_target look_at(std::array<float, 3> axis, std::array<float, 3> point) {
    ks_target target = ks_target_default();
    target.flags = KS_TARGET_LOOK_AT;
    for (std::size_t i = 0; i < 3; ++i) target.axis[i] = axis[i], target.direction[i] = point[i];
    return target;
}

class Rig {
public:
    // A file by its path, or "figure:NAME".
    static Rig open(const std::string &path) {
        Rig rig;
        ks_error error;
        ks_rig_open_path(path.c_str(), &rig.handle_, &error);
        detail::check(error);
        return rig;
    }
    // A file in memory.
    static Rig open(const void *bytes, std::size_t length, const std::string &name = "") {
        Rig rig;
        ks_error error;
        ks_rig_open(bytes, length, name.c_str(), &rig.handle_, &error);
        detail::check(error);
        return rig;
    }
    // A file in memory with the files that it refers to. Throws what `find` throws.
    static Rig open_with(const void *bytes, std::size_t length, const FindFile &find, const std::string &name = "") {
        Rig rig;
        ks_error error;
        detail::Finder finder{find, std::nullopt, nullptr};
        ks_rig_open_with(bytes, length, name.c_str(), detail::find_file, &finder, &rig.handle_, &error);
        if (finder.thrown) std::rethrow_exception(finder.thrown);
        detail::check(error);
        return rig;
    }
    static Rig create(const ks_rig_def &def) {
        Rig rig;
        ks_error error;
        ks_rig_create(&def, &rig.handle_, &error);
        detail::check(error);
        return rig;
    }
    Rig(Rig &&other) noexcept : handle_(std::exchange(other.handle_, ks_rig{})) {}
    Rig &operator=(Rig &&other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    Rig(const Rig &) = delete;
    Rig &operator=(const Rig &) = delete;
    ~Rig() {
        if (handle_.id != 0) ks_rig_free(handle_);
    }

    ks_rig handle() const noexcept { return handle_; }
    std::uint32_t joint_count() const noexcept { return ks_rig_joint_count(handle_); }
    // Throws std::out_of_range.
    std::string name(std::uint32_t joint) const {
        const char *name = ks_rig_joint_name(handle_, joint);
        if (name == nullptr) throw std::out_of_range("no such joint");
        return name;
    }
    std::vector<std::string> warnings() const {
        std::vector<std::string> all;
        while (const char *warning = ks_rig_warning(handle_, static_cast<std::uint32_t>(all.size()))) all.emplace_back(warning);
        return all;
    }
    std::vector<std::int32_t> parents() const {
        std::vector<std::int32_t> parents(joint_count());
        ks_error error;
        ks_rig_parents(handle_, parents.data(), parents.size(), &error);
        detail::check(error);
        return parents;
    }
    std::uint32_t find(const std::string &name) const {
        std::uint32_t joint = 0;
        ks_error error;
        ks_rig_find_joint(handle_, name.c_str(), &joint, &error);
        detail::check(error);
        return joint;
    }
    Pose rest_pose() const {
        Pose pose(std::size_t{KS_POSE_FLOATS} * joint_count());
        ks_error error;
        ks_rig_rest_pose(handle_, pose.data(), pose.size(), &error);
        detail::check(error);
        return pose;
    }
    // KS_MATRIX_FLOATS per joint.
    std::vector<float> forward(const Pose &pose) const {
        std::vector<float> matrices(std::size_t{KS_MATRIX_FLOATS} * joint_count());
        ks_error error;
        ks_rig_forward(handle_, pose.data(), pose.size(), matrices.data(), &error);
        detail::check(error);
        return matrices;
    }

private:
    Rig() = default;
    ks_rig handle_{};
};

class Session {
public:
    explicit Session(const Rig &rig, const ks_options &options = ks_options_default()) {
        ks_error error;
        ks_session_create(rig.handle(), &options, &handle_, &error);
        detail::check(error);
    }
    static Session from_request(const Rig &rig, const std::string &json) {
        Session session;
        ks_error error;
        ks_session_from_request(rig.handle(), json.c_str(), &session.handle_, &error);
        detail::check(error);
        return session;
    }
    Session(Session &&other) noexcept : handle_(std::exchange(other.handle_, ks_session{})) {}
    Session &operator=(Session &&other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    Session(const Session &) = delete;
    Session &operator=(const Session &) = delete;
    ~Session() {
        if (handle_.id != 0) ks_session_free(handle_);
    }

    ks_session handle() const noexcept { return handle_; }
    void set_options(const ks_options &options) { run(ks_session_set_options, &options); }
    void set_target(std::uint32_t joint, const ks_target &target) { run(ks_session_set_target, joint, &target); }
    void add_target(std::uint32_t joint, const ks_target &target) { run(ks_session_add_target, joint, &target); }
    void pin(std::uint32_t joint) { run(ks_session_pin, joint); }
    void pin_position(std::uint32_t joint) { run(ks_session_pin_position, joint); }
    void pin_to(std::uint32_t joint, const ks_target &target) { run(ks_session_pin_to, joint, &target); }
    void release(std::uint32_t joint) { run(ks_session_release, joint); }
    void clear() { detail::check(ks_session_clear(handle_)); }
    void reset() { detail::check(ks_session_reset(handle_)); }

    ks_report solve(Pose &pose, std::uint32_t steps = 200) { return pose_by(ks_session_solve, pose, steps); }
    ks_report step(Pose &pose, std::uint32_t steps = 20) { return pose_by(ks_session_step, pose, steps); }
    // The next frame of a motion: `pose` is an output only.
    ks_report follow(const Pose &motion, Pose &pose, std::uint32_t steps = 20) {
        pose.resize(motion.size());
        ks_report report = ks_report_default();
        run(ks_session_follow, motion.data(), pose.data(), pose.size(), steps, &report);
        return report;
    }
    ks_report measure(const Pose &pose) {
        ks_report report = ks_report_default();
        run(ks_session_measure, pose.data(), pose.size(), &report);
        return report;
    }
    // Targets first, then pins and planted feet.
    ks_target_report target_report(std::uint32_t index) const {
        ks_target_report report = ks_target_report_default();
        ks_error error;
        ks_session_target_report(handle_, index, &report, &error);
        detail::check(error);
        return report;
    }
    // From index 0 to `active_limit_count` of the report.
    ks_active_limit active_limit(std::uint32_t index) const {
        ks_active_limit limit = ks_active_limit_default();
        ks_error error;
        ks_session_active_limit(handle_, index, &limit, &error);
        detail::check(error);
        return limit;
    }

private:
    Session() = default;
    template <typename Call, typename... Arguments> void run(Call call, Arguments... arguments) {
        ks_error error;
        call(handle_, arguments..., &error);
        detail::check(error);
    }
    template <typename Call> ks_report pose_by(Call call, Pose &pose, std::uint32_t steps) {
        ks_report report = ks_report_default();
        run(call, pose.data(), pose.size(), steps, &report);
        return report;
    }
    ks_session handle_{};
};

} // namespace kansetsu

#endif // KANSETSU_HPP
