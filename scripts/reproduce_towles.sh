#!/usr/bin/env bash
# What Towles, Dally & Boyd 2003 say, computed anew on the 8-ary 2-cube and k-ary 2-cubes of other radices:
# the algorithms of Table 1, IVAL, 2TURN and 2TURNA exactly, the optima as linear programs, Figures 1, 4,
# 5 and 6; beyond the paper k-ary 3-cubes, the closed form of IVAL and the routings simulated. Prints paper
# against Orthant, compares with tests/data/towles/values.csv and writes tables and pictures to
# out/towles/. Needs a built tree (scripts/build.sh orthant).
#   scripts/reproduce_towles.sh          some 4 minutes of processor time
#   scripts/reproduce_towles.sh --full   also the optimum of Figure 6 with translations alone, Figure 4 up to
#                                        radix 20, the 8-ary 3-cube, saturation loads: some 18
# What was interrupted goes on where it was: results in out/towles/ are kept, another --full adds to them.
# Remove the folder to begin anew.
# Exits with 1 where a reference value is missed.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
orthant="${ORTHANT:-$root/build/orthant}"
out="${OUT:-$root/out/towles}"
full=no
case "${1-}" in
  "") ;;
  --full) full=yes ;;
  *) sed -n '2,14s/^# \?//p' "${BASH_SOURCE[0]}" >&2; exit 2 ;;
esac

# VERB CONFIG RESULT [section.key=value ...] [--option ...]: a table of many rows, which is continued.
rows() {
  "$orthant" "$1" "$root/configs/towles/$2.ini" "${@:4}" -q -o "$out/$3.csv" && return
  local code=$?
  [ "$code" -ne 2 ] || echo "results of an earlier version are not continued: remove $out" >&2
  return "$code"
}
# design_table CONFIG NAME [section.key=value ...]: one design and its paths, unless they are there.
design_table() {
  [ -e "$out/$2.paths" ] && [ -e "$out/$2.csv" ] ||
    rows design "$1" "$2" "${@:3}" --overwrite --routing "$out/$2.paths"
}
# column NAME ROOM RESULT...: the values of a column, each once and less by the share ROOM, as a list.
column() {
  (cd "$out" && awk -F, -v name="$1" -v room="$2" '
    FNR == 1 { for (i = 1; i <= NF; ++i) if ($i == name) at = i; next }
             { printf "%.12g\n", $at / (1 + room) }' "${@:3}") | sort -u | paste -sd,
}
note() { printf '%4d s  %s\n' "$SECONDS" "$1" >&2; }

# Dimension order has one order only; the configs' lists hold the others.
dor=(routing.algorithm=dor routing.order=fixed)
cache=(--cache "$out/cache")
two_turn=(routing.order=fixed "${cache[@]}" routing.algorithm=two_turn)
two_turn_a=(routing.order=fixed routing.algorithm=two_turn_a routing.table_file="$out/two_turn_a.paths")
table=(routing.order=fixed routing.algorithm=table)
optimum=("${table[@]}" routing.table_file="$out/optimum.paths")
optimum_average=("${table[@]}" routing.table_file="$out/optimum_average.paths")
all_vcs=(router.injection_vcs=all) # the routers of most of the simulations

mkdir -p "$out"
cd "$root" # configs name the file of permutations from here

note "the optima: Figures 1 and 4"
rows design figure1 figure1
rows design figure1_throughput figure1_throughput
rows design figure4_optimum figure4_optimum
rows design figure4_optimum minimal topology.dimensions=3x3,4x4,5x5,6x6,7x7,8x8 design.paths=minimal
rows design figure4_optimum optimum_3d topology.dimensions=4x4x4 design.paths=any
design_table figure4_optimum optimum topology.dimensions=8x8 design.paths=any

note "the optima: Figure 6"
design_table average optimum_average design.paths=any
design_table average two_turn_a design.paths=turns
rows design average average_minimal design.paths=any,turns design.locality=1
# The optimum where 2TURNA is; and the paths where the average may be a little less than the best, as the
# reference has them: there they depend on it much.
average=average_case_throughput
rows design average average_any design.paths=any design.throughput="$(
  column $average 0 two_turn_a.csv),$(column $average 1e-7 optimum_average.csv),$(
  column $average 1e-9 optimum_average.csv)"
rows design average average_turns design.paths=turns design.throughput="$(
  column $average 1e-7 two_turn_a.csv)"
rows design figure6 figure6
rows design figure6 figure6_end design.throughput=0.6025,0.605,0.6075,0.609,0.61,0.611

note "the routings, exactly"
rows analyze table1 table1
rows analyze table1 table1_dor "${dor[@]}"
rows analyze table1 table1_two_turn "${two_turn[@]}"
rows analyze table1 table1_two_turn_a "${two_turn_a[@]}"
rows analyze table1 table1_optimum "${optimum[@]}"
rows analyze table1 table1_optimum_average "${optimum_average[@]}"
rows analyze radices radices
rows analyze radices radices_dor "${dor[@]}"
rows analyze figure4 figure4
rows analyze figure5 figure5
rows analyze figure5 figure5_two_turn routing.interpolated.first=two_turn "${cache[@]}"
rows design figure1_throughput figure5_optimum design.paths=any \
  design.throughput="$(column worst_case_throughput 0 figure5.csv table1.csv)"

note "the average case on permutations that no program has seen"
fresh=(traffic.pattern=uniform analysis.average_sampling=permutation analysis.average_samples=1000
       analysis.average_seed=2)
rows analyze table1 fresh_ival routing.algorithm=ival routing.order=random "${fresh[@]}"
rows analyze table1 fresh_two_turn "${two_turn[@]}" "${fresh[@]}"
rows analyze table1 fresh_two_turn_a "${two_turn_a[@]}" "${fresh[@]}"
rows analyze table1 fresh_optimum_average "${optimum_average[@]}" "${fresh[@]}"

note "k-ary 3-cubes"
rows analyze three_dimensions three_dimensions topology.dimensions=4x4x4,5x5x5,6x6x6
rows analyze three_dimensions three_dimensions_dor "${dor[@]}"

note "the routings, simulated"
rows sweep simulated simulated "${cache[@]}" "${all_vcs[@]}" routing.dor.dateline=crossing
rows sweep simulated simulated_optimum "${optimum[@]}" "${all_vcs[@]}"

if [ "$full" = yes ]; then
  note "Figure 4 up to radix 20"
  rows design figure4_optimum figure4_optimum_full topology.dimensions=17x17,18x18,19x19,20x20
  rows analyze figure4 figure4_full topology.dimensions=17x17,18x18,19x19,20x20
  note "the 8-ary 3-cube"
  rows analyze three_dimensions three_dimensions_full topology.dimensions=8x8x8
  note "saturation under the worst permutation"
  worst=(traffic.pattern=worst_case)
  rows saturate simulated saturation_dor "${worst[@]}" routing.algorithm=dor router.vcs=2,4,8,16 \
    "${all_vcs[@]}" routing.dor.dateline=crossing
  rows saturate simulated saturation "${worst[@]}" routing.algorithm=val,ival,romm,rlb,rlbth,two_turn \
    router.vcs=4,8,16 "${cache[@]}" "${all_vcs[@]}"
  rows saturate simulated saturation_optimum "${worst[@]}" "${optimum[@]}" router.vcs=6,12 "${all_vcs[@]}"
  for preset in none fair; do
    rows sweep simulated "worst_$preset" "${worst[@]}" traffic.load=0.34:0.5:0.02 router.preset=$preset \
      routing.algorithm=ival,two_turn router.vcs=8 "${cache[@]}"
    rows sweep simulated "worst_optimum_$preset" "${worst[@]}" traffic.load=0.34:0.5:0.02 router.preset=$preset \
      "${optimum[@]}" router.vcs=12
  done
  note "adaptive routings beside 2TURN: section 5.5"
  rows sweep adaptive adaptive_uniform traffic.pattern=uniform traffic.pattern_seed=1 "${cache[@]}"
  note "what routers carry: section 5.5 and the share of the exact throughput"
  "$root/scripts/towles_routers.py" "$out"
  note "the optimum of Figure 6 with translations alone"
  design_table average optimum_translations design.paths=any design.symmetry=translations
  rows design average average_translations design.paths=any design.symmetry=translations \
    design.throughput="$(column $average 0 two_turn_a.csv)"
  rows analyze table1 fresh_optimum_translations "${table[@]}" "${fresh[@]}" \
    routing.table_file="$out/optimum_translations.paths"
fi

note "report and pictures"
"$root/scripts/towles_figures.py" "$out"
"$root/scripts/towles_report.py" "$out"
