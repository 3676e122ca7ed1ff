#!/usr/bin/env bash
# Installs what is missing, builds everything in build/ and runs all tests; before that it runs every verb and
# the fast tests under sanitizers, in build-asan/, and what threads do together under ThreadSanitizer, in
# build-tsan/. ctest's summary comes last.
#   scripts/test.sh -R topology     arguments go to ctest, and no sanitizers
#   scripts/test.sh --sanitizers    the sanitizers alone; further arguments go to ctest
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
run_tests() { ctest --test-dir "$root/$1" -j 2 --output-on-failure --no-tests=error "${@:2}"; }

bash "$root/scripts/install_packages.sh"
if [ $# = 0 ] || [ "$1" = --sanitizers ]; then
  (cd "$root" && cmake --preset asan)
  cmake --build "$root/build-asan" -j "$(nproc)" --target watched
  run_tests build-asan -L watched "${@:2}"
  (cd "$root" && cmake --preset tsan)
  cmake --build "$root/build-tsan" -j "$(nproc)" --target threads_test
  run_tests build-tsan -L threads "${@:2}"
fi
[ "${1-}" != --sanitizers ] || exit 0
bash "$root/scripts/build.sh"
run_tests build "$@"
