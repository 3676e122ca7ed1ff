#!/usr/bin/env bash
# Sweeps without `orthant sweep`: a plain shell loop, then the same points through GNU parallel.
# Every run appends its row to one CSV; several writers at once are safe. Meant to be copied.
#   scripts/sweep.sh [CONFIG.ini] [section.key=value ...]     default: configs/store_and_forward.ini
# Results: out/sweep/loop.csv and out/sweep/parallel.csv, the same rows in another order.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
orthant="${ORTHANT:-$root/build/orthant}"
config="${1:-$root/configs/store_and_forward.ini}"
overrides=("${@:2}")
out="${OUT:-$root/out/sweep}"

mkdir -p "$out"
rm -f "$out"/loop.csv* "$out"/parallel.csv*

for switching in wormhole store_and_forward; do
  for load in 0.1 0.3 0.5; do
    "$orthant" run "$config" "${overrides[@]}" router.switching=$switching traffic.load=$load \
      -q -o "$out/loop.csv" --append
  done
done
echo "loop:     $(($(wc -l <"$out/loop.csv") - 1)) rows in $out/loop.csv"

if command -v parallel >/dev/null; then
  parallel --will-cite -j "$(nproc)" \
    "$orthant" run "$config" "${overrides[@]}" router.switching={1} traffic.load={2} \
    -q -o "$out/parallel.csv" --append ::: wormhole store_and_forward ::: 0.1 0.3 0.5
  echo "parallel: $(($(wc -l <"$out/parallel.csv") - 1)) rows in $out/parallel.csv"
else
  echo "parallel: GNU parallel is not installed (apt-get install parallel)"
fi
