#!/usr/bin/python3
"""Examines what Gabrielyan & Hersch 2004 leave open: schedules that roll on for continuous traffic
(section 2.2), several routes for a pair (section 9), and channels of unequal bandwidth. Writes a
CSV file for each row of a table and beyond.md.
"""
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import study
from study import DATA, UNFINISHED, markdown

NO_TEAM = DATA / "liquid" / "paper_fig9_noteam.txt"
ROLLING = (("8x8 torus, all to all", "replay_torus"),
           ("Swiss-T1, 16 nodes to 16", "replay_t1"))
REPETITIONS = (1, 2, 4, 8)
FLITS = 1024
BATCHES = (1, 2, 4, 8, 16, 32)  # messages of every node
SEEDS = 5


class Beyond(study.Study):
    def only(self, verb, config, name, *words):
        """The row of a verb; a schedule that is not known to be the shortest is no failure."""
        self.run(verb, config, name, *words, codes=(0, UNFINISHED), once=True)
        row, = self.rows(name)
        return row

    def file(self, name, text):
        path = self.out / name
        path.write_text(text, encoding="utf-8")
        return path

    def config(self, name):
        return self.file(f"{name}.ini", f"[topology]\nkind = {name}\n")

    def rolling(self):
        lines = []
        for title, config in ROLLING:
            bound = self.only("schedule", config, f"bound_{config}")
            for repetitions in REPETITIONS:
                cells = []
                for barrier in ("yes", "rolling", "no"):
                    row = self.only("run", config, f"rolling_{config}_{repetitions}_{barrier}",
                                    f"schedule.repetitions={repetitions}",
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
        pairs = self.file("five_ring.txt", "".join(f"{i} {(i + 2) % 5}\n" for i in range(5)))
        ring = ("topology.dimensions=5", "routing.algorithm=dor",
                "schedule.collective=file", f"schedule.file={pairs}", "schedule.ports=no")
        lines = []
        for title, config, words in (("Figure 9, which has no team", None, ("--case", NO_TEAM)),
                                     ("two hops on a ring of 5", self.config("torus"), ring)):
            cells = []
            for repetitions in (1, 2, 3, 4):
                row = self.only("schedule", config, f"repeated_{title.split()[0]}_{repetitions}",
                                *words, f"schedule.repetitions={repetitions}")
                cells.append(f"{row['frames']} / {row['duration']}, {row['verdict']}")
            lines.append([title, *cells])
        return ("## Patterns without a liquid schedule: frames / duration of so many "
                "repetitions\n\n" + markdown(["", *(1, 2, 3, 4)], lines))

    def batches(self):
        """Requests that come at random, scheduled batch by batch."""
        networks = {"8x8 torus": ("all_to_all", ("topology.dimensions=8x8",), 64),
                    "Swiss-T1": ("swiss_t1", (), 32)}
        lines = []
        for title, (config, keys, nodes) in networks.items():
            cells = []
            for size in BATCHES:
                frames = duration = requests = 0
                for seed in range(SEEDS):
                    name = f"batch_{config}_{size}_{seed}"
                    pairs = self.file(f"{name}.txt", drawn_requests(nodes, size, seed))
                    row = self.only("schedule", config, name, *keys, "schedule.collective=file",
                                    f"schedule.file={pairs}", "schedule.time_limit_seconds=5")
                    frames += int(row["frames"])
                    duration += int(row["duration"])
                    requests += int(row["transfers"])
                each = requests / nodes
                cells.append(f"{each / frames:.3f} of {each / duration:.3f}")
            limit = self.only("schedule", config, f"batch_limit_{config}", *keys,
                              "schedule.collective=all_to_all", "schedule.time_limit_seconds=5")
            each = int(limit["transfers"]) / nodes / int(limit["duration"])
            lines.append([title, *cells, f"{each:.3f}"])
        return (f"## Requests at random, batch by batch: messages a node and frame, scheduled and "
                f"at the liquid throughput, {SEEDS} batches\n\n"
                + markdown(["messages of a node", *BATCHES, "all to all"], lines))

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
                path = self.file(f"{title.replace(' ', '_').replace(',', '')}.txt", pairs)
                words += ["schedule.collective=file", f"schedule.file={path}"]
            cells = []
            for routing, routes in ((single, "one"), (several, "several")):
                row = self.only("schedule", config, f"routes_{title.replace(' ', '_')}_{routes}",
                                *words,
                                f"routing.algorithm={routing}", f"schedule.routes={routes}",
                                "schedule.ports=no")
                cells += [f"`{routing}`", row["duration"], row["frames"], row["verdict"]]
            lines.append([title, *cells, row["least_duration"]])
        header = ["one route", "duration", "frames", "", "several", "duration", "frames", "",
                  "no choice has less than"]
        return "## Several routes for a pair\n\n" + markdown(["", *header], lines)

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
            row = self.only("schedule", config, f"bandwidth_{name}",
                            f"topology.dimensions={dimensions}",
                            "routing.algorithm=dor", "schedule.ports=no",
                            "schedule.time_limit_seconds=30",
                            f"channel.bandwidth.by_dimension={bandwidths}")
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
    beyond = Beyond("liquid_beyond", __doc__)
    beyond.report("\n".join(part() for part in (beyond.rolling, beyond.not_liquid, beyond.batches,
                                                beyond.routes,
                                               beyond.bandwidths)), "beyond")


if __name__ == "__main__":
    main()
