#!/usr/bin/env bash
# Installs what is missing, builds everything in build/ and runs all tests. ctest's summary comes
# last. Arguments go to ctest, for example: scripts/test.sh -R topology
#   scripts/test.sh --sanitizers    builds in build-asan/ instead and runs every verb and the fast tests there
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
run_tests() { ctest --test-dir "$root/$1" -j 2 --output-on-failure --no-tests=error "${@:2}"; }

bash "$root/scripts/install_packages.sh"
if [ "${1-}" = --sanitizers ]; then
  (cd "$root" && cmake --preset asan)
  cmake --build "$root/build-asan" -j "$(nproc)" --target watched
  run_tests build-asan -L watched "${@:2}"
  exit
fi
bash "$root/scripts/build.sh"
run_tests build "$@"
