#!/usr/bin/env bash
# Is one build faster than another? Runs bench/step_bench of both in turn, pair by pair on one core, since the speed of
# a machine drifts, and prints for each scenario the ns per flit-hop of both and the ratio NEW / OLD, pair by pair: the
# median and, in brackets, the quartiles. The same as ratios.csv beside the JSON files of the runs, in
# out/compare_builds/ or OUT.
#   scripts/compare_builds.sh [-n PAIRS] [--only REGEX] [--cpu N] OLD NEW [OUT]
# OLD, NEW: folders of builds, such as build and ../before/build. -n: default 7. --only: the scenarios whose names the
# regular expression finds, default all. --cpu: the core, default 0. Quote the medians, and none where the quartiles are
# as far apart as what is claimed. Some minutes a pair with all scenarios.
source "$(dirname "${BASH_SOURCE[0]}")/study.sh"
builds=()
own_word() {
  pair_word "$@"
  [[ $taken = 0 && "$1" != -* && ${#builds[@]} -lt 2 ]] || return 0
  builds+=("$1") taken=1
}
read_words compare_builds "$@"
[ ${#builds[@]} = 2 ] || usage
for build in "${builds[@]}"; do
  [ -x "$build/bench/step_bench" ] && continue
  echo "compare_builds.sh: $build/bench/step_bench: not there; scripts/build.sh step_bench makes it" >&2
  exit 2
done

# measure NAME BUILD PAIR
measure() {
  taskset -c "$cpu" "$2/bench/step_bench" "--benchmark_filter=$only" --benchmark_min_time=0.3 \
    --benchmark_format=json > "$out/$3_$1.json" 2> "$out/errors.txt" || { cat "$out/errors.txt" >&2; exit 2; }
}
rm -rf "$out"/[0-9]*_{old,new}.json
mkdir -p "$out"
for ((pair = 1; pair <= pairs; ++pair)); do  # in turn, so that whoever is first has no advantage
  ((pair % 2)) || measure new "${builds[1]}" "$pair"
  measure old "${builds[0]}" "$pair"
  ((pair % 2 == 0)) || measure new "${builds[1]}" "$pair"
  echo "compare_builds.sh: pair $pair of $pairs" >&2
done
rm -f "$out/errors.txt"
"$root/scripts/compare_builds_report.py" "$out"
