#!/usr/bin/env bash
# Installs what is missing, builds everything in build/ and runs all tests. ctest's summary comes
# last. Arguments go to ctest, for example: scripts/test.sh -R topology
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

bash "$root/scripts/install_packages.sh"
bash "$root/scripts/build.sh"
ctest --test-dir "$root/build" -j 2 --output-on-failure --no-tests=error "$@"
