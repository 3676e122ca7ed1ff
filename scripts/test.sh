#!/usr/bin/env bash
# Installs what is missing, builds Orthant in build/ and tests it.
#   scripts/test.sh                whether it works here: the fast tests, in some ten minutes
#   scripts/test.sh --ci           all tests but the long ones
#   scripts/test.sh --all          all tests, then the sanitizers, then whether everything compiles with
#                                  assertions and without precompiled headers: before a release
#   scripts/test.sh --sanitizers   every verb and the fast tests under AddressSanitizer and
#                                  UndefinedBehaviorSanitizer, in build-asan/; threads under
#                                  ThreadSanitizer, in build-tsan/
#   scripts/test.sh -R topology    builds everything; the arguments go to ctest
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
run_tests() { ctest --test-dir "$root/$1" -j "$(nproc)" --output-on-failure --no-tests=error "${@:2}"; }
run_sanitizers() {
  (cd "$root" && cmake --preset asan)
  cmake --build "$root/build-asan" -j "$(nproc)" --target watched
  run_tests build-asan -L watched
  (cd "$root" && cmake --preset tsan)
  cmake --build "$root/build-tsan" -j "$(nproc)" --target threads_test
  run_tests build-tsan -L threads
}

bash "$root/scripts/install_packages.sh"
case "${1-}" in
  "")
    bash "$root/scripts/build.sh" quick
    run_tests build -LE 'more|long' -E _NOT_BUILT
    ;;
  --ci)
    bash "$root/scripts/build.sh"
    run_tests build -LE long
    ;;
  --all)
    bash "$root/scripts/build.sh"
    run_tests build
    run_sanitizers
    (cd "$root" && cmake --preset dev -B build-dev-strict -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON)
    cmake --build "$root/build-dev-strict" -j "$(nproc)"
    ;;
  --sanitizers) run_sanitizers ;;
  *)
    bash "$root/scripts/build.sh"
    run_tests build "$@"
    ;;
esac
