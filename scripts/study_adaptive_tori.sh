#!/usr/bin/env bash
# What becomes of ABR, POR and OFR (Versaci 2013) and of GOAL on a credit-based cut-through router, on
# k-ary 3-cubes under four patterns. Three steps away from the experiment of the paper
# (scripts/reproduce_outflank.sh, where a full router refuses packets):
#   bursts_K.csv      its traffic, messages of 96 packets of all nodes in step (configs/outflank/credit.ini)
#   curves_K.csv      packets born at random, at steady state (configs/adaptive_tori.ini): latency over load
#   saturation_K.csv  the largest stable load of these
# Tables and pictures of them beside; all in out/adaptive_tori/ or OUT. Needs a built tree
# (scripts/build.sh orthant).
#   scripts/study_adaptive_tori.sh [--k 8|16|32]... [-j N] [OUT]   default: --k 8 --k 16
# -j: so many threads, default all cores. k = 8 takes some 20 minutes of a core, each doubling of k about 8
# times as long; for k = 32 loads are farther apart and there are no bursts.
# What was interrupted goes on where it was. Remove the folder to begin anew.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
orthant="${ORTHANT:-$root/build/orthant}"
out=
sizes=()
threads=()
usage() { sed -n '2,13s/^# \?//p' "${BASH_SOURCE[0]}" >&2; exit 2; }
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

# simulate VERB NAME K CONFIG [KEY=VALUE]...
simulate() {
  local verb="$1" name="$2" k="$3" config="$4"
  shift 4
  "$orthant" "$verb" "$root/configs/$config" "topology.dimensions=${k}x${k}x$k" "$@" \
    -o "$out/${name}_$k.csv" ${threads[@]+"${threads[@]}"}
}

mkdir -p "$out"
for k in "${sizes[@]}"; do
  steady=()
  tolerance=0.02
  # Larger networks have as many packets in fewer cycles.
  case "$k" in
    16) steady=(run.warmup_cycles=3000 run.measure_cycles=2000 run.drain_cycles=8000) ;;
    32) steady=(run.warmup_cycles=1500 run.measure_cycles=1000 run.drain_cycles=5000
                traffic.load=0.1:0.9:0.2)
        tolerance=0.05 ;;
  esac
  case "$k" in
    8) simulate sweep bursts "$k" outflank/credit.ini run.latency_limit_cycles=800 ;;
    16) simulate sweep bursts "$k" outflank/credit.ini run.latency_limit_cycles=2000 \
          traffic.load=0.1:1:0.1 ;;
  esac
  simulate sweep curves "$k" adaptive_tori.ini ${steady[@]+"${steady[@]}"}
  simulate saturate saturation "$k" adaptive_tori.ini ${steady[@]+"${steady[@]}"} \
    "run.tolerance=$tolerance"
done
"$root/scripts/adaptive_tori_figures.py" "$out"
