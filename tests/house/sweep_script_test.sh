#!/usr/bin/env bash
# scripts/sweep.sh: the shell loop and GNU parallel append the same six rows under one header.
# usage: sweep_script_test.sh ORTHANT
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
out="$(mktemp -d)"
trap 'rm -rf "$out"' EXIT

cd /
ORTHANT="$1" OUT="$out" bash "$root/scripts/sweep.sh" "$root/configs/store_and_forward.ini" \
  run.warmup_cycles=200 run.measure_cycles=10000
for file in loop parallel; do
  [[ "$(wc -l <"$out/$file.csv")" == 7 ]] || { echo "$file.csv: not a header and 6 rows" >&2; exit 1; }
  [[ "$(sort -u "$out/$file.csv" | wc -l)" == 7 ]] || { echo "$file.csv: equal rows" >&2; exit 1; }
done
cmp <(sort "$out/loop.csv") <(sort "$out/parallel.csv")
cmp <(head -1 "$out/loop.csv") <(head -1 "$out/parallel.csv")
