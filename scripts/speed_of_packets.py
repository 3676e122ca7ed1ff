#!/usr/bin/python3
"""How fast are held packets simulated, beside flits and beside CNSim?

Prints M flit-hops/s of CPU time on 8x8 and 32x32 meshes: virtual cut-through, packets of 8 flits, 2 VCs of 16 flits, uniform
traffic. Each figure is the median of --runs; a run is a long one less a short one, so that building the network does not
count; the programs take turns on one core. A flit-hop is a flit over a channel between routers: load x nodes x mean distance
x cycles, below saturation, for every program alike. BEFORE is an orthant that moves held packets flit by flit.

CNSim (ChipletNetworkSim) simulates half as many cycles again as its simulation_time, to warm up.

usage: scripts/speed_of_packets.py ORTHANT BEFORE CNSIM [--runs N]
"""

import argparse
import pathlib
import resource
import statistics
import subprocess
import tempfile

# Side of the mesh, loads in flits per node and cycle, cycles of a long run at the least load.
MESHES = ((8, (0.1, 0.2, 0.3), 300_000), (32, (0.02, 0.06, 0.08), 30_000))
ORTHANT = """[topology]\nkind = mesh\ndimensions = {n}x{n}\n[routing]\nalgorithm = dor\n[router]
switching = virtual_cut_through\nvcs = 2\nbuffer_flits = 16\nswitch_hold = {hold}\n[traffic]
pattern = uniform\nself = no\npacket_flits = 8\nload_unit = flits\nload = {load}
[run]\nwarmup_cycles = 1000\nmeasure_cycles = {cycles}\n"""
CNSIM = """[Network]\ntopology = SingleChipMesh\nscale = {n}\nrouting_algorithm = XY\nbuffer_size = 16\nvc_number = 2
[Workload]\ntraffic = uniform\npacket_length = 8\n[Simulation]\ninjection_increment = {load}
simulation_time = {cycles}\nthreads = 1\n[Files]\noutput_file = {folder}/o.csv\nlog_file = {folder}/l.txt\n"""


def cpu_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run(["taskset", "-c", "1", *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    for name in ("orthant", "before", "cnsim"):
        parser.add_argument(name)
    parser.add_argument("--runs", type=int, default=5)
    args = parser.parse_args()
    programs = {  # config, command, what of its cycles it simulates, how much longer it is run
        "flits": (ORTHANT, [args.orthant, "run", "{}", "-q"], "flit", 1, 1),
        "held, flit by flit": (ORTHANT, [args.before, "run", "{}", "-q"], "packet", 1, 1),
        "held, in one piece": (ORTHANT, [args.orthant, "run", "{}", "-q"], "packet", 1, 3),
        "CNSim": (CNSIM, [args.cnsim, "{}"], "", 1.5, 1),
    }
    print("| mesh, load |", " | ".join(programs), "|\n" + "|---" * (len(programs) + 1) + "|")
    with tempfile.TemporaryDirectory() as folder:
        config = pathlib.Path(folder) / "c.ini"
        for n, loads, most in MESHES:
            for load in loads:
                speeds = {name: [] for name in programs}
                for _ in range(args.runs):
                    for name, (text, command, hold, share, longer) in programs.items():
                        seconds = []
                        cycles = round(most * loads[0] / load) * longer
                        for extra in (0, cycles):
                            config.write_text(text.format(n=n, load=load, hold=hold, folder=folder,
                                                          cycles=cycles // 10 + 1000 + extra))
                            seconds.append(cpu_seconds([word.format(config) for word in command]))
                        distance = 2 * n / 3  # of two different nodes
                        hops = load * n * n * distance * cycles * share
                        speeds[name].append(hops / (seconds[1] - seconds[0]) / 1e6)
                row = " | ".join(f"{statistics.median(values):.1f}" for values in speeds.values())
                print(f"| {n}x{n}, {load} | {row} |", flush=True)


if __name__ == "__main__":
    main()
