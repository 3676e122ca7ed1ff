#!/usr/bin/python3
"""How fast are held packets simulated, beside flits and beside CNSim?

Prints M flit-hops/s of CPU time on 8x8 and 32x32 meshes: virtual cut-through, packets of 8 flits, 2 VCs of 16 flits, uniform
traffic, routers without delays. Each figure is the median of --runs; the programs take turns on one core. What a flit-hop is
and how it is counted: scripts/peers.py --help. BEFORE is an orthant that moves held packets flit by flit, CNSIM the program
ChipletNetworkSim. The same beside CNSim alone, with ratios pair by pair: scripts/compare_peers.sh.

usage: scripts/speed_of_packets.py ORTHANT BEFORE CNSIM [--runs N]
"""

import argparse
import os
import pathlib
import statistics
import sys
import tempfile

from peers import HELD, Bench, cnsim, cost, orthant
from reports import markdown
from tables import InputError

# Side of the mesh, loads in flits per node and cycle, cycles of a long run at the least load.
MESHES = ((8, (0.1, 0.2, 0.3), 300_000), (32, (0.02, 0.06, 0.08), 30_000))


def held(bench, program, hold, n, load):
    def run(cycles):
        config = bench.folder / "held.ini"
        config.write_text(HELD.format(n=n, load=load, hold=hold))
        return orthant(bench, program, config, [], cycles)
    return run


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    for name in ("orthant", "before", "cnsim"):
        parser.add_argument(name, type=os.path.abspath)
    parser.add_argument("--runs", type=int, default=5)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(pathlib.Path(folder), cpu=1)
        programs = {  # run(cycles) on a mesh at a load, and how much longer it is run
            "flits": (lambda n, load: held(bench, args.orthant, "flit", n, load), 1),
            "held, flit by flit": (lambda n, load: held(bench, args.before, "packet", n, load), 1),
            "held, in one piece": (lambda n, load: held(bench, args.orthant, "packet", n, load), 3),
            "CNSim": (lambda n, load: lambda cycles: cnsim(bench, args.cnsim, n, load, "OneStage", cycles), 1),
        }
        rows = []
        for n, loads, most in MESHES:
            for load in loads:
                speeds = {name: [] for name in programs}
                cycles = round(most * loads[0] / load)
                for _ in range(args.runs):
                    for name, (program, longer) in programs.items():
                        row = cost(program(n, load), 1000 + cycles * longer // 10, 1000 + cycles * longer * 11 // 10)
                        speeds[name].append(1e3 / row["ns_per_flit_hop"])
                rows.append([f"{n}x{n}, {load}", *(f"{statistics.median(found):.1f}" for found in speeds.values())])
    print(markdown(["mesh, load", *programs], rows))


if __name__ == "__main__":
    try:
        main()
    except InputError as error:
        sys.exit(f"speed_of_packets.py: {error}")
