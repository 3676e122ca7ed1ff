#!/usr/bin/env bash
# How fast is Orthant beside BookSim 2 and CNSim on the same work? Runs scenario by scenario Orthant and the peer in turn,
# pair by pair on one core, since the speed of a machine drifts, and prints M flit-hops per second of both and the ratio
# ours / theirs, pair by pair: the median and, in brackets, the quartiles. Beside it what tells whether the work is the
# same: flit-hops per cycle and mean latency, ours / theirs. The same as ratios.csv beside the JSON files of the runs, in
# out/compare_peers/ or OUT.
#   BOOKSIM=FILE CNSIM=FILE scripts/compare_peers.sh [-n PAIRS] [--only REGEX] [--threads N,...] [--cpu N] [OUT]
# BOOKSIM, CNSIM: the programs, which their own sources make; one that is not named is left out. ORTHANT: ours, default
# build/orthant. -n: default 7. --only: the scenarios whose names the regular expression finds, default all. --threads:
# numbers of threads of Orthant, each with a row of its own beside the same run of the peer, which has one thread, as all
# have by default; time is then that of the clock. --cpu: the first core, default 0. How flit-hops are counted: scripts/peers.py --help. Nearly two minutes a pair with all scenarios.
source "$(dirname "${BASH_SOURCE[0]}")/study.sh"
own_word() {
  pair_word "$@"
  [ "$taken" != 0 ] || thread_counts_word "$@"
}
read_words compare_peers "$@"

# program NAME FILE: ends the script where FILE is no program
program() {
  [ -f "$2" ] && [ -x "$2" ] && return
  echo "compare_peers.sh: $1=$2: no program there" >&2
  exit 2
}
left_out=() peers=()
for name in BOOKSIM CNSIM; do
  if [ -z "${!name-}" ]; then
    left_out+=("$name")
  else
    program "$name" "${!name}"
    peers+=("--${name,,}" "${!name}")
  fi
done
program ORTHANT "$orthant"
for name in "${left_out[@]}"; do echo "compare_peers.sh: $name is not set: it is left out" >&2; done
if [ ${#peers[@]} = 0 ]; then
  echo "compare_peers.sh: nothing to compare with: set BOOKSIM or CNSIM" >&2
  exit 2
fi

for count in "${thread_counts[@]}"; do cores_from "$cpu" "$count" > /dev/null || exit; done
mkdir -p "$out"
rm -f "$out"/[0-9]*_{orthant,peer}.json
for ((pair = 1; pair <= pairs; ++pair)); do
  "$root/scripts/peers.py" --pair "$pair" --cpu "$cpu" --threads "$(IFS=,; echo "${thread_counts[*]}")" --only "$only" "${peers[@]}" "$orthant" "$out"
  echo "compare_peers.sh: pair $pair of $pairs" >&2
done
"$root/scripts/compare_peers_report.py" "$out"
