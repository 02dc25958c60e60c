// A hand is dragged along a line, one step per frame, while the other hand is pinned.
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "kansetsu.hpp"

int main() try {
    const auto rig = kansetsu::Rig::open("figure:mannequin");
    kansetsu::Session session(rig);
    const auto left = rig.find("leftHand");
    session.pin_position(rig.find("rightHand"));
    kansetsu::Pose pose = rig.rest_pose();
    const auto place = [&] {
        const auto matrices = rig.forward(pose);
        const float *column = &matrices[std::size_t{KS_MATRIX_FLOATS} * left + 9];
        return std::array<float, 3>{column[0], column[1], column[2]};
    };
    const auto from = place(), to = std::array<float, 3>{0.35f, 1.5f, 0.35f};
    float worst = 0;
    for (int frame = 1; frame <= 120; ++frame) {
        std::array<float, 3> at{};
        for (std::size_t i = 0; i < 3; ++i) at[i] = from[i] + (to[i] - from[i]) * static_cast<float>(frame) / 120;
        session.set_target(left, kansetsu::position(at));
        worst = std::fmax(worst, session.step(pose).distance);
    }
    const auto hand = place();
    std::printf("the hand is at %.3f %.3f %.3f, and was at most %.1f mm behind\n", hand[0], hand[1], hand[2], 1000 * worst);
    return std::fabs(hand[0] - to[0]) < 1e-3f && worst < 3e-2f ? EXIT_SUCCESS : EXIT_FAILURE;
} catch (const kansetsu::Error &error) {
    std::fprintf(stderr, "%s: %s\n", ks_code_name(error.code()), error.what());
    return EXIT_FAILURE;
}
