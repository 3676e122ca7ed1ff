#!/usr/bin/env bash
# What Wu 1996 says of shortest-path policies, computed anew and exactly: Table 1, the lemma, Theorems 1 to 3,
# MP on meshes (of three dimensions too) and hypercubes, tori of three dimensions, and the conjecture that MP is optimal on tori, which is false. Beyond the paper:
# what the best order gains, which p is needed, and single messages on drawn links. Prints a report, draws
# pictures, and verifies the certificates with a script of its own; all in out/wu/ or OUT. Needs a built
# tree (scripts/build.sh orthant).
#   scripts/reproduce_wu.sh [OUT]   less than a minute
# Exits with 1 where something is not as the paper, or its refutation, says.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
orthant="${ORTHANT:-$root/build/orthant}"
[ $# -le 1 ] && [[ "${1-}" != -* ]] || { sed -n '2,9s/^# \?//p' "${BASH_SOURCE[0]}" >&2; exit 2; }
out="${1:-$root/out/wu}"

# policy NAME [section.key=value ...] [--option ...]
policy() {
  "$orthant" policy "$root/configs/wu/policies.ini" "${@:2}" -q --overwrite -o "$out/$1.csv"
}
# cubes FROM TO: a list of cubic networks; squares FROM TO STEP: of square ones
cubes() { for ((k = $1; k <= $2; k++)); do printf '%s%dx%dx%d' "$([ "$k" -gt "$1" ] && echo ,)" "$k" "$k" "$k"; done; }
squares() { for ((k = $1; k <= $2; k += $3)); do printf '%s%dx%d' "$([ "$k" -gt "$1" ] && echo ,)" "$k" "$k"; done; }

mkdir -p "$out"
optimal=policy.policies=optimal
policy table1 "$optimal" policy.p=0.5
policy lemma "$optimal" --no-polynomials policy.p=0.5 topology.dimensions="$(squares 4 32 2)"
policy theorem3 policy.policies=optimal,mp policy.p=0.5,0.97 topology.dimensions="$(squares 4 16 2)"
policy thresholds "$optimal" policy.p=0.5 topology.dimensions="$(squares 4 32 2)" --thresholds
policy meshes "$optimal" policy.p=0.5 topology.kind=mesh topology.dimensions="$(squares 2 16 1)" --thresholds
policy hypercubes "$optimal" policy.p=0.5 topology.kind=hypercube \
  topology.dimensions=2x2,2x2x2,2x2x2x2,2x2x2x2x2,2x2x2x2x2x2,2x2x2x2x2x2x2,2x2x2x2x2x2x2x2 --thresholds
policy meshes_3d "$optimal" policy.p=0.5 topology.kind=mesh topology.dimensions="$(cubes 2 12)" --thresholds
policy tori_3d "$optimal" policy.p=0.5 topology.dimensions="$(cubes 3 12)" --thresholds
search() { policy "$1" policy.policies=mp policy.p=0.97 "${@:2}" --counterexample; }
search squares topology.dimensions=16x16 --square --certificate "$out/square.json"
search tori topology.dimensions=16x16 --certificate "$out/torus.json"
search cubes topology.dimensions=8x8x8 --certificate "$out/cube.json"
search equal_cubes topology.dimensions=10x10x10 --square --certificate "$out/equal_cube.json"
policy torus16 --no-polynomials topology.dimensions=16x16 policy.p=0.02:0.98:0.02 --means "$out/means16.csv"
policy sizes --no-polynomials topology.dimensions="$(squares 4 32 2)" policy.p=0.9 --means "$out/means.csv"
policy loss32 --no-polynomials topology.dimensions=32x32 policy.policies=optimal,mp policy.p=0.99
policy drawn --no-polynomials topology.dimensions=16x16 policy.p=0.5,0.8,0.95 policy.trials=20000 \
  --faults "$out/faults.csv" --deaths "$out/deaths.csv"
for certificate in square torus cube equal_cube; do
  "$root/scripts/check_policy_certificate.py" "$out/$certificate.json"
done
"$root/scripts/wu_figures.py" "$out"
"$root/scripts/wu_report.py" "$out"
