#!/usr/bin/python3
"""Measures how fast Orthant is beside BookSim 2 and CNSim on the same work.

Runs Orthant and the peer alternately, scenario by scenario, pair by pair on one core, since the
speed of a machine drifts, and prints M flit-hops per second of both and the ratio ours / theirs,
pair by pair: the median and, in brackets, the quartiles. Two more ratios check
that the work is the same: flit-hops per cycle and mean latency, ours / theirs. ratios.csv in
out/peers/ or OUT has all of them. Exits with 1 where the work is not the same.

BOOKSIM and CNSIM in the environment name the programs, which their own sources make; one that is
not named is left out.

A flit-hop is a flit over a channel between two routers. Every program reports how many a run
has: flits accepted per node and cycle x nodes x mean hops of a packet x cycles. Time is that of the
processor, user and system; of a run on several threads that of the clock, waiting included. Both
are those of a long run less those of a short one, so that building the network does not count.
BookSim 2 prints `Accepted flit rate average`, `Hops average`, which counts routers, one more than
channels, and `Time taken`, all cycles; its classes of samples are as long as asked for, whatever
their scatter (`stopping_thres`). CNSim prints `Average receiving rate` and `Internal Hops`; it
simulates half as many cycles again as its simulation_time, to warm up, and goes on to higher loads,
so it is ended when it has printed its first.
"""
import argparse
import csv
import dataclasses
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "studies" / "common"))
from pairs import ratios, rounded, spread
from study import markdown, write_rows

WORK = ("flit_hops_per_cycle", "latency_mean")
DIFFERENT = 0.02  # share by which flit-hops per cycle may differ on equal work


class Failure(Exception):
    """What a program did not do, in one line."""


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
    """(what it printed, seconds) of a program; with `last`, it is ended after a line with that
    text."""
    printed = []
    cores = f"{bench.cpu}-{bench.cpu + bench.threads - 1}"
    begin = time.monotonic()
    with open(bench.folder / "errors.txt", "w+", encoding="utf-8") as errors:
        with subprocess.Popen(["taskset", "-c", cores, *command], stdout=subprocess.PIPE,
                              stderr=errors, text=True, cwd=bench.folder) as process:
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
        lines = (errors.read() + "".join(printed)).strip().splitlines()
    if (last and not ended) or (not last and process.returncode not in (0, 255)):
        raise Failure(f"{command[0]} failed: {lines[-1] if lines else 'it printed nothing'}")
    return "".join(printed), usage.ru_utime + usage.ru_stime if bench.threads == 1 else elapsed


def number(program, text, pattern):
    """The last number that `pattern` finds in what a program printed."""
    found = re.findall(pattern + r"\s*([-+.\deE]+|nan)", text)
    if not found or not math.isfinite(float(found[-1])):
        raise Failure(f"{program} printed no line {pattern.split('=')[0].strip().rstrip(':')!r}")
    return float(found[-1])


# ---- the programs: each runs `cycles` of its own on a scenario
# ---------------------------------------------------


def orthant(bench, program, config, overrides, cycles):
    printed, seconds = finish(bench, [program, "run", str(config), *overrides,
                                      f"run.measure_cycles={cycles}", "-q",
                                      "--threads-per-run", str(bench.threads)])
    try:
        (row,) = csv.DictReader(printed.splitlines())
        accepted = float(row["accepted_flits"]) * float(row["nodes"])
        return Run(seconds, accepted * float(row["hops_mean"]), float(row["latency_mean"]),
                   float(row["cycles"]))
    except (ValueError, KeyError) as error:
        raise Failure(f"{program} printed no result of a run") from error


def booksim(bench, program, nodes, keys, cycles):
    # A quarter of the cycles to warm up, three quarters to measure, however much its samples
    # scatter.
    (bench.folder / "booksim.cfg").write_text(
        f"{keys}\nsample_period = {cycles // 4};\nwarmup_periods = 1;\nmax_samples = 4;\n"
        "stopping_thres = 1e9;\nacc_stopping_thres = 1e9;\n")
    printed, seconds = finish(bench, [program, "booksim.cfg"])
    channels = number(program, printed, "Hops average =") - 1  # it counts routers
    accepted = number(program, printed, "Accepted flit rate average =") * nodes
    return Run(seconds, accepted * channels, number(program, printed, "Packet latency average ="),
               number(program, printed, "Time taken is"))


CNSIM = """[Network]\ntopology = SingleChipMesh\nscale = {n}\nrouting_algorithm = XY
buffer_size = 16\nvc_number = 2\nrouter_stages = {stages}\n[Workload]\ntraffic = uniform
packet_length = 8\n[Simulation]\ninjection_increment = {load}\nsimulation_time = {cycles}
threads = 1\n[Files]\noutput_file = cnsim.csv\nlog_file = cnsim.txt\n"""


def cnsim(bench, program, n, load, stages, cycles):
    (bench.folder / "cnsim.ini").write_text(CNSIM.format(n=n, load=load, stages=stages,
                                                         cycles=cycles))
    printed, seconds = finish(bench, [program, "cnsim.ini"], last="Internal Hops")
    flits = number(program, printed, "Average receiving rate:") * n * n
    return Run(seconds, flits * number(program, printed, "Internal Hops:"),
               number(program, printed, "Average latency:"), 1.5 * cycles)


def cost(run, short, long):
    """A row of a result, from run(cycles) of so many cycles."""
    before, after = run(short), run(long)
    cycles = after.cycles - before.cycles
    if cycles <= 0 or after.seconds <= before.seconds:
        raise Failure("the long run took no longer than the short one")
    return {"ns_per_flit_hop": 1e9 * (after.seconds - before.seconds)
            / (after.hops_per_cycle * cycles),
            "flit_hops_per_cycle": after.hops_per_cycle, "latency_mean": after.latency}


# ---- scenarios -----------------------------------------------------------------------------------
# ----------------

# Meshes of CNSim: virtual cut-through, 2 VCs of 16 flits, packets of 8 flits. Its OneStage is a
# router without delays.
HELD = """[topology]\nkind = mesh\ndimensions = {n}x{n}\n[routing]\nalgorithm = dor\n[router]
switching = virtual_cut_through\nvcs = 2\nbuffer_flits = 16\nswitch_hold = {hold}\n[traffic]
pattern = uniform\nself = no\npacket_flits = 8\nload_unit = flits\nload = {load}
[run]\nwarmup_cycles = 1000\nmeasure_cycles = 1000\n"""
STAGES = {"OneStage": [], "ThreeStage": ["router.routing_delay_cycles=1",
                                         "router.vc_allocation_delay_cycles=1"]}


@dataclasses.dataclass
class OfBooksim:
    """A torus. The pipeline is that of the shipped comparison's config; other keys are set here."""
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
        words = [f"topology.dimensions={'x'.join([str(self.k)] * self.n)}",
                 f"router.vcs={self.vcs}",
                 f"traffic.packet_flits={self.packet_flits}", f"traffic.load={self.load}",
                 "run.repetitions=1", "run.warmup_cycles=200"]
        return orthant(bench, program, ROOT / "configs" / "validation" / self.config, words, cycles)

    def theirs(self, bench, program, cycles):
        keys = (f"topology = torus;\nk = {self.k};\nn = {self.n};\nrouting_function = dim_order;\n"
                f"num_vcs = {self.vcs};\nvc_buf_size = 8;\npacket_size = {self.packet_flits};\n"
                f"traffic = uniform;\ninjection_rate_uses_flits = 1;\ninjection_rate = "
                f"{self.load};")
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
    OfBooksim("BookSim 2, torus 16x16x16, 2 VCs, 8 flits, 0.06", SEVERAL, 16, 3, 2, 8, 0.06,
              (200, 600)),
    OfBooksim("BookSim 2, torus 16x16x16, 4 VCs, 4 flits, 0.15", SEVERAL, 16, 3, 4, 4, 0.15,
              (200, 500)),
    OfCnsim("CNSim, mesh 8x8, 0.1", 8, 0.1, "OneStage", (1000, 300_000)),
    OfCnsim("CNSim, mesh 8x8, 0.3", 8, 0.3, "OneStage", (1000, 100_000)),
    OfCnsim("CNSim, mesh 8x8, 0.3, 3 stages", 8, 0.3, "ThreeStage", (1000, 100_000)),
    OfCnsim("CNSim, mesh 32x32, 0.02", 32, 0.02, "OneStage", (1000, 30_000)),
    OfCnsim("CNSim, mesh 32x32, 0.08", 32, 0.08, "OneStage", (1000, 8_000)),
    OfCnsim("CNSim, mesh 32x32, 0.08, 3 stages", 32, 0.08, "ThreeStage", (1000, 8_000)),
]


def measure_pair(options, bench, pair):
    """{scenario: (row of Orthant, row of the peer)}, with a scenario for each number of threads."""
    rows = {}
    for scenario in SCENARIOS:
        peer = getattr(options, scenario.peer)
        if not peer or not re.search(options.only, scenario.name):
            continue
        short, long = scenario.cycles
        longer = scenario.longer
        found = {}
        order = [*options.threads, "peer"]
        # So that whoever is first has no advantage.
        for who in order if pair % 2 == 0 else reversed(order):
            if who == "peer":
                found[who] = cost(lambda cycles: scenario.theirs(bench, peer, cycles), short, long)
                continue
            shared = dataclasses.replace(bench, threads=who)
            found[who] = cost(lambda cycles: scenario.orthant(shared, options.orthant, cycles),
                              short * longer, long * longer)
        for threads in options.threads:
            name = scenario.name + (f", {threads} threads" if threads > 1 else "")
            rows[name] = found[threads], found["peer"]
    return rows


def report(pairs):
    """(rows of ratios.csv, the table) of what measure_pair() found."""
    costs = [tuple({name: both[who]["ns_per_flit_hop"] for name, both in pair.items()}
                   for who in (0, 1))
             for pair in pairs]
    rows = ratios(costs, "orthant", "peer")  # theirs over ours of ns is ours over theirs of speed
    for row in rows:
        for column in WORK:
            row[f"{column}_ratio"] = statistics.median(ours[column] / theirs[column] for ours,
                                                       theirs in
                                                       (pair[row["scenario"]] for pair in pairs))
    return rows, markdown(
        ["peer and network, load in flits/node/cycle", "M flit-hops/s, Orthant", "peer",
         "ours / theirs", "flit-hops per cycle, ours / theirs", "mean latency, ours / theirs"],
        [[row["scenario"], f"{1e3 / row['orthant_ns']:.2f}", f"{1e3 / row['peer_ns']:.2f}",
          spread(row), *(f"{row[f'{column}_ratio']:.3f}" for column in WORK)] for row in rows])


def read_options():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", nargs="?", type=pathlib.Path, default=ROOT / "out" / "peers")
    parser.add_argument("-n", dest="pairs", type=int, default=7,
                        help="pairs (default: %(default)s)")
    parser.add_argument("--only", default=".", metavar="REGEX",
                        help="scenarios whose names have it (default: all)")
    parser.add_argument("--cpu", type=int, default=0, help="the first core (default: %(default)s)")
    parser.add_argument("--threads", default=[1],
                        type=lambda text: [int(word) for word in text.split(",")],
                        metavar="N,...",
                        help="of Orthant, each beside the same run of the peer")
    options = parser.parse_args()
    missing = options.cpu + max(options.threads) - os.cpu_count()
    if missing > 0:
        parser.error(f"{max(options.threads)} threads from core {options.cpu} on: "
                     f"the machine has {os.cpu_count()} cores")
    for name, default in (("booksim", None), ("cnsim", None),
                          ("orthant", ROOT / "build" / "orthant")):
        program = os.environ.get(name.upper(), default)
        if program and not (os.path.isfile(program) and os.access(program, os.X_OK)):
            parser.error(f"{name.upper()}={program}: no program there")
        if not program:
            print(f"{name.upper()} is not set: it is left out", file=sys.stderr)
        setattr(options, name, program and os.path.abspath(program))
    if not options.booksim and not options.cnsim:
        parser.error("nothing to compare with: set BOOKSIM or CNSIM")
    return options


def main():
    options = read_options()
    pairs = []
    try:
        with tempfile.TemporaryDirectory() as folder:
            for pair in range(options.pairs):
                pairs.append(measure_pair(options, Bench(pathlib.Path(folder), options.cpu), pair))
                print(f"pair {pair + 1} of {options.pairs}", file=sys.stderr)
        if not pairs[0]:
            raise Failure(f"no scenario of these peers has a name with {options.only!r}")
    except (Failure, re.error) as error:
        print(f"peers: {error}", file=sys.stderr)
        return 2
    rows, text = report(pairs)
    options.out.mkdir(parents=True, exist_ok=True)
    write_rows(options.out / "ratios.csv", rounded(rows))
    print(text)
    different = [row["scenario"] for row in rows
                 if abs(row["flit_hops_per_cycle_ratio"] - 1) > DIFFERENT]
    for name in different:
        print(f"peers: {name}: not the same work", file=sys.stderr)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
