#!/usr/bin/env bash
# Does everything arrive at full load? Sweeps configs/liveness.ini with ten million packets a point: every adaptive
# routing for tori in both router models, with channels of three bandwidths, on 5x5, 7x7, 8x8 and 5x3x3 tori. Prints how
# many points ended with each verdict, and writes a file for each network into out/liveness/ or OUT. Needs a built tree
# (scripts/build.sh orthant). Some 70 minutes of a core.
#   scripts/study_liveness.sh [-n PACKETS] [-j N] [OUT]
# -n: so many packets a point. -j: so many threads, default all cores. What was interrupted goes on where it was.
source "$(dirname "${BASH_SOURCE[0]}")/study.sh"
packets=10000000
own_word() {
  taken=0
  [ "$1" = -n ] || return 0
  [[ "${2-}" =~ ^[1-9][0-9]*$ ]] && packets="$2" && taken=2 || usage
}
read_words liveness "$@"

mkdir -p "$out"
# dimensions, routers, keys of their own: rings of 3 have no room for detours of 2
while read -r dimensions routers keys; do
  bandwidths='1 1, 1 1/2, 2 1'
  [ "$dimensions" != 5x3x3 ] || bandwidths='1 1 1, 1 1/2 1, 2 1 1/2'
  "$orthant" sweep "$root/configs/liveness.ini" "topology.dimensions=$dimensions" \
    "channel.bandwidth.by_dimension=$bandwidths" "run.messages_per_node=$(((packets + routers - 1) / routers))" \
    ${keys:+"$keys"} -o "$out/$dimensions.csv" ${threads[@]+"${threads[@]}"}
  echo "$dimensions: $(tail -n +2 "$out/$dimensions.csv" | grep -oE ',(drained|deadlocked|saturated|unfinished),' |
    tr -d , | sort | uniq -c | xargs)"
done <<'NETWORKS'
5x5 25
7x7 49
8x8 64
5x3x3 45 routing.ofr.delta=1
NETWORKS
