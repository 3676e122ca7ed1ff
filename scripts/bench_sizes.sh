#!/usr/bin/env bash
# What does a flit-hop cost in networks of all sizes? Runs bench/size_bench case by case, each in a process of its own on
# as many cores as threads: tori of 64 to 262,144 routers, both node models, some routings, numbers of VCs and lengths of
# packets, at loads that are the same share of the capacity at every size. Writes sizes.csv (flit-hops per second, ns per
# flit-hop, bytes per router), caches.csv (those of the first core, where the system tells) and sizes.png (ns per
# flit-hop over the number of routers, a line for each series and number of threads) into out/sizes/ or OUT.
#   scripts/bench_sizes.sh [--only REGEX] [--most ROUTERS] [--threads N,...] [--cpu N] [OUT]
# --only: the cases whose names the regular expression finds (build/bench/size_bench prints all), default all. --most: no
# network with more routers. --threads: numbers of threads, each case with one after the other, default 1; the
# output-queued model has one thread only. --cpu: the first core, default 0. ORTHANT_BENCH: the program, default
# build/bench/size_bench. Some six minutes and 2 GB with all cases on one thread; --most 40000 leaves out the largest.
source "$(dirname "${BASH_SOURCE[0]}")/study.sh"
most=
own_word() {
  [ "$1" != -n ] || usage
  pair_word "$@"
  [ "$taken" != 0 ] || thread_counts_word "$@"
  [ "$1" = --most ] || return 0
  [[ "${2-}" =~ ^[1-9][0-9]*$ ]] && most="$2" taken=2 || usage
}
read_words sizes "$@"
bench="${ORTHANT_BENCH:-$root/build/bench/size_bench}"
if [ ! -x "$bench" ]; then
  echo "bench_sizes.sh: $bench: not there; scripts/build.sh size_bench makes it" >&2
  exit 2
fi
for count in "${thread_counts[@]}"; do cores_from "$cpu" "$count" > /dev/null || exit; done
mapfile -t names < <("$bench" | awk -v only="$only" -v most="$most" '$1 ~ only && (most == "" || $2 <= most) {print $1}')
if [ ${#names[@]} = 0 ]; then
  echo "bench_sizes.sh: no case is left" >&2
  exit 2
fi

mkdir -p "$out"
rm -f "$out/sizes.csv"
for name in "${names[@]}"; do
  for count in "${thread_counts[@]}"; do
    [[ "$count" = 1 || "$name" != output_queued_* ]] || continue
    row="$(taskset -c "$(cores_from "$cpu" "$count")" "$bench" "$count" "$name")"
    [ -e "$out/sizes.csv" ] || head -1 <<< "$row" > "$out/sizes.csv"
    tail -n +2 <<< "$row" | tee -a "$out/sizes.csv" >&2
  done
done
if [ ! -e "$out/sizes.csv" ]; then
  echo "bench_sizes.sh: no case is left" >&2
  exit 2
fi
{
  echo cache,bytes
  for cache in "/sys/devices/system/cpu/cpu$cpu/cache"/index*; do
    [ -r "$cache/size" ] && [ "$(< "$cache/type")" != Instruction ] || continue
    echo "L$(< "$cache/level"),$(numfmt --from=iec "$(< "$cache/size")")"
  done
} > "$out/caches.csv"
known=()
if [ "$(wc -l < "$out/caches.csv")" -gt 1 ]; then known=(--caches "$out/caches.csv"); fi
"$root/scripts/plot_sizes.py" "$out/sizes.csv" "${known[@]}" -o "$out/sizes.png"
