#!/usr/bin/python3
"""What a flit-hop costs Orthant and its peers on the same work: one pair of runs of each scenario of scripts/compare_peers.sh.

A flit-hop is a flit over a channel between two routers. Every program says itself how many a run has: flits accepted per
node and cycle x nodes x mean hops of a packet x cycles. Time is that of the processor, user and system; of a run on several
threads that of the clock, waiting included. Both are those of a long run less those of a short one, so that building the
network does not count.

The peers run on one thread: BookSim 2 has one, and CNSim took longer with two than with one. With --threads Orthant runs
with each of these numbers, on so many cores from --cpu on, and each has a row beside the same run of the peer.

BookSim 2 prints `Accepted flit rate average`, `Hops average`, which counts routers, one more than channels, and `Time taken`,
all cycles; its classes of samples are as long as asked for, whatever their scatter (`stopping_thres`). CNSim prints `Average
receiving rate` and `Internal Hops`; it simulates half as many cycles again as its simulation_time, to warm up, and goes
on to higher loads, so it is ended when it has printed its first. Orthant: accepted_flits, hops_mean, cycles.

usage: scripts/peers.py --pair N [--cpu N] [--threads N,...] [--only REGEX] [--booksim FILE] [--cnsim FILE] ORTHANT OUT
Writes OUT/N_orthant.json and OUT/N_peer.json; odd pairs begin with Orthant, even ones with the peer.
"""
import argparse
import csv
import dataclasses
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from tables import InputError

ROOT = pathlib.Path(__file__).resolve().parent.parent


@dataclasses.dataclass
class Run:
    seconds: float
    hops_per_cycle: float  # flit-hops of the whole network
    latency: float  # mean, cycles
    cycles: float = 0


@dataclasses.dataclass
class Bench:
    """Where runs are made."""
    folder: pathlib.Path
    cpu: int  # the first core
    threads: int = 1  # and cores


def finish(bench, command, last=None):
    """(what it printed, seconds) of a program; with `last`, it is ended after a line with that text."""
    printed = []
    cores = f"{bench.cpu}-{bench.cpu + bench.threads - 1}"
    begin = time.monotonic()
    with open(bench.folder / "errors.txt", "w+", encoding="utf-8") as errors:
        with subprocess.Popen(["taskset", "-c", cores, *command], stdout=subprocess.PIPE, stderr=errors,
                              text=True, cwd=bench.folder) as process:
            ended = False
            for line in process.stdout:
                printed.append(line)
                if last and last in line:
                    process.kill()
                    ended = True
                    break
            # Reaped here for its times; Popen takes a child that is gone as ended.
            _, status, usage = os.wait4(process.pid, 0)
            elapsed = time.monotonic() - begin
            process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        said = (errors.read() + "".join(printed)).strip().splitlines()
    if (last and not ended) or (not last and process.returncode not in (0, 255)):
        raise InputError(f"{command[0]} failed: {said[-1] if said else 'it printed nothing'}")
    return "".join(printed), usage.ru_utime + usage.ru_stime if bench.threads == 1 else elapsed


def number(program, text, pattern):
    """The last number that `pattern` finds in what a program printed."""
    found = re.findall(pattern + r"\s*([-+.\deE]+|nan)", text)
    if not found or not math.isfinite(float(found[-1])):
        raise InputError(f"{program} printed no line {pattern.split('=')[0].strip().rstrip(':')!r}")
    return float(found[-1])


# ---- the programs: each runs `cycles` of its own on a scenario ---------------------------------------------------


def orthant(bench, program, config, overrides, cycles):
    printed, seconds = finish(bench, [program, "run", str(config), *overrides, f"run.measure_cycles={cycles}", "-q",
                                      "--threads-per-run", str(bench.threads)])
    try:
        (row,) = csv.DictReader(printed.splitlines())
        accepted = float(row["accepted_flits"]) * float(row["nodes"])
        return Run(seconds, accepted * float(row["hops_mean"]), float(row["latency_mean"]), float(row["cycles"]))
    except (ValueError, KeyError) as error:
        raise InputError(f"{program} printed no result of a run") from error


def booksim(bench, program, nodes, keys, cycles):
    # A quarter of the cycles to warm up, three quarters to measure, however much its samples scatter.
    (bench.folder / "booksim.cfg").write_text(
        f"{keys}\nsample_period = {cycles // 4};\nwarmup_periods = 1;\nmax_samples = 4;\n"
        "stopping_thres = 1e9;\nacc_stopping_thres = 1e9;\n")
    printed, seconds = finish(bench, [program, "booksim.cfg"])
    channels = number(program, printed, "Hops average =") - 1  # it counts routers
    accepted = number(program, printed, "Accepted flit rate average =") * nodes
    return Run(seconds, accepted * channels, number(program, printed, "Packet latency average ="),
               number(program, printed, "Time taken is"))


CNSIM = """[Network]\ntopology = SingleChipMesh\nscale = {n}\nrouting_algorithm = XY\nbuffer_size = 16\nvc_number = 2
router_stages = {stages}\n[Workload]\ntraffic = uniform\npacket_length = 8\n[Simulation]\ninjection_increment = {load}
simulation_time = {cycles}\nthreads = 1\n[Files]\noutput_file = cnsim.csv\nlog_file = cnsim.txt\n"""


def cnsim(bench, program, n, load, stages, cycles):
    (bench.folder / "cnsim.ini").write_text(CNSIM.format(n=n, load=load, stages=stages, cycles=cycles))
    printed, seconds = finish(bench, [program, "cnsim.ini"], last="Internal Hops")
    flits = number(program, printed, "Average receiving rate:") * n * n
    return Run(seconds, flits * number(program, printed, "Internal Hops:"), number(program, printed, "Average latency:"),
               1.5 * cycles)


def cost(run, short, long):
    """A row of a result, from run(cycles) of so many cycles."""
    before, after = run(short), run(long)
    cycles = after.cycles - before.cycles
    if cycles <= 0 or after.seconds <= before.seconds:
        raise InputError("the long run took no longer than the short one")
    return {"ns_per_flit_hop": 1e9 * (after.seconds - before.seconds) / (after.hops_per_cycle * cycles),
            "flit_hops_per_cycle": after.hops_per_cycle, "latency_mean": after.latency}


# ---- scenarios ---------------------------------------------------------------------------------------------------

# Meshes of CNSim: virtual cut-through, 2 VCs of 16 flits, packets of 8 flits. Its OneStage is a router without delays.
HELD = """[topology]\nkind = mesh\ndimensions = {n}x{n}\n[routing]\nalgorithm = dor\n[router]
switching = virtual_cut_through\nvcs = 2\nbuffer_flits = 16\nswitch_hold = {hold}\n[traffic]
pattern = uniform\nself = no\npacket_flits = 8\nload_unit = flits\nload = {load}
[run]\nwarmup_cycles = 1000\nmeasure_cycles = 1000\n"""
STAGES = {"OneStage": [], "ThreeStage": ["router.routing_delay_cycles=1", "router.vc_allocation_delay_cycles=1"]}


@dataclasses.dataclass
class OfBooksim:
    """A torus. The config of the shipped comparison has its pipeline; the rest is said here."""
    name: str
    config: str
    k: int
    n: int
    vcs: int
    packet_flits: int
    load: float
    cycles: tuple  # short and long, of BookSim
    longer: int = 20  # Orthant's cycles per cycle of BookSim
    peer: str = "booksim"

    def orthant(self, bench, program, cycles):
        words = [f"topology.dimensions={'x'.join([str(self.k)] * self.n)}", f"router.vcs={self.vcs}",
                 f"traffic.packet_flits={self.packet_flits}", f"traffic.load={self.load}", "run.repetitions=1",
                 "run.warmup_cycles=200"]
        return orthant(bench, program, ROOT / "configs" / "validation" / self.config, words, cycles)

    def theirs(self, bench, program, cycles):
        keys = (f"topology = torus;\nk = {self.k};\nn = {self.n};\nrouting_function = dim_order;\n"
                f"num_vcs = {self.vcs};\nvc_buf_size = 8;\npacket_size = {self.packet_flits};\ntraffic = uniform;\n"
                f"injection_rate_uses_flits = 1;\ninjection_rate = {self.load};")
        return booksim(bench, program, self.k ** self.n, keys, cycles)


@dataclasses.dataclass
class OfCnsim:
    name: str
    n: int
    load: float
    stages: str
    cycles: tuple
    longer: int = 3
    peer: str = "cnsim"

    def orthant(self, bench, program, cycles):
        config = bench.folder / "held.ini"
        config.write_text(HELD.format(n=self.n, load=self.load, hold="packet"))
        return orthant(bench, program, config, STAGES[self.stages], cycles)

    def theirs(self, bench, program, cycles):
        return cnsim(bench, program, self.n, self.load, self.stages, cycles)


SINGLE = "booksim_a_torus88_2vc_ps1.ini"
SEVERAL = "booksim_b1_torus88_4vc_ps4.ini"
SCENARIOS = [
    OfBooksim("BookSim 2, torus 8x8, 2 VCs, 1 flit, 0.15", SINGLE, 8, 2, 2, 1, 0.15, (800, 8000)),
    OfBooksim("BookSim 2, torus 8x8, 2 VCs, 8 flits, 0.15", SEVERAL, 8, 2, 2, 8, 0.15, (800, 8000)),
    OfBooksim("BookSim 2, torus 8x8, 4 VCs, 4 flits, 0.3", SEVERAL, 8, 2, 4, 4, 0.3, (800, 6000)),
    OfBooksim("BookSim 2, torus 16x16x16, 2 VCs, 8 flits, 0.06", SEVERAL, 16, 3, 2, 8, 0.06, (200, 600)),
    OfBooksim("BookSim 2, torus 16x16x16, 4 VCs, 4 flits, 0.15", SEVERAL, 16, 3, 4, 4, 0.15, (200, 500)),
    OfCnsim("CNSim, mesh 8x8, 0.1", 8, 0.1, "OneStage", (1000, 300_000)),
    OfCnsim("CNSim, mesh 8x8, 0.3", 8, 0.3, "OneStage", (1000, 100_000)),
    OfCnsim("CNSim, mesh 8x8, 0.3, 3 stages", 8, 0.3, "ThreeStage", (1000, 100_000)),
    OfCnsim("CNSim, mesh 32x32, 0.02", 32, 0.02, "OneStage", (1000, 30_000)),
    OfCnsim("CNSim, mesh 32x32, 0.08", 32, 0.08, "OneStage", (1000, 8_000)),
    OfCnsim("CNSim, mesh 32x32, 0.08, 3 stages", 32, 0.08, "ThreeStage", (1000, 8_000)),
]


def measure_pair(args, bench):
    """Rows of Orthant and of the peers, scenario by scenario side by side."""
    rows = {"orthant": [], "peer": []}
    for scenario in SCENARIOS:
        peer = getattr(args, scenario.peer)
        if not peer or not re.search(args.only, scenario.name):
            continue
        short, long = scenario.cycles
        longer = scenario.longer
        found = {}
        turns = [*args.threads, "peer"]
        for turn in turns if args.pair % 2 else reversed(turns):  # so that whoever is first has no advantage
            if turn == "peer":
                found[turn] = cost(lambda cycles: scenario.theirs(bench, peer, cycles), short, long)
                continue
            shared = dataclasses.replace(bench, threads=turn)
            found[turn] = cost(lambda cycles: scenario.orthant(shared, args.orthant, cycles), short * longer, long * longer)
        for threads in args.threads:
            name = scenario.name + (f", {threads} threads" if threads > 1 else "")
            rows["orthant"].append({"name": name, **found[threads]})
            rows["peer"].append({"name": name, **found["peer"]})
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pair", type=int, required=True)
    parser.add_argument("--cpu", type=int, default=0)
    parser.add_argument("--threads", default=[1], type=lambda text: [int(word) for word in text.split(",")])
    parser.add_argument("--only", default=".")
    for name in ("--booksim", "--cnsim", "orthant"):
        parser.add_argument(name, type=os.path.abspath)
    parser.add_argument("out", type=pathlib.Path)
    args = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as folder:
            rows = measure_pair(args, Bench(pathlib.Path(folder), args.cpu))
        if not rows["peer"]:
            raise InputError(f"no scenario of these peers has a name with {args.only!r}")
        for name, found in rows.items():
            (args.out / f"{args.pair}_{name}.json").write_text(json.dumps({"benchmarks": found}, indent=1) + "\n")
    except (InputError, OSError, re.error) as error:
        print(f"compare_peers.sh: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
