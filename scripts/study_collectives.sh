#!/usr/bin/env bash
# Which algorithm and which routing should a collective take on a torus? All-reduce and all-to-all with 64 bytes
# a flit on 8x8x8 and 16x16x16 (configs/workloads/torus_collectives.ini): to 1 MB with the router for comparing routings
# (router.preset = fair) and that of the defaults, and every algorithm, six routings and vectors to 4 MB with nodes
# that use all VCs under round robin. The table is the routing of the
# best worst case with paths of at most three turns, designed first; there is none of 16x16x16, which has too many such
# paths. CSV files, tables and pictures in out/collectives/ or OUT. Needs a built tree (scripts/build.sh orthant).
# 8x8x8 takes some 45 minutes of a core, 16x16x16 several hours and 8 GB: an all-to-all of it is 17 million messages.
#   scripts/study_collectives.sh [--small] [-j N] [OUT]
# --small: 8x8x8 alone. -j: so many points at a time, default one a core.
# What was interrupted goes on where it was.
source "$(dirname "${BASH_SOURCE[0]}")/study.sh"
small=
own_word() { if [ "$1" = --small ]; then small=1 taken=1; fi; }
read_words collectives "$@"

config="$root/configs/workloads/torus_collectives.ini"
oblivious_and_adaptive=dor,val,ival,minimal_adaptive,ofr
allreduce="ring,recursive_doubling,rabenseifner,bucket,multiport_bucket"
alltoall="direct,direct_random,bruck,by_dimension"
fair=router.preset=fair
all_vcs=(router.injection_vcs=all router.selection=first routing.dor.dateline=crossing)
sweep() {  # NAME KEY=VALUE...
  "$orthant" sweep "$config" "${@:2}" -o "$out/$1.csv" ${threads[@]+"${threads[@]}"}
}
mkdir -p "$out"
table="$out/worst_case_8x8x8.paths"
best=(design.objective=worst_case design.paths=turns design.turns=3 design.then=path_length)
[ -s "$table" ] || "$orthant" design "$config" "${best[@]}" --routing "$table" -o "$out/worst_case_8x8x8.csv"

few="routing.algorithm=dor,val,ival,minimal_adaptive"
sweep fair_allreduce $fair workload.algorithm=$allreduce workload.bytes=4096,65536 "$few"
sweep fair_alltoall $fair workload.kind=alltoall workload.algorithm=$alltoall workload.bytes=4096,65536,262144 "$few"
sweep fair_long $fair workload.kind=alltoall workload.algorithm=direct_random workload.bytes=65536,1048576 \
  routing.algorithm=dor,minimal_adaptive,ofr
sweep routers workload.kind=alltoall workload.algorithm=direct_random workload.bytes=262144 \
  router.preset=none,fair routing.algorithm=$oblivious_and_adaptive
sweep fair_liquid workload.kind=alltoall workload.algorithm=direct_random,liquid workload.bytes=262144 \
  routing.ties=source router.preset=none,fair

routings="routing.algorithm=$oblivious_and_adaptive,table"
sweep allreduce_8x8x8 workload.algorithm=$allreduce workload.bytes=4096,65536,1048576,4194304 \
  "$routings" routing.table_file="$table" "${all_vcs[@]}"
sweep alltoall_8x8x8 workload.kind=alltoall workload.algorithm=$alltoall workload.bytes=4096,65536,262144,4194304 \
  "$routings" routing.table_file="$table" "${all_vcs[@]}"
# What an all-to-all owes to the order of its messages, the table to its VCs, and adaptive routing to a limit on
# injection.
sweep order workload.kind=alltoall workload.algorithm=direct,direct_random workload.bytes=262144 \
  workload.mapping=linear,random routing.algorithm=dor,minimal_adaptive,val "${all_vcs[@]}"
sweep vcs workload.kind=alltoall workload.algorithm=direct,direct_random workload.bytes=65536 router.vcs=8,16 \
  routing.algorithm=dor,table routing.table_file="$table" "${all_vcs[@]}"
sweep injection workload.kind=alltoall workload.algorithm=direct_random workload.bytes=4194304 \
  router.injection_limit=none,in_transit,alo routing.algorithm=dor,minimal_adaptive,ofr "${all_vcs[@]}"
# What it owes to the number of VCs by which a node sends.
sweep injection_vcs workload.kind=alltoall workload.algorithm=direct_random workload.bytes=262144 \
  router.injection_vc=round_robin,nic routing.algorithm=dor,val,ival,minimal_adaptive "${all_vcs[@]}"
sweep few_vcs workload.kind=alltoall workload.algorithm=direct_random,liquid workload.bytes=262144 routing.ties=source \
  routing.dor.dateline=crossing router.injection_vcs=1,2,4,all
# And to the length of its messages.
sweep rounds workload.kind=alltoall workload.algorithm=direct_random,liquid workload.bytes=4194304 routing.ties=source \
  routing.dor.dateline=crossing router.injection_vcs=2 workload.rounds=1,2,8
if [ -z "$small" ]; then
  large=(topology.dimensions=16x16x16 routing.algorithm=$oblivious_and_adaptive "${all_vcs[@]}")
  # What 8x8x8 shows to lose is left out. With 64 KB a message of direct_random is a flit, as with 256 KB.
  sweep alltoall_16x16x16 workload.kind=alltoall workload.algorithm=direct_random,by_dimension workload.bytes=65536,262144 \
    "${large[@]}"
  sweep injection_16x16x16 workload.kind=alltoall workload.algorithm=direct_random workload.bytes=262144 \
    topology.dimensions=16x16x16 router.injection_limit=none,alo routing.algorithm=minimal_adaptive "${all_vcs[@]}"
  # recursive_doubling sends the whole vector twelve times, val a neighbour's message through the whole network: they
  # would take most of the hours.
  sweep allreduce_16x16x16 workload.algorithm=bucket,multiport_bucket,rabenseifner workload.bytes=65536,1048576 \
    topology.dimensions=16x16x16 routing.algorithm=dor,minimal_adaptive,ofr "${all_vcs[@]}"
fi
"$root/scripts/collectives_report.py" "$out"
