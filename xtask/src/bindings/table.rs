//! The clients, in every language that is tested.

use super::client::Client;

const POSES: Option<&str> = Some("expected.txt");

pub(super) const CLIENTS: [Client; 18] = [
    Client {
        name: "C11: the README's example",
        needs: &["gcc"],
        commands: &[
            "gcc -std=c11 -Wall -Wextra -Werror -I{prefix}/include readme.c -o readme -L{prefix}/lib -lkansetsu",
            "{out}/readme",
        ],
        prints: Some("readme.txt"),
    },
    Client {
        name: "C11: a mannequin, static library",
        needs: &["gcc"],
        commands: &[
            "gcc -std=c11 -Wall -Wextra -Werror -I{prefix}/include {c}/examples/mannequin.c -o mannequin {prefix}/lib/libkansetsu.a -lm -lpthread -ldl",
            "{out}/mannequin",
        ],
        prints: None,
    },
    Client {
        name: "C11: 200 requests have the bits of the library",
        needs: &["gcc"],
        commands: &[
            "gcc -std=c11 -Wall -Wextra -Werror -I{prefix}/include {c}/tests/clients/requests.c -o requests_c -L{prefix}/lib -lkansetsu",
            "{out}/requests_c requests.txt",
        ],
        prints: POSES,
    },
    Client {
        name: "C11: cost of a call",
        needs: &["gcc"],
        commands: &[
            "gcc -std=c11 -O2 -Wall -Wextra -Werror -I{prefix}/include {c}/examples/overhead.c -o overhead -L{prefix}/lib -lkansetsu",
            "{out}/overhead",
        ],
        prints: None,
    },
    Client {
        name: "C11: misuse under the address and undefined-behaviour sanitizers",
        needs: &["gcc"],
        commands: &[
            "gcc -std=c11 -g -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Werror -fsanitize=address,undefined -fno-sanitize-recover -I{prefix}/include \
             {c}/tests/clients/misuse.c -o misuse_asan -L{prefix}/lib -lkansetsu -lm -lpthread",
            "{out}/misuse_asan",
        ],
        prints: None,
    },
    Client {
        name: "C11: misuse under Valgrind",
        needs: &["gcc", "valgrind"],
        commands: &[
            "gcc -std=c11 -g -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Werror -I{prefix}/include {c}/tests/clients/misuse.c -o misuse -L{prefix}/lib -lkansetsu -lm \
             -lpthread",
            "valgrind --quiet --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite {out}/misuse",
        ],
        prints: None,
    },
    Client {
        name: "C++17: a drag",
        needs: &["g++"],
        commands: &[
            "g++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -I{prefix}/include {c}/examples/drag.cpp -o drag -L{prefix}/lib -lkansetsu",
            "{out}/drag",
        ],
        prints: None,
    },
    Client {
        name: "C++17: a drag under the address and undefined-behaviour sanitizers",
        needs: &["g++"],
        commands: &[
            "g++ -std=c++17 -g -Wall -Wextra -Werror -fsanitize=address,undefined -fno-sanitize-recover -I{prefix}/include {c}/examples/drag.cpp -o drag_asan \
             -L{prefix}/lib -lkansetsu",
            "{out}/drag_asan",
        ],
        prints: None,
    },
    Client {
        name: "C++17: files and limits under the address and undefined-behaviour sanitizers",
        needs: &["g++"],
        commands: &[
            "g++ -std=c++17 -g -Wall -Wextra -Wpedantic -Werror -fsanitize=address,undefined -fno-sanitize-recover -I{prefix}/include \
             {c}/tests/clients/files.cpp -o files_cpp -L{prefix}/lib -lkansetsu",
            "{out}/files_cpp",
        ],
        prints: None,
    },
    Client {
        name: "C++17: 200 requests have the bits of the library",
        needs: &["g++"],
        commands: &[
            "g++ -std=c++17 -Wall -Wextra -Werror -I{prefix}/include {c}/tests/clients/requests.cpp -o requests_cpp -L{prefix}/lib -lkansetsu",
            "{out}/requests_cpp requests.txt",
        ],
        prints: POSES,
    },
    Client {
        name: "D: a tentacle",
        needs: &["gdc"],
        commands: &[
            "gdc -Wall -Werror {c}/d/kansetsu.d {c}/d/tentacle.d -o tentacle -L{prefix}/lib -lkansetsu",
            "{out}/tentacle",
        ],
        prints: None,
    },
    Client {
        name: "D: a tentacle under Valgrind",
        needs: &["gdc", "valgrind"],
        commands: &["valgrind --quiet --error-exitcode=9 {out}/tentacle"],
        prints: None,
    },
    Client {
        name: "D: 200 requests have the bits of the library",
        needs: &["gdc"],
        commands: &[
            "gdc -Wall -Werror {c}/d/kansetsu.d {c}/tests/clients/requests.d -o requests_d -L{prefix}/lib -lkansetsu",
            "{out}/requests_d requests.txt",
        ],
        prints: POSES,
    },
    Client {
        name: "C#: 200 requests have the bits of the library (Mono)",
        needs: &["mcs", "mono"],
        commands: &[
            "mcs -langversion:7.2 -warnaserror -out:Requests.exe {unity}/Runtime/Native.cs {unity}/Runtime/Data.cs {unity}/Runtime/KansetsuException.cs \
             {unity}/Runtime/Finder.cs {unity}/Runtime/Rig.cs {unity}/Runtime/Session.cs {unity}/Tests~/Requests.cs",
            "mono Requests.exe requests.txt",
        ],
        prints: POSES,
    },
    Client {
        name: "C#: files and limits (Mono)",
        needs: &["mcs", "mono"],
        commands: &[
            "mcs -langversion:7.2 -warnaserror -out:Files.exe {unity}/Runtime/Native.cs {unity}/Runtime/Data.cs {unity}/Runtime/KansetsuException.cs \
             {unity}/Runtime/Finder.cs {unity}/Runtime/Rig.cs {unity}/Runtime/Session.cs {unity}/Tests~/Files.cs",
            "mono Files.exe",
        ],
        prints: None,
    },
    Client {
        name: "C#: components on stubs of the Unity API (Mono)",
        needs: &["mcs", "mono"],
        commands: &[
            "mcs -langversion:7.2 -warnaserror -out:Components.exe -recurse:{unity}/Runtime/*.cs {unity}/Tests~/UnityStubs.cs {unity}/Tests~/Components.cs",
            "mono Components.exe",
        ],
        prints: None,
    },
    Client {
        name: "CMake: a project that finds the package",
        needs: &["cmake", "gcc", "g++"],
        commands: &[
            "cmake -S {c}/tests/cmake -B cmake -DCMAKE_PREFIX_PATH={prefix}",
            "cmake --build cmake",
            "cmake -E chdir cmake ctest --output-on-failure",
        ],
        prints: None,
    },
    Client {
        name: "pkg-config: the README's example with the flags of the package",
        needs: &["gcc", "pkg-config"],
        commands: &["sh {c}/tests/pkg-config.sh"],
        prints: Some("readme.txt"),
    },
];
