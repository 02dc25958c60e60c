# Compiles the README's example with the flags that pkg-config prints, and runs it.
set -e
# shellcheck disable=SC2046
gcc -std=c11 -Wall -Wextra -Werror readme.c -o packaged $(pkg-config --cflags --libs kansetsu)
./packaged
