#!/usr/bin/env bash
# Configures and builds Orthant in build/ (Release). Arguments are the targets; none means all.
#   scripts/build.sh            everything
#   scripts/build.sh orthant    the command only
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

cmake --preset release -S "$root" -DORTHANT_TESTS=ON
targets=()
for target in "$@"; do targets+=(--target "$target"); done
cmake --build "$root/build" -j "$(nproc)" "${targets[@]}"
