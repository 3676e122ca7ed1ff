#!/usr/bin/env bash
# How long does minimal adaptive routing hold out beyond what it carries for good where nodes inject on all VCs? The
# demo network (configs/demo.ini) with 20 seeds of 200,000 cycles at loads around its knee: the share of the seeds that
# collapse and when, as metastable.md and metastable.png, and metastable.csv, in out/metastable/ or OUT. Needs
# a built tree (scripts/build.sh orthant). Some 10 minutes of a core.
#   scripts/study_metastable.sh [-j N] [OUT]
# -j: so many threads, default all cores. What was interrupted goes on where it was.
source "$(dirname "${BASH_SOURCE[0]}")/study.sh"
read_words metastable "$@"

mkdir -p "$out"
"$orthant" sweep "$root/configs/demo.ini" routing.algorithm=minimal_adaptive \
  router.injection_vcs=all router.selection=first \
  traffic.load=0.55,0.59,0.6,0.605,0.61,0.615,0.62,0.65 run.repetitions=20 run.measure_cycles=200000 \
  -o "$out/metastable.csv" ${threads[@]+"${threads[@]}"}
"$root/scripts/metastable_report.py" "$out"
