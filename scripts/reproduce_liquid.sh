#!/usr/bin/env bash
# What Gabrielyan & Hersch 2004 say of liquid schedules, computed anew: the example of their Figure 3, the
# skeletons of Figure 6, the search spaces of Figure 7, and the 362 patterns on a 32-node cluster of Figures
# 12 to 15, scheduled, simulated and solved by an integer program; and all-to-all on tori and meshes. The
# cluster is a stand-in (configs/swiss_t1.cluster). All in out/liquid/ or OUT: liquid.md, figure*.png, CSV
# files. Needs a built tree (scripts/build.sh orthant). Some ten minutes of a core.
#   scripts/reproduce_liquid.sh [--milp-limit S] [-j N] [OUT]
# --milp-limit: seconds for each integer program, default 20. -j: so many threads for the simulations,
# default all cores; times are those of one. What was interrupted goes on where it was. Remove the folder to
# begin anew. Exits with 1 where a pattern is not solved, or takes longer than two seconds.
source "$(dirname "${BASH_SOURCE[0]}")/study.sh"
milp_limit=20
own_word() {
  [ "$1" = --milp-limit ] || return 0
  [[ "${2-}" =~ ^[1-9][0-9]*$ ]] || usage
  milp_limit="$2" taken=2
}
read_words liquid "$@"
out="$(mkdir -p "$out" && cd "$out" && pwd)"
cd "$root"  # the cluster's file is named from here

# schedule NAME ARGUMENT...: unless it was done before. Schedules of unknown quality are no failure here.
schedule() {
  local name="$1"
  shift
  if [ -e "$out/$name.done" ]; then return; fi
  "$orthant" schedule "$@" -o "$out/$name.csv" --timing "$out/${name}_timing.csv" --overwrite -q || [ $? -eq 3 ]
  touch "$out/$name.done"
}
patterns="$(scripts/liquid_patterns.py configs/swiss_t1.cluster tests/data/t1_patterns.csv)"
# some_patterns LEAST MOST STEP: of them those with so many nodes, every STEP-th.
some_patterns() {
  tr ',' '\n' <<< "$patterns" |
    awk -v least="$1" -v most="$2" -v step="$3" '{ n = 0; for (i = 1; i <= NF; ++i) n += $i }
      least <= n && n <= most && NR % step == 0 { printf "%s%s", between, $0; between = "," }'
}

schedule example --case tests/data/liquid/paper_fig2_25.txt --frames "$out/example.json" --teams "$out/example_teams.csv"
"$orthant" plot "$out/example.json" -o "$out/figure3.png"
schedule no_team --case tests/data/liquid/paper_fig9_noteam.txt
echo "the 362 patterns"
for method in auto exact colouring round_robin; do
  schedule "patterns_$method" configs/swiss_t1.ini "schedule.allocation=$patterns" "schedule.method=$method" -j 1
done
echo "enumerations of full teams"
some_patterns 5 8 1 | tr ',' '\n' | while read -r allocation; do
  [ -n "$allocation" ] || continue
  schedule "teams_${allocation// /}" configs/swiss_t1.ini "schedule.allocation=$allocation" \
    --teams "$out/teams_${allocation// /}_counts.csv"
done
echo "integer programs"
schedule patterns_milp configs/swiss_t1.ini "schedule.allocation=$(some_patterns 1 32 10)" schedule.method=milp \
  "schedule.time_limit_seconds=$milp_limit" -j 1
echo "simulations"
"$orthant" sweep configs/replay_t1.ini "schedule.allocation=$patterns" schedule.order=liquid,round_robin,random \
  schedule.barrier=yes,no -o "$out/replay.csv" -q ${threads[@]+"${threads[@]}"}
echo "tori and meshes"
for kind in torus mesh; do
  schedule "${kind}_all" configs/all_to_all.ini "topology.kind=$kind" -j 1 schedule.time_limit_seconds=60 \
    "topology.dimensions=4x4,5x5,6x6,7x7,8x8$([ $kind = mesh ] || echo ,9x9,10x10,4x4x4,5x5x5)"
done
schedule torus_source configs/all_to_all.ini routing.ties=source -j 1 topology.dimensions=8x8,8x8x8,12x12x12
scripts/liquid_report.py "$out"
