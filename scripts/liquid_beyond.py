#!/usr/bin/python3
"""What Gabrielyan & Hersch 2004 leave open, by one command: schedules that roll on for continuous
traffic (section 2.2), several routes for a pair (section 9), and channels of unequal bandwidth.

Writes a CSV file for each row of a table and beyond.md, which is printed. Takes some minutes of a
core. What is finished is kept.

usage: scripts/liquid_beyond.py ORTHANT OUT
"""

import argparse
import pathlib
import random
import subprocess
import sys

from reports import markdown, read_rows

ROOT = pathlib.Path(__file__).resolve().parent.parent
CONFIGS = ROOT / "configs"
NO_TEAM = ROOT / "tests" / "data" / "liquid" / "paper_fig9_noteam.txt"
ROLLING = (("8x8 torus, all to all", "replay_torus.ini", 64),
           ("Swiss-T1, 16 nodes to 16", "replay_t1.ini", None))
REPETITIONS = (1, 2, 4, 8)
FLITS = 1024
BATCHES = (1, 2, 4, 8, 16, 32)  # messages of every node
SEEDS = 5


class Study:
    def __init__(self, orthant, folder):
        self.orthant, self.folder = orthant, folder

    def rows(self, name, verb, *words):
        """The rows of a verb; a schedule that is not known to be the shortest is no failure."""
        path = self.folder / f"{name}.csv"
        if not path.exists():
            done = subprocess.run([self.orthant, verb, *map(str, words), "-q", "-o", str(path)],
                                  cwd=ROOT, check=False)
            if done.returncode not in (0, 3):
                raise subprocess.CalledProcessError(done.returncode, done.args)
        return read_rows(path)

    # ---- continuous traffic --------------------------------------------------------------------

    def rolling(self):
        lines = []
        for title, config, _ in ROLLING:
            bound, = self.rows(f"bound_{config}", "schedule", CONFIGS / config)
            for repetitions in REPETITIONS:
                cells = []
                for barrier in ("yes", "rolling", "no"):
                    row, = self.rows(f"rolling_{config}_{repetitions}_{barrier}", "run",
                                     CONFIGS / config, f"schedule.repetitions={repetitions}",
                                     f"schedule.barrier={barrier}", f"traffic.packet_flits={FLITS}")
                    cycles = int(row["cycles"])
                    ideal = FLITS * int(bound["duration"]) * repetitions
                    cells.append(f"{cycles:,} ({100 * ideal / cycles:.2f} %)")
                lines.append([title, repetitions, *cells])
        return ("## Frames that repeat: cycles of all repetitions, and the share of the liquid "
                "throughput\n\n" + markdown(["", "repetitions", "barrier after every frame",
                                             "rolling", "no barrier"], lines))

    def not_liquid(self):
        """Patterns without a liquid schedule: frames of several repetitions together."""
        pairs = self.folder / "five_ring.txt"
        pairs.write_text("".join(f"{i} {(i + 2) % 5}\n" for i in range(5)), encoding="utf-8")
        ring = ("topology.dimensions=5", "routing.algorithm=dor",
                "schedule.collective=file", f"schedule.file={pairs}", "schedule.ports=no")
        config = self.config("torus")
        lines = []
        for title, words in (("Figure 9, which has no team", ("--case", NO_TEAM)),
                             ("two hops on a ring of 5", (config, *ring))):
            cells = []
            for repetitions in (1, 2, 3, 4):
                row, = self.rows(f"repeated_{title.split()[0]}_{repetitions}", "schedule", *words,
                                 f"schedule.repetitions={repetitions}")
                cells.append(f"{row['frames']} / {row['duration']}, {row['verdict']}")
            lines.append([title, *cells])
        return ("## Patterns without a liquid schedule: frames / duration of so many "
                "repetitions\n\n" + markdown(["", *(1, 2, 3, 4)], lines))

    def batches(self):
        """Requests that come at random, scheduled batch by batch."""
        networks = {"8x8 torus": ("all_to_all.ini", ("topology.dimensions=8x8",), 64),
                    "Swiss-T1": ("swiss_t1.ini", (), 32)}
        lines = []
        for title, (config, keys, nodes) in networks.items():
            cells = []
            for size in BATCHES:
                frames = duration = requests = 0
                for seed in range(SEEDS):
                    name = f"batch_{config}_{size}_{seed}"
                    pairs = self.folder / f"{name}.txt"
                    pairs.write_text(drawn_requests(nodes, size, seed), encoding="utf-8")
                    row, = self.rows(name, "schedule", CONFIGS / config, *keys,
                                     "schedule.collective=file", f"schedule.file={pairs}",
                                     "schedule.time_limit_seconds=5")
                    frames += int(row["frames"])
                    duration += int(row["duration"])
                    requests += int(row["transfers"])
                each = requests / nodes
                cells.append(f"{each / frames:.3f} of {each / duration:.3f}")
            limit, = self.rows(f"batch_limit_{config}", "schedule", CONFIGS / config, *keys,
                               "schedule.collective=all_to_all", "schedule.time_limit_seconds=5")
            each = int(limit["transfers"]) / nodes / int(limit["duration"])
            lines.append([title, *cells, f"{each:.3f}"])
        return (f"## Requests at random, batch by batch: messages a node and frame, scheduled and "
                f"at the liquid throughput, {SEEDS} batches\n\n"
                + markdown(["messages of a node", *BATCHES, "all to all"], lines))

    # ---- several routes ------------------------------------------------------------------------

    def routes(self):
        mesh, torus = self.config("mesh"), self.config("torus")
        cases = [("6x6 mesh, transposition", mesh, ("topology.dimensions=6x6",), transposition(6),
                  "dor", "o1turn"),
                 ("8x8 mesh, transposition", mesh, ("topology.dimensions=8x8",), transposition(8),
                  "dor", "romm"),
                 ("4x4 torus, all to all", torus, ("topology.dimensions=4x4",), None, "dor",
                  "romm")]
        lines = []
        for title, config, keys, pairs, single, several in cases:
            words = list(keys)
            if pairs is not None:
                path = self.folder / f"{title.replace(' ', '_').replace(',', '')}.txt"
                path.write_text(pairs, encoding="utf-8")
                words += ["schedule.collective=file", f"schedule.file={path}"]
            cells = []
            for routing, routes in ((single, "one"), (several, "several")):
                row, = self.rows(f"routes_{title.replace(' ', '_')}_{routes}", "schedule", config,
                                 *words, f"routing.algorithm={routing}",
                                 f"schedule.routes={routes}", "schedule.ports=no")
                cells += [f"`{routing}`", row["duration"], row["frames"], row["verdict"]]
            lines.append([title, *cells, row["least_duration"]])
        header = ["one route", "duration", "frames", "", "several", "duration", "frames", "",
                  "no choice has less than"]
        return "## Several routes for a pair\n\n" + markdown(["", *header], lines)

    def config(self, name):
        path = self.folder / f"{name}.ini"
        path.write_text(f"[topology]\nkind = {name}\n", encoding="utf-8")
        return path

    # ---- unequal bandwidths --------------------------------------------------------------------

    def bandwidths(self):
        torus, mesh = self.config("torus"), self.config("mesh")
        cases = [("8x4 torus, bandwidths 1 1", torus, "8x4", "1 1"),
                 ("8x4 torus, bandwidths 2 1", torus, "8x4", "2 1"),
                 ("6x4 torus, bandwidths 3 2", torus, "6x4", "3 2"),
                 ("4x4 mesh, bandwidths 2 1", mesh, "4x4", "2 1"),
                 ("4x4 mesh, bandwidths 1 1/2", mesh, "4x4", "1 1/2")]
        lines = []
        for title, config, dimensions, bandwidths in cases:
            name = f"{dimensions}_{bandwidths}".replace(" ", "_").replace("/", "_of_")
            row, = self.rows(f"bandwidth_{name}", "schedule", config, f"topology.dimensions={dimensions}",
                             "routing.algorithm=dor", "schedule.ports=no",
                             f"channel.bandwidth.by_dimension={bandwidths}",
                             "schedule.time_limit_seconds=30")
            lines.append([title, row["transfers"], row["duration"], row["bottlenecks"],
                          row["skeleton"], f"{float(row['liquid_throughput']):.4g}", row["frames"],
                          row["method"], row["verdict"]])
        header = ["transfers", "duration", "bottlenecks", "skeleton", "liquid throughput", "frames",
                  "method", "verdict"]
        return ("## Channels of unequal bandwidth: all to all, node channels left out\n\n"
                + markdown(["", *header], lines))


def drawn_requests(nodes, size, seed):
    draw = random.Random(1000 * size + seed)
    lines = []
    for source in range(nodes):
        for _ in range(size):
            destination = draw.randrange(nodes - 1)
            lines.append(f"{source} {destination + (destination >= source)}\n")
    return "".join(lines)


def transposition(k):
    return "".join(f"{x + k * y} {y + k * x}\n" for x in range(k) for y in range(k) if x != y)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("orthant", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("folder", type=lambda path: pathlib.Path(path).resolve())
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    study = Study(options.orthant, options.folder)
    try:
        text = "\n".join(part() for part in (study.rolling, study.not_liquid, study.batches,
                                             study.routes, study.bandwidths))
    except subprocess.CalledProcessError as error:
        print(f"failed: {' '.join(error.cmd)}", file=sys.stderr)
        return error.returncode
    (options.folder / "beyond.md").write_text(text, encoding="utf-8")
    print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
