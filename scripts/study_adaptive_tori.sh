#!/usr/bin/env bash
# ABR, POR, OFR and GOAL on a credit-based cut-through router at steady state, on k-ary 3-cubes under four
# patterns (configs/adaptive_tori.ini): latency over load, and the largest stable load. Curves, saturation
# loads and a picture in out/adaptive_tori/ or OUT. Needs a built tree (scripts/build.sh orthant).
#   scripts/study_adaptive_tori.sh [--k 8|16|32]... [-j N] [OUT]   default: --k 8 --k 16
# -j: so many threads, default all cores. The curves for k = 8 take some 5 minutes of a core, the saturation loads
# more; each doubling of k takes at least 8 times as long.
# What was interrupted goes on where it was. Remove the folder to begin anew.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
orthant="${ORTHANT:-$root/build/orthant}"
out=
sizes=()
threads=()
usage() { sed -n '2,9s/^# \?//p' "${BASH_SOURCE[0]}" >&2; exit 2; }
while [ $# -gt 0 ]; do
  case "$1" in
    --k) case "${2-}" in 8 | 16 | 32) sizes+=("$2") ;; *) usage ;; esac; shift 2 ;;
    -j) [ $# -gt 1 ] || usage; threads=(-j "$2"); shift 2 ;;
    -*) usage ;;
    *) [ -z "$out" ] || usage; out="$1"; shift ;;
  esac
done
[ ${#sizes[@]} -gt 0 ] || sizes=(8 16)
out="${out:-$root/out/adaptive_tori}"

mkdir -p "$out"
for k in "${sizes[@]}"; do
  words=("topology.dimensions=${k}x${k}x$k")
  # 2000 cycles of 32,768 nodes hold a million packets.
  [ "$k" -lt 32 ] || words+=(run.measure_cycles=2000 traffic.load=0.1:0.9:0.2)
  "$orthant" sweep "$root/configs/adaptive_tori.ini" "${words[@]}" -o "$out/curves_$k.csv" \
    ${threads[@]+"${threads[@]}"}
  "$orthant" saturate "$root/configs/adaptive_tori.ini" "${words[@]}" run.tolerance=0.02 \
    -o "$out/saturation_$k.csv" ${threads[@]+"${threads[@]}"}
done
"$root/scripts/adaptive_tori_figures.py" "$out"
