"""The experiment of Versaci 2013: its runs, the results of the paper and of its simulator, and
those computed here."""
import collections
import math

from study import DATA, read_rows

REFERENCE = DATA / "outflank" / "lifetimes.csv"

ROUTINGS = {"abr": "ABR", "por": "POR", "ofr": "OFR"}
PATTERNS = {"butterfly": "Butterfly/FFT", "transpose": "Transposition",
            "rotate_3d": "3D Transposition", "uniform": "Uniform", "bit_reverse": "Bit-Reverse"}
SIZES = (8, 16)
# The last load of each pattern, in hundredths of gamma0; the first is 10, the step 5.
LAST_LOAD = {"butterfly": 100, "transpose": 80, "rotate_3d": 60, "uniform": 100, "bit_reverse": 80}
# A network sustains a load where the mean lifetime is at most this, us: the heights that give Table
# 2 from
# the lifetimes of its simulator. The paper does not name its own.
LIFETIME_LIMIT_US = {(8, "butterfly"): 28, (8, "transpose"): 50, (8, "rotate_3d"): 40,
                     (8, "uniform"): 24,
                     (8, "bit_reverse"): 26, (16, "butterfly"): 48, (16, "transpose"): 60,
                     (16, "rotate_3d"): 100, (16, "uniform"): 36, (16, "bit_reverse"): 41}
GIVE_UP = 1.25  # times the limit: a run ends when its mean lifetime is certain to be beyond that
# Table 2: gamma* in hundredths of gamma0, by pattern: ABR, POR, OFR.
TABLE2 = {8: {"butterfly": (30, 55, 60), "transpose": (50, 60, 50), "rotate_3d": (25, 45, 45),
              "uniform": (55, 70, 70), "bit_reverse": (35, 60, 50)},
          16: {"butterfly": (35, 55, 75), "transpose": (55, 70, 75), "rotate_3d": (20, 40, 35),
               "uniform": (70, 80, 80), "bit_reverse": (40, 50, 60)}}
# Table 3, k = 16: OIDN, WIDN and all of OFR, POR.
TABLE3 = {"butterfly": (0.31, 0.10, 0.41, 0.35), "transpose": (0.04, 0.10, 0.14, 0.10),
          "rotate_3d": (0.32, 0.20, 0.52, 0.53), "uniform": (0.06, 0.12, 0.18, 0.13),
          "bit_reverse": (0.09, 0.12, 0.21, 0.24)}

# Which direction packets take half way round a ring: the paper's simulator always plus.
TIES = ("plus", "split")
# The node models: the paper's, whose full routers refuse, and one with credits. The config of each
# and its cycle.
RouterModel = collections.namedtuple("RouterModel", "config cycle_ns")
ROUTERS = {"refusing": RouterModel("outflank/table2", 1),
           "credits": RouterModel("outflank/credit", 204.8)}


class Setting(collections.namedtuple("Setting", "ties router", defaults=(TIES[0], "refusing"))):
    """What the runs have in common beside pattern, routing and load; the default is the paper's."""

    @property
    def name(self):
        """Of the folder of the runs and of their table."""
        if self == Setting():
            return "runs"
        return f"runs_{self.ties}" + ("" if self.router == "refusing" else f"_{self.router}")

    def table(self, folder):
        return folder / f"{self.name}.csv"


def loads_of(pattern):
    """The loads at which a pattern is run, in hundredths of gamma0."""
    return range(10, LAST_LOAD[pattern] + 1, 5)


def dimensions_of(k, pattern):
    """The transposition needs a square number of nodes."""
    return "8x8x16" if (k, pattern) == (8, "transpose") else "x".join([str(k)] * 3)


def k_of(dimensions):
    return int(dimensions.split("x")[0])


def series_of(sizes=SIZES):
    """All (k, pattern, routing)."""
    return [(k, pattern, routing) for k in sizes for pattern in PATTERNS for routing in ROUTINGS]


def paper_limit(k, pattern, routing):
    """Gamma* of Table 2, in hundredths of gamma0."""
    return TABLE2[k][pattern][list(ROUTINGS).index(routing)]


def hundredths(load):
    return round(100 * float(load))


def number(text):
    return float(text) if text else None


class Run(collections.namedtuple("Run", "lifetime_us derouted outflank wraparound refused",
                                 defaults=(None,) * 4)):
    """Mean lifetime, infinite where the run was given up, and shares of derouted packets and of
    refused transmissions at one load."""


class Experiment:
    """Runs by (k, pattern, routing), then by load in hundredths of gamma0."""

    def __init__(self):
        self.runs = {}

    def add(self, series, load, run):
        self.runs.setdefault(series, {})[load] = run

    def of(self, series):
        return self.runs.get(series, {})

    def sustained(self, series):
        """Gamma* in hundredths of gamma0: the last load before the first whose mean lifetime is
        beyond the limit, 0 where that is the first of all; None as long as the runs leave it
        open."""
        loads, runs = loads_of(series[1]), self.of(series)
        beyond = [load for load in runs if not is_sustained(series, runs[load])]
        end = min(beyond, default=loads[-1] + loads.step)
        before = end - loads.step
        return 0 if end == loads[0] else before if before in runs else None


def is_sustained(series, run):
    return run.lifetime_us <= LIFETIME_LIMIT_US[series[:2]]


def author():
    """The mean lifetimes that the paper's author published."""
    experiment = Experiment()
    for row in read_rows(REFERENCE):
        if row["pattern"] in PATTERNS:
            experiment.add((k_of(row["dimensions"]), row["pattern"], row["routing"]),
                           hundredths(row["load_capacity"]),
                           Run(float(row["lifetime_mean_ns"]) / 1000,
                               float(row["derouted_fraction"]),
                               float(row["oidn_fraction"]), float(row["widn_fraction"])))
    return experiment


def ours(path):
    """The runs of a table that `orthant sweep` wrote."""
    experiment = Experiment()
    for row in read_rows(path):
        series = (k_of(row["dimensions"]), row["pattern"], row["routing"])
        given_up = row["verdict"] == "saturated"
        experiment.add(series, hundredths(row["load"]),
                       Run(math.inf if given_up else float(row["latency_mean_ns"]) / 1000,
                           *(number(row.get(f"{share}_fraction"))
                             for share in ("derouted", "oidn", "widn", "refused"))))
    return experiment


# How far a mean lifetime may be off, by what makes it differ: the destinations of uniform traffic
# are drawn
# from other random numbers; elsewhere the order of events at the same instant counts, and least
# where a
# message has left the network before the next one: there the author's lifetime is that of the
# lowest load.
TOLERANCE = {"uniform": 0.03, "butterfly, messages apart": 0.001}
PERMUTATION_TOLERANCE = 0.01
SAME_LIFETIME = 1e-4


def kind_of(series, load, reference):
    runs = reference.of(series)
    lowest = runs[min(runs)].lifetime_us
    if series[1] == "butterfly" and abs(runs[load].lifetime_us / lowest - 1) <= SAME_LIFETIME:
        return "butterfly, messages apart"
    return series[1]


def compare(results, reference):
    """A row for every load that the author's network sustains and that was run."""
    rows = []
    for series, runs in sorted(results.runs.items()):
        for load, run in sorted(runs.items()):
            published = reference.of(series).get(load)
            if published is None or not is_sustained(series, published):
                continue
            kind = kind_of(series, load, reference)
            tolerance = TOLERANCE.get(kind, PERMUTATION_TOLERANCE)
            off = run.lifetime_us / published.lifetime_us - 1
            rows.append({"k": series[0], "pattern": series[1], "routing": series[2], "load": load
                         / 100,
                         "kind": kind, "author_us": published.lifetime_us,
                         "orthant_us": run.lifetime_us,
                         "relative_difference": off, "tolerance": tolerance,
                         "agrees": "yes" if abs(off) <= tolerance else "no"})
    return rows
