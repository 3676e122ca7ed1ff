#!/usr/bin/env bash
# What Zakrevski, Jaiswal & Karpovsky 2000 say of up/down routing on irregular networks, computed anew over
# many random graphs with six links a router: path lengths and predicted saturation beside independent means
# over 200 other graphs (tests/data/updown/averages.csv), simulated saturation beside an independent
# simulator, and their Figures 2, 3 and 4 with confidence bands; the paths that virtual networks
# take, global over local knowledge by the degree, channels first come, first served, and memory
# against throughput. All in out/updown/ or OUT. Needs a built tree (scripts/build.sh orthant).
#   scripts/reproduce_updown.sh [--graphs N] [-j N] [OUT]
# --graphs: so many graphs for each point of the figures, default 10. -j: so many threads, default all cores.
# What was interrupted goes on where it was. Remove the folder to begin anew. Exits with 1 where a mean over
# graphs or a simulated saturation is too far from the independent one.
source "$(dirname "${BASH_SOURCE[0]}")/study.sh"
graphs=10
own_word() {
  [ "$1" = --graphs ] || return 0
  [[ "${2-}" =~ ^[1-9][0-9]*$ ]] || usage
  graphs="$2" taken=2
}
read_words updown "$@"

# compute VERB NAME CONFIG [KEY=VALUE]...
compute() {
  "$orthant" "$1" "$root/configs/irregular/$3.ini" "${@:4}" -o "$out/$2.csv" ${threads[@]+"${threads[@]}"}
}

# alone NAME ROUTERS DEGREE SEED KEY=VALUE...: of one graph and one combination, with further files.
alone() {
  compute analyze "$1" averages "topology.routers=$2" "topology.degree=$3" \
    "topology.graph_seed=$4" routing.up_down.tie=lowest_id "${@:5}"
}

mkdir -p "$out"
seeds="1:$graphs:1"
compute analyze averages averages
for seed in $(seq "$graphs"); do
  for networks in 1 2 3 4; do
    alone "networks_${networks}_$seed" 120 3 "$seed" routing.up_down.cluster_size=120 \
      "routing.up_down.virtual_networks=$networks" --pairs "$out/pairs_${networks}_$seed.csv"
  done
  for routers in 64 256; do
    alone "graph_${routers}_$seed" "$routers" 6 "$seed" "routing.up_down.cluster_size=$routers" \
      routing.up_down.virtual_networks=1 --graph "$out/graph_${routers}_$seed.edges"
  done
done
compute analyze degrees averages topology.routers=64 topology.degree=5,6,8,10,11,15,20 \
  routing.up_down.cluster_size=1,64 routing.up_down.virtual_networks=1
compute analyze memory_bounds averages topology.routers=64,256 "topology.graph_seed=$seeds" \
  routing.up_down.cluster_size=1,2,4,8,16,32,50,64,128,256 routing.up_down.tie=random \
  routing.up_down.virtual_networks=1
compute analyze multiplexing averages topology.routers=64,256 "topology.graph_seed=$seeds" \
  "routing.up_down.cluster_size=1,50,256" routing.up_down.tie=random
sizes=1,16,32,64
ties=lowest_id,random,max_label
for networks in 1 2; do  # each in a VC of its own
  compute saturate "saturation_$networks" random topology.routers=32,64 "topology.graph_seed=$seeds" \
    "routing.up_down.cluster_size=$sizes" "routing.up_down.tie=$ties" \
    "routing.up_down.virtual_networks=$networks" "router.vcs=$networks" run.tolerance=0.005
  sizes=1,32,64
  ties=random,max_label
done
# curve NAME ROUTERS H NETWORKS STEP: ten loads, in steps that suit it.
curve() {
  compute sweep "$1" random "topology.routers=$2" "topology.graph_seed=$seeds" \
    "routing.up_down.cluster_size=$3" "routing.up_down.virtual_networks=$4" "router.vcs=$4" \
    "traffic.load=$5:$(awk "BEGIN { print 10.001 * $5 }"):$5"
}
for h_and_step in 1:0.012 16:0.014 32:0.02 50:0.03 64:0.04; do
  curve "figure2_${h_and_step%:*}" 64 "${h_and_step%:*}" 1 "${h_and_step#*:}"
done
for h_and_step in 1:0.003 50:0.004 256:0.012; do
  curve "figure4_1_${h_and_step%:*}" 256 "${h_and_step%:*}" 1 "${h_and_step#*:}"
done
for h_and_step in 1:0.005 50:0.008 256:0.044; do
  curve "figure4_2_${h_and_step%:*}" 256 "${h_and_step%:*}" 2 "${h_and_step#*:}"
done
compute saturate figure3 random topology.routers=32,64,128,256 "topology.graph_seed=$seeds" \
  routing.up_down.cluster_size=1,16,256 run.tolerance=0.005
# first_come H LOADS: channels in turn and first come, first served.
first_come() {
  compute sweep "first_come_$1" random "topology.graph_seed=$seeds" \
    "routing.up_down.cluster_size=$1" "traffic.load=$2" router.arbitration=round_robin,fcfs
}
first_come 1 0.04,0.08,0.1,0.12
first_come 64 0.16,0.24,0.32,0.36,0.4
"$root/scripts/updown_report.py" "$out"
