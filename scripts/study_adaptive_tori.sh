#!/usr/bin/env bash
# What becomes of ABR, POR and OFR (Versaci 2013) and of GOAL at steady state: packets born at random, on a
# credit-based cut-through router, on k-ary 3-cubes under four patterns (configs/adaptive_tori.ini). Steps
# between this and the paper's experiment are those of scripts/outflank_causes.py.
#   saturation_K.csv             the largest stable load of each routing and pattern, with node channels of 3.2 flits
#                                per cycle, 64 Gb/s against 20 as in the paper
#   saturation_slow_nodes_K.csv  the same where node channels are no faster than others: what the nodes limit
#   four_vcs_K.csv               that of OFR with one VC more
#   curves_K.csv                 latency over load, at fixed shares of each one's largest stable load
# A table and a picture of them beside; all in out/adaptive_tori/ or OUT. Needs a built tree
# (scripts/build.sh orthant).
#   scripts/study_adaptive_tori.sh [--k 8|16|32]... [-j N] [OUT] [KEY=VALUE]...   default: --k 8 --k 16
# -j: so many threads, default all cores. KEY=VALUE: for all runs, such as traffic.pattern=butterfly. k = 8 takes
# some quarter of an hour of a core, each size some ten times as long as the one before (k = 32 without GOAL).
# What was interrupted goes on where it was. Remove the folder to begin anew.
source "$(dirname "${BASH_SOURCE[0]}")/study.sh"
sizes=()
keys=()
fast_nodes=channel.node_bandwidth=3.2
own_word() {
  case "$1" in
    --k) case "${2-}" in 8 | 16 | 32) sizes+=("$2") ;; *) usage ;; esac; taken=2 ;;
    -*) ;;
    *=*) keys+=("$1"); taken=1 ;;
  esac
}
read_words adaptive_tori "$@"
[ ${#sizes[@]} -gt 0 ] || sizes=(8 16)

# saturate NAME K [KEY=VALUE]...
saturate() {
  local name="$1" k="$2"
  shift 2
  "$orthant" saturate "$root/configs/adaptive_tori.ini" "topology.dimensions=${k}x${k}x$k" run.saturate_seeds=1 "$@" \
    ${keys[@]+"${keys[@]}"} -o "$out/${name}_$k.csv" ${threads[@]+"${threads[@]}"}
}

mkdir -p "$out"
for k in "${sizes[@]}"; do
  # Larger networks have as many packets in fewer cycles. The search confirms its answer through eight windows.
  case "$k" in
    8) curves=(run.warmup_cycles=3000 run.measure_cycles=3000 run.drain_cycles=5000)
       search=(run.warmup_cycles=2000 run.measure_cycles=1000 run.drain_cycles=2000 run.tolerance=0.02) ;;
    16) curves=(run.warmup_cycles=3000 run.measure_cycles=2000 run.drain_cycles=3000)
        search=(run.warmup_cycles=2000 run.measure_cycles=500 run.drain_cycles=2000 run.tolerance=0.02) ;;
    32) curves=(run.warmup_cycles=1000 run.measure_cycles=600 run.drain_cycles=1500)
        search=(run.warmup_cycles=1000 run.measure_cycles=300 run.drain_cycles=1500 run.tolerance=0.04
                routing.algorithm=abr,por,ofr) ;;
  esac
  saturate saturation "$k" "${search[@]}" "$fast_nodes"
  saturate saturation_slow_nodes "$k" "${search[@]}" channel.node_bandwidth=1
  [ "$k" != 8 ] || saturate four_vcs 8 "${search[@]}" "$fast_nodes" routing.algorithm=ofr router.vcs=4
  "$root/scripts/adaptive_tori_curves.py" "$orthant" "$out" "$k" "${curves[@]}" "$fast_nodes" ${keys[@]+"${keys[@]}"} \
    ${threads[@]+"${threads[@]}"}
done
"$root/scripts/adaptive_tori_figures.py" "$out"
