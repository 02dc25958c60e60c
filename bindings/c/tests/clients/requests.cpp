// Solves the requests of a table and prints the bits of the poses: see requests.c.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <optional>
#include <sstream>

#include "kansetsu.hpp"

int main(int argc, char **argv) try {
    if (argc != 2) return 2;
    std::ifstream table(argv[1]);
    std::string path, request, start, last, first;
    std::getline(table, first);
    const auto steps = static_cast<std::uint32_t>(std::stoul(first));
    std::optional<kansetsu::Rig> rig;
    while (std::getline(table, path) && std::getline(table, request) && std::getline(table, start)) {
        if (path != last) rig.emplace(kansetsu::Rig::open(path));
        last = path;
        auto session = kansetsu::Session::from_request(*rig, request);
        kansetsu::Pose pose;
        std::istringstream words(start);
        for (std::uint32_t bits; words >> std::hex >> bits;) {
            float number;
            std::memcpy(&number, &bits, sizeof number);
            pose.push_back(number);
        }
        std::printf("%d", session.solve(pose, steps).outcome);
        for (float number : pose) {
            std::uint32_t bits;
            std::memcpy(&bits, &number, sizeof bits);
            std::printf(" %08x", bits);
        }
        std::printf("\n");
    }
    return 0;
} catch (const kansetsu::Error &error) {
    std::cerr << ks_code_name(error.code()) << ": " << error.what() << "\n";
    return 1;
}
