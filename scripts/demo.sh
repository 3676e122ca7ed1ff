#!/usr/bin/env bash
# From a clone to a latency/load curve: installs what is missing, builds, sweeps the load of an 8x8
# torus under two routing algorithms and draws the plot. Results go to out/demo/.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
out="$root/out/demo"

bash "$root/scripts/install_packages.sh"
bash "$root/scripts/build.sh" orthant

mkdir -p "$out"
rm -f "$out"/torus.*
"$root/build/orthant" sweep "$root/configs/demo.ini" -j "$(nproc)" -o "$out/torus.csv"
for picture in "$out/torus.png" "$out/torus.svg"; do
  "$root/build/orthant" plot "$out/torus.csv" -o "$picture"
done

echo
echo "The same curve with another network: edit configs/demo.ini, or for example"
echo "  build/orthant sweep configs/demo.ini topology.kind=mesh -o mesh.csv"
echo "  build/orthant plot mesh.csv -o mesh.png"
echo
echo "Results: $out/torus.csv"
echo "Config that reproduces them: $out/torus.csv.ini"
echo "Plots: $out/torus.png, $out/torus.svg"
