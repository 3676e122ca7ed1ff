#!/usr/bin/env bash
# The experiment of Versaci 2013 (OutFlank routing) computed anew with configs/outflank/table2.ini: ABR, POR
# and OFR under five patterns on the 8x8x8 (transposition: 8x8x16) and the 16x16x16 torus. Prints Tables 2
# and 3 beside the paper's, compares mean lifetimes with those that the author published
# (tests/data/outflank/lifetimes.csv), draws Figures 4 and 5; all in out/outflank/ or OUT. Needs a built
# tree (scripts/build.sh orthant).
#   scripts/reproduce_outflank.sh [--quick] [--k 8|16] [-j N] [OUT]   the limits of Table 2, some 60 runs
#   scripts/reproduce_outflank.sh --full [--k 8|16] [-j N] [OUT]      every load, 474 runs
#   scripts/reproduce_outflank.sh --ties split [OPTION]... [OUT]      the same with another tie rule
#   scripts/reproduce_outflank.sh --router credits [OPTION]... [OUT]  on routers that refuse nothing
# --ties: half way round a ring, where both directions are equally short, take `plus` (the paper's simulator) or
# either (`split`); the limits of all that were run stand in one table of the report, with the refused shares.
# --router credits: configs/outflank/credit.ini, which differs in the router alone. --pattern NAME, --routing
# NAME: these only.
# --k: the networks of this size only. -j: so many runs at a time, default all cores. A run takes some 10 s
# of a core for k = 8, one or two minutes for k = 16; it is given up where the mean lifetime is certain to
# be beyond 1.25 times the limit of the pattern.
# What was interrupted goes on where it was: finished runs are kept, --full adds to those of --quick.
# Remove the folder to begin anew.
# Exits with 1 where an entry of Table 2 or a lifetime is not the author's.
source "$(dirname "${BASH_SOURCE[0]}")/study.sh"
options=()
own_word() {
  case "$1" in
    --quick) taken=1 ;;
    --full) options+=("$1"); taken=1 ;;
    --k | -j | --ties | --router | --pattern | --routing) [ $# -gt 1 ] || usage; options+=("$1" "$2"); taken=2 ;;
  esac
}
read_words outflank "$@"

mkdir -p "$out"
"$root/scripts/outflank_runs.py" "$orthant" "$out" ${options[@]+"${options[@]}"}
"$root/scripts/outflank_figures.py" "$out"
"$root/scripts/outflank_report.py" "$out"
