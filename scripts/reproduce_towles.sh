#!/usr/bin/env bash
# What Towles, Dally & Boyd 2003 say of the routings that are defined in closed form, computed exactly:
# the algorithms of Table 1 and IVAL on the 8-ary 2-cube, Figure 4's curve of IVAL, Figure 5's
# interpolation from DOR to IVAL; beyond the paper k-ary 3-cubes and IVAL's closed form. Prints paper
# against Orthant, compares with tests/data/towles/values.csv and writes tables and pictures to
# out/towles/. Needs a built tree (scripts/build.sh orthant); takes some 140 seconds of one core.
#   scripts/reproduce_towles.sh
# Exits with 1 where a reference value is missed.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
orthant="${ORTHANT:-$root/build/orthant}"
out="${OUT:-$root/out/towles}"

# analyze CONFIG RESULT [section.key=value ...]
analyze() {
  "$orthant" analyze "$root/configs/towles/$1.ini" "${@:3}" -q --overwrite -o "$out/$2.csv"
}
# Dimension order has one order only; the configs' lists hold the others.
dor=(routing.algorithm=dor routing.order=fixed)

mkdir -p "$out"
cd "$root" # configs name the file of permutations from here
analyze table1 table1
analyze table1 table1_dor "${dor[@]}"
analyze radices radices
analyze radices radices_dor "${dor[@]}"
analyze figure4 figure4
analyze figure5 figure5
analyze three_dimensions three_dimensions
analyze three_dimensions three_dimensions_dor "${dor[@]}"

points=("$out/table1.csv" "$out/table1_dor.csv")
"$root/scripts/plot_tradeoff.py" "${points[@]}" "$out/figure5.csv" --interpolated "DOR + IVAL" \
  --title "8-ary 2-cube, worst case" -o "$out/figure5.png" -o "$out/figure5.svg"
"$root/scripts/plot_tradeoff.py" "${points[@]}" --throughput average_case \
  --title "8-ary 2-cube, average case" -o "$out/figure6_points.png" -o "$out/figure6_points.svg"
"$root/scripts/towles_report.py" "$out"
