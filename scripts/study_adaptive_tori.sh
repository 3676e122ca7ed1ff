#!/usr/bin/env bash
# What becomes of ABR, POR and OFR (Versaci 2013) and of GOAL on a credit-based cut-through router, on
# k-ary 3-cubes under four patterns. Three steps away from the experiment of the paper
# (scripts/reproduce_outflank.sh, where a full router refuses packets):
#   bursts_K.csv      its traffic, messages of 96 packets of all nodes in step (configs/outflank/credit.ini)
#   curves_K.csv      packets born at random, at steady state (configs/adaptive_tori.ini): latency over load
#   saturation_K.csv  the largest stable load of these; four_vcs_8.csv that of OFR with one VC more
# Tables and pictures of them beside; all in out/adaptive_tori/ or OUT. Needs a built tree
# (scripts/build.sh orthant).
#   scripts/study_adaptive_tori.sh [--k 8|16|32]... [-j N] [OUT]   default: --k 8 --k 16
# -j: so many threads, default all cores. k = 8 and 16 take some half hour of a core each, k = 32 four
# hours without GOAL, with loads farther apart and shorter windows. Bursts are simulated for k = 8.
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
  # Larger networks have as many packets in fewer cycles.
  case "$k" in
    8) curves=() search=(run.tolerance=0.02) ;;
    16) curves=(run.warmup_cycles=3000 run.measure_cycles=2000 run.drain_cycles=3000)
        search=(run.warmup_cycles=2000 run.measure_cycles=500 run.drain_cycles=2000 run.tolerance=0.02) ;;
    32) curves=(run.warmup_cycles=1000 run.measure_cycles=600 run.drain_cycles=1500
                traffic.load=0.1:0.7:0.2 routing.algorithm=abr,por,ofr)
        search=(run.warmup_cycles=1000 run.measure_cycles=300 run.drain_cycles=1500 run.tolerance=0.04
                routing.algorithm=abr,por,ofr) ;;
  esac
  simulate sweep curves "$k" adaptive_tori.ini ${curves[@]+"${curves[@]}"}
  simulate saturate saturation "$k" adaptive_tori.ini "${search[@]}"
  if [ "$k" = 8 ]; then
    simulate saturate four_vcs 8 adaptive_tori.ini "${search[@]}" routing.algorithm=ofr router.vcs=4
    simulate sweep bursts 8 outflank/credit.ini run.latency_limit_cycles=800
  fi
done
"$root/scripts/adaptive_tori_figures.py" "$out"
