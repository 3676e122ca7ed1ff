#!/usr/bin/env bash
# Configures and builds Orthant in build/ (Release). Arguments are the targets; none means all.
#   scripts/build.sh            everything
#   scripts/build.sh orthant    the command only
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

cmake -S "$root" -B "$root/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DORTHANT_TESTS=ON
targets=()
for target in "$@"; do targets+=(--target "$target"); done
cmake --build "$root/build" -j "$(nproc)" "${targets[@]}"
