#!/usr/bin/python3
"""Compares Orthant with BookSim 2: mean latency at every load, the knee, and the accepted load in
overload.

Runs configs/validation/booksim_*.ini and reads BookSim's curves from tests/data/booksim_curves.csv.
A point counts when its load is at most 85 % of BookSim's knee, the load at which the mean latency
is three times the latency at the lowest load (linear interpolation). Writes booksim.md and
booksim.png. Exits with 1 when a network has more than 5 % of its points beyond 3 %, a knee that is
off by more than 5 %, or accepts in overload more than 10 % more or less. The networks named
adaptive_* are shown and do not count: BookSim's routing is another one there
(docs/validation_booksim.md).
"""
import fnmatch
import pathlib
import sys

import pandas as pd

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
from drawing import panels, write
from paper import light_grid
from study import CONFIGS, DATA, Study, markdown, percent

LATENCY_TOLERANCE = 0.03
KNEE_TOLERANCE = 0.05
POINTS_WITHIN = 0.95
OVERLOAD_TOLERANCE = 0.10
OTHER_ROUTING = "adaptive_"  # names of networks that begin so


def knee(curve):
    """Load at which `curve` (latencies indexed by load) reaches three times its first value; None
    where it does not."""
    limit = 3 * curve.iloc[0]
    for (x0, y0), (x1, y1) in zip(curve.items(), list(curve.items())[1:]):
        if y0 < limit <= y1:
            return x0 + (x1 - x0) * (limit - y0) / (y1 - y0)
    return None


def simulate(study, config, name, *keys):
    # BookSim drains beyond the knee too, and the latency there is what the knee is found by.
    study.run("sweep", config, name, "run.drain_saturated=yes", *keys)
    return study.table(name)


def overload(study, config, name, theirs):
    """(accepted by BookSim, by Orthant) at the load of BookSim's overload run; None without one."""
    if theirs.empty:
        return None
    ours = simulate(study, config, f"{name}_overload", f"traffic.load={theirs['offered'].iloc[0]}",
                    "run.repetitions=3",
                    "run.drain_cycles=1")  # what is accepted is counted in the window
    return theirs["accepted"].mean(), ours["accepted_flits"].mean()


def compare(name, reference, ours):
    """Rows of the comparison of one network, the two knees, and the share of its points within the
    tolerance."""
    theirs = reference.groupby("offered")["pkt_lat"].mean()
    mine = ours.groupby("load")["latency_mean"].mean()
    knees = knee(theirs), knee(mine)
    rows = pd.DataFrame({"booksim": theirs, "orthant": mine}).dropna()
    rows["difference"] = rows["orthant"] / rows["booksim"] - 1
    rows["counts"] = rows.index <= 0.85 * (theirs.index[-1] if knees[0] is None else knees[0])
    rows.insert(0, "network", name)
    return rows, knees, (rows[rows["counts"]]["difference"].abs() <= LATENCY_TOLERANCE).mean()


def knee_agrees(knees, reference):
    theirs, ours = knees
    if ours is None:
        return theirs is None  # neither rises so far at these loads
    if theirs is None:  # BookSim ran no stable point there: the knee lies between two of its loads
        stable = reference[reference["pkt_lat"] < 3 * reference["pkt_lat"].iloc[0]]["offered"].max()
        return stable <= ours
    return abs(ours / theirs - 1) <= KNEE_TOLERANCE


def draw(all_rows):
    names = list(all_rows["network"].unique())
    columns = min(len(names), 3 if len(names) <= 9 else 4)
    fig, grid = panels(-(-len(names) // columns), columns,
                       (3.6 * columns, 3 * -(-len(names) // columns)))
    for axes in grid.flat[len(names):]:
        axes.axis("off")
    for axes, name in zip(grid.flat, names):
        rows = all_rows[all_rows["network"] == name]
        axes.plot(rows.index, rows["orthant"], color="#1f5fa8", label="Orthant", zorder=2)
        axes.plot(rows.index, rows["booksim"], "o", mfc="none", color="#c2410c", label="BookSim 2",
                  zorder=3)
        axes.set(xlim=(0, None), ylim=(0, 5 * rows["booksim"].iloc[0]), title=name,
                 xlabel="offered load (flits/node/cycle)")
        light_grid(axes)
    for axes in grid[:, 0]:
        axes.set_ylabel("mean latency (cycles)")
    grid.flat[0].legend(frameon=False)
    return fig


def main():
    study = Study("booksim", __doc__, lambda parser: parser.add_argument(
        "--only", metavar="NAMES", default="*", help="networks, such as 'romm_*,val_*'"))
    rows = pd.read_csv(DATA / "booksim_curves.csv")
    reference, beyond = rows[(rows["mode"] == "latency")
                             & rows["pkt_lat"].notna()], rows[rows["mode"] == "throughput"]
    failed, points, networks = [], [], []
    for config in sorted((CONFIGS / "validation").glob("booksim_*.ini")):
        name = config.stem.removeprefix("booksim_")
        if not any(fnmatch.fnmatch(name, wanted) for wanted in study.options.only.split(",")):
            continue
        theirs = reference[reference["config_id"] == name]
        found, knees, within = compare(name, theirs, simulate(study, config, name))
        accepted = overload(study, config, name, beyond[beyond["config_id"] == name])
        good = (within >= POINTS_WITHIN and knee_agrees(knees, theirs)
                and (accepted is None or abs(accepted[1] / accepted[0] - 1) <= OVERLOAD_TOLERANCE))
        other = name.startswith(OTHER_ROUTING)
        failed += [] if good or other else [name]
        points.append(found)
        counted = found[found["counts"]]
        networks.append([name, len(counted), round(within * len(counted)),
                         percent(counted["difference"].abs().max()),
                         *("none" if load is None else f"{load:.4f}" for load in reversed(knees)),
                         *((f"{accepted[1]:.4f}", f"{accepted[0]:.4f}") if accepted else ("", "")),
                         "another routing" if other else "" if good else "outside"])
    points = pd.concat(points)
    write(draw(points), study.out / "booksim")
    study.report(
        markdown(["network", "points up to 85 % of the knee", "within 3 %", "largest difference",
                  "knee Orthant",
                  "knee BookSim", "overload Orthant", "overload BookSim", ""], networks) + "\n"
        + markdown(["network", "load", "BookSim", "Orthant", "difference", ""],
                   [[row.network, f"{row.Index:g}", f"{row.booksim:.2f}", f"{row.orthant:.2f}",
                     percent(row.difference, 2),
                     "" if row.counts else "beyond 85 % of the knee"]
                    for row in points.itertuples()]))
    return f"outside the tolerances: {', '.join(failed)}" if failed else 0


if __name__ == "__main__":
    sys.exit(main())
