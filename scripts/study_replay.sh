#!/usr/bin/env bash
# How near to the liquid throughput does a collective come in a network of routers with buffers? The configs
# configs/replay_*.ini, in the order of a liquid schedule, round robin and in random orders (three seeds),
# with a barrier between frames and without, for messages of 32 to 4,096 flits: one packet in wormhole
# networks, and packets of 32 flits in wormhole and cut-through networks with buffers of 64. measured.csv,
# replay.md, curves.png and .svg, in the manner of Figures 13 and 14 of Gabrielyan & Hersch 2004, in
# out/replay/ or OUT. Packets change their VC at the dateline, so that most of them share one.
# Needs a built tree (scripts/build.sh orthant). Some four minutes of a core.
#   scripts/study_replay.sh [-j N] [OUT]
# -j: so many threads, default all cores. What was interrupted goes on where it was.
source "$(dirname "${BASH_SOURCE[0]}")/study.sh"
configs=(replay_torus replay_mesh replay_t1)  # every one is a row of the picture
read_words replay "$@"

# compute VERB NAME CONFIG [KEY=VALUE]...
compute() {
  "$orthant" "$1" "$root/configs/$3.ini" "${@:4}" routing.dor.dateline=crossing -o "$out/$2.csv" ${threads[@]+"${threads[@]}"}
}
lengths=1,2,4,8,16,32,64,128
one_packet=(traffic.packet_flits=32,64,128,256,512,1024,2048,4096 traffic.message_packets=1)
packets=("traffic.message_packets=$lengths" traffic.packet_flits=32 router.buffer_flits=64
         router.switching=wormhole,virtual_cut_through)
known=(schedule.order=liquid,round_robin schedule.barrier=yes,no)
random=(schedule.order=random schedule.barrier=yes,no run.seed=1,2,3)

mkdir -p "$out"
for config in "${configs[@]}"; do
  compute schedule "${config}_bound" "$config"
  compute sweep "${config}_one_packet" "$config" "${known[@]}" "${one_packet[@]}"
  compute sweep "${config}_one_packet_random" "$config" "${random[@]}" "${one_packet[@]}"
  compute sweep "${config}_packets" "$config" "${known[@]}" "${packets[@]}"
  compute sweep "${config}_packets_random" "$config" "${random[@]}" "${packets[@]}"
done
"$root/scripts/replay_report.py" "$out" "${configs[@]}"
