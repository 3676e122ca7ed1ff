#!/usr/bin/python3
"""How long would one simulation of a very large torus take, shared among ranks that send each other messages? A model, no
measurement: what a flit-hop costs and how many bytes a router takes are measured, by scripts/bench_sizes.sh; what a message
costs is assumed, and so is all else that the report lists. Each assumption is an option.

Prints a table in markdown: a row for each number of ranks. With -o FILE.csv the same as CSV, with --picture the time of a
cycle over the ranks.

example:
  scripts/growth_model.py out/sizes/sizes.csv --routers 1e8 --message-us 2 --picture growth.png
"""
import argparse
import dataclasses
import math
import sys

import numpy as np
import pandas as pd

from pictures import light_grid, plt, positive, save
from plot_style import COLOURS, set_style
from reports import markdown
from tables import InputError, in_one_line, read_table

SERIES = ["model", "routing", "vcs", "packet_flits", "threads"]
NUMBERS = ["load", "ns_per_flit_hop", "resident_bytes_per_router"]


@dataclasses.dataclass
class Measured:
    """One series of tori of `dimensions` dimensions, by size."""
    name: str
    dimensions: int
    packet_flits: int
    threads: int  # of a rank
    routers: list  # ascending
    ns_per_flit_hop: list
    hops_per_router: float  # flit-hops per router and cycle
    bytes_per_router: float  # all that is resident, at the largest size

    def ns_at(self, routers, growth):
        """Between two sizes straight over the logarithm of the size; beyond the largest it grows `growth` times a tenfold."""
        ns = float(np.interp(math.log(routers), np.log(self.routers), self.ns_per_flit_hop))
        return ns * growth ** max(0.0, math.log10(routers / self.routers[-1]))


def measured(table, options):
    """The series that the options choose; the first one with three dimensions where they choose none."""
    shapes = table["dimensions"].astype(str)
    table = table[shapes.str.count("x") + 1 == options.dimensions]
    for key in SERIES:
        wanted = getattr(options, key)
        if wanted is not None:
            table = table[table[key].astype(str) == wanted]
    if table.empty:
        raise InputError(f"{options.table}: no such series with {options.dimensions} dimensions")
    first = table.iloc[0]
    rows = table[(table[SERIES] == first[SERIES]).all(axis=1)].sort_values("routers")
    if rows["routers"].duplicated().any():
        raise InputError(f"{options.table}: two rows with the same number of routers in one series")
    largest = rows.iloc[-1]
    radices = [int(radix) for radix in largest["dimensions"].split("x")]
    return Measured(
        name=f"{first['model'].replace('_', '-')}, {first['routing'].replace('_', ' ')}, {first['vcs']} VCs, "
             f"{first['packet_flits']} flits",
        dimensions=options.dimensions, packet_flits=int(first["packet_flits"]), threads=int(first["threads"]),
        routers=[int(n) for n in rows["routers"]], ns_per_flit_hop=[float(ns) for ns in rows["ns_per_flit_hop"]],
        # Under uniform traffic a flit goes a quarter of the way round in each dimension.
        hops_per_router=float(largest["load"]) * sum(radices) / 4,
        bytes_per_router=float(largest["resident_bytes_per_router"]))


def assumptions(options, series, per_flit):
    """Sentences, each with whether its numbers are measured."""
    of = f"{series.name}; {series.dimensions} dimensions, {series.threads} thread{'s' * (series.threads > 1)} a rank"
    smallest, largest = f"{series.routers[0]:,}", f"{series.routers[-1]:,}"
    return [
        ("measured", f"A flit-hop costs what it costs in a torus of as many routers as a rank has ({of}; {smallest} to {largest} "
                     "routers, straight lines between them over the logarithm)."),
        ("measured", f"A router takes {series.bytes_per_router:,.0f} bytes, all that is resident at {largest} routers."),
        ("measured", f"{series.hops_per_router:.3g} flit-hops per router and cycle: the share of the capacity that was measured."),
        ("assumed", f"Beyond {largest} routers a flit-hop costs {options.growth:g} times as much for each tenfold (--growth)."),
        ("assumed", f"Ranks share caches and memory with others of their machine, so that a flit-hop costs {options.sharing:g} times "
                    "as much (--sharing)."),
        ("assumed", f"A rank holds its own part of the network alone, and {options.common_bytes:g} bytes of each router of all "
                    "others (--common-bytes)."),
        ("assumed", "Parts are cubes: a rank has channels to two others in each dimension, through faces as large as they are in "
                    "a cube of its routers; all channels carry as much."),
        ("assumed", f"A flit that crosses takes {per_flit:.1f} bytes: two messages to a router, the flit and its credit, of "
                    f"{options.letter_bytes:g} bytes (--letter-bytes), and its share of a head of {options.head_bytes:g} "
                    "(--head-bytes)."),
        ("assumed", f"Ranks meet every {options.visit_cycles:g} cycles (--visit-cycles): what channels of one cycle allow."),
        ("assumed", f"A message to another rank takes {options.message_us:g} us (--message-us), one after the other, and "
                    f"{options.gigabytes_per_second:g} GB/s for its bytes (--gigabytes-per-second); a rank does nothing else "
                    "meanwhile."),
        ("assumed", f"Meetings from one agreement of all ranks that nobody pauses to the next: {options.meetings_per_agreement:g} "
                    "(--meetings-per-agreement); it takes as many messages one after the other as the logarithm of the ranks to base 2."),
        ("assumed", f"The slowest rank takes {options.imbalance:g} times the mean (--imbalance)."),
        ("assumed", f"A run is {options.diameters:g} diameters long (--diameters)."),
    ]


def bytes_per_crossing(options, series):
    return 2 * options.letter_bytes + options.head_bytes / series.packet_flits


def row_of(ranks, options, series):
    """What the model says of so many ranks; times in ms of a cycle."""
    routers = options.routers / ranks
    computing = routers * series.hops_per_router * series.ns_at(routers, options.growth) / 1e6
    messages = 0.0
    if ranks > 1:
        computing *= options.sharing * options.imbalance
        faces = 2 * series.dimensions
        channels = faces * routers ** (1 - 1 / series.dimensions)
        crossing = channels * series.hops_per_router / faces  # flits a cycle
        steps = math.ceil(math.log2(ranks)) / options.meetings_per_agreement
        messages = ((faces + steps) * options.message_us / 1e3 / options.visit_cycles +
                    crossing * bytes_per_crossing(options, series) / options.gigabytes_per_second / 1e6)
    diameter = series.dimensions * options.routers ** (1 / series.dimensions) / 2
    memory = routers * series.bytes_per_router + (options.routers - routers) * options.common_bytes
    return {"ranks": ranks, "routers_per_rank": routers, "is_extrapolated": routers > series.routers[-1],
            "gigabytes_per_rank": memory / 1e9, "computing_ms": computing, "messages_ms": messages,
            "cycle_ms": computing + messages, "run_hours": (computing + messages) * options.diameters * diameter / 3.6e6}


def model(options, series):
    """A table with a row for each number of ranks."""
    ranks = options.ranks
    if not ranks:  # powers of 8, which cut a cube into cubes
        ranks = [8 ** i for i in range(20) if options.routers / 8 ** i >= series.routers[0]]
    few = [count for count in ranks if options.routers / count < series.routers[0]]
    if few:
        raise InputError(f"--ranks {few[0]}: fewer routers a rank than the {series.routers[0]} of the smallest that was measured")
    if not ranks:
        raise InputError(f"--routers {options.routers:g}: fewer than the {series.routers[0]} of the smallest that was measured")
    table = pd.DataFrame([row_of(count, options, series) for count in ranks])
    one = row_of(1, options, series)["cycle_ms"]
    table["speedup"] = one / table["cycle_ms"]
    table["efficiency"] = table["speedup"] / table["ranks"]
    return table


def digits(value):
    """Three of them, and no power of ten."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}" if value >= 1e-4 or value == 0 else f"{value:.1e}"


def duration(hours):
    for unit, seconds in (("h", 3600), ("min", 60)):
        if hours * 3600 >= seconds:
            return f"{digits(hours * 3600 / seconds)} {unit}"
    return f"{digits(hours * 3600)} s"


def report(table, options, series):
    lines = [f"A torus of {options.routers:,.0f} routers.\n\n"]
    lines += [f"* {source}: {text}\n" for source, text in assumptions(options, series, bytes_per_crossing(options, series))]
    rows = [[f"{row.ranks:,}", f"{row.routers_per_rank:,.0f}" + (" (beyond)" if row.is_extrapolated else ""),
             digits(row.gigabytes_per_rank), digits(row.computing_ms), digits(row.messages_ms), digits(row.cycle_ms),
             duration(row.run_hours), digits(row.speedup), f"{100 * row.efficiency:.0f} %"] for row in table.itertuples()]
    header = ["ranks", "routers a rank", "GB a rank", "computing, ms a cycle", "messages", "both", "a run",
              "times as fast as one rank", "of the ranks"]
    return "".join(lines) + "\n" + markdown(header, rows)


def draw(table, options, series, path):
    set_style()
    fig, axes = plt.subplots(figsize=(6.4, 3.8), constrained_layout=True)
    look = {"markersize": 4, "linewidth": 1.2}
    axes.plot(table["ranks"], table["cycle_ms"], "-o", color=COLOURS[0], label="both", **look)
    axes.plot(table["ranks"], table["computing_ms"], "--s", color=COLOURS[2], label="computing (from measured costs)", **look)
    sent = table[table["messages_ms"] > 0]
    axes.plot(sent["ranks"], sent["messages_ms"], ":^", color=COLOURS[1], label="messages (assumed costs)", **look)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xticks(table["ranks"], [f"{count:,}" for count in table["ranks"]])
    axes.minorticks_off()
    axes.set_xlabel("ranks")
    axes.set_ylabel("ms of a cycle (log)")
    axes.set_title(f"model: torus of {options.routers:,.0f} routers; {series.name}", fontsize=9)
    light_grid(axes)
    beyond = table[table["is_extrapolated"]]
    if not beyond.empty:
        left, right = axes.get_xlim()
        axes.axvspan(left, beyond["ranks"].max(), color="0.95", zorder=0)
        axes.set_xlim(left, right)
        axes.annotate("more routers a rank than measured", (0.02, 0.04), xycoords="axes fraction", fontsize=8, color="0.3")
    axes.legend()
    save(fig, path)


def rank_counts(text):
    counts = [int(word) for word in text.split(",")]
    if min(counts) < 1:
        raise argparse.ArgumentTypeError("expected numbers from 1 on")
    return counts


def not_negative(text):
    value = float(text)
    if not 0 <= value < math.inf:
        raise argparse.ArgumentTypeError("expected a number from 0 on")
    return value


def read_options(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", metavar="SIZES.csv", help="of scripts/bench_sizes.sh")
    parser.add_argument("--routers", type=positive, default=1e8, help="of the network (default: %(default)g)")
    parser.add_argument("--ranks", type=rank_counts, metavar="N,...", help="default: powers of 8")
    series = parser.add_argument_group("which series of the table (default: the first)")
    for key in SERIES:
        series.add_argument(f"--{key.replace('_', '-')}")
    series.add_argument("--dimensions", type=int, default=3)
    assumed = parser.add_argument_group("what is assumed")
    for name, default, help_, kind in (
            ("message-us", 2, "of a message between ranks, however short", not_negative),
            ("gigabytes-per-second", 10, "of the bytes of messages", positive),
            ("letter-bytes", 16, "of a flit or a credit that crosses", not_negative),
            ("head-bytes", 88, "of the head of a packet, with its path", not_negative),
            ("visit-cycles", 2, "from one meeting of the ranks to the next", positive),
            ("meetings-per-agreement", 1, "after which all ranks agree whether somebody pauses", positive),
            ("sharing", 1, "cost of a flit-hop beside other ranks of a machine over that of one alone", positive),
            ("imbalance", 1.1, "time of the slowest rank over the mean", positive),
            ("growth", 1, "of the cost of a flit-hop, for each tenfold beyond the largest that was measured", positive),
            ("common-bytes", 0, "of each router that every rank holds", not_negative),
            ("diameters", 10, "that a run is long", positive)):
        assumed.add_argument(f"--{name}", type=kind, default=default, help=f"{help_} (default: %(default)g)")
    parser.add_argument("-o", "--output", metavar="FILE.csv")
    parser.add_argument("--picture", metavar="FILE", help=".png, .svg or .pdf")
    return parser.parse_args(words)


@in_one_line
def main():
    options = read_options()
    table = read_table(options.table, [*SERIES, "dimensions", "routers", *NUMBERS], "a file of scripts/bench_sizes.sh", "networks")
    series = measured(table, options)
    found = model(options, series)
    if options.output:
        try:
            found.to_csv(options.output, index=False, float_format="%.6g")
        except OSError as error:
            raise InputError(f"{options.output}: cannot write: {error.strerror}") from None
    if options.picture:
        draw(found, options, series, options.picture)
    print(report(found, options, series), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
