#!/usr/bin/env bash
# Does it matter in which order an adaptive router tries the channels that lead closer? Dimension order,
# minimal adaptive routing, z2 and mp (Wu 1996) on 8x8 and 16x16 tori and meshes under four patterns
# (configs/wu/orders.ini), and minimal adaptive routing that takes the channel with most free credits
# instead. Every load with five seeds, the same births for all; curves.png, orders.md with what differs
# beyond confidence intervals, and the CSV files in out/orders/ or OUT. Needs a built tree
# (scripts/build.sh orthant). Some 20 minutes of a core.
#   scripts/study_orders.sh [-j N] [OUT]
# -j: so many threads, default all cores. What was interrupted goes on where it was.
source "$(dirname "${BASH_SOURCE[0]}")/study.sh"
read_words orders "$@"

sweep() {
  "$orthant" sweep "$root/configs/wu/orders.ini" "${@:2}" -o "$out/$1.csv" ${threads[@]+"${threads[@]}"}
}
mkdir -p "$out"
sweep ordered
sweep most_free routing.algorithm=minimal_adaptive router.selection=most_free
"$root/scripts/orders_report.py" "$out"
