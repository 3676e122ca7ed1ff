#!/usr/bin/python3
"""Compares Orthant with BookSim 2: mean latency at every load, the knee, and the accepted load in overload.

Runs configs/validation/booksim_*.ini and reads BookSim's curves from tests/data/booksim_curves.csv. A point
counts when its load is at most 85 % of BookSim's knee, the load at which the mean latency is three times
the latency at the lowest load (linear interpolation). Exits with 1 when a network has more than 5 % of its points
beyond 3 %, a knee that is off by more than 5 %, or accepts in overload more than 10 % more or less. The networks
named adaptive_* are shown and do not count: BookSim's routing is another one there (docs/validation_booksim.md).
"""
import argparse
import fnmatch
import pathlib
import subprocess
import sys

import pandas as pd

ROOT = pathlib.Path(__file__).resolve().parent.parent
LATENCY_TOLERANCE = 0.03
KNEE_TOLERANCE = 0.05
POINTS_WITHIN = 0.95
OVERLOAD_TOLERANCE = 0.10
OTHER_ROUTING = "adaptive_"  # names of networks that begin so


def knee(curve):
    """Load at which `curve` (a series of latencies indexed by load) reaches three times its first value."""
    limit = 3 * curve.iloc[0]
    for (x0, y0), (x1, y1) in zip(curve.items(), list(curve.items())[1:]):
        if y0 < limit <= y1:
            return x0 + (x1 - x0) * (limit - y0) / (y1 - y0)
    return None


def run(orthant, config, out, *overrides):
    # BookSim drains beyond the knee too, and the latency there is what the knee is found by.
    subprocess.run([orthant, "sweep", str(config), "run.drain_saturated=yes", *overrides, "-o", str(out), "-q"],
                   check=True)
    return pd.read_csv(out)


def overload(orthant, config, out, theirs):
    """(accepted by BookSim, by Orthant) at the load of BookSim's overload run; None without one."""
    if theirs.empty:
        return None
    ours = run(orthant, config, out, f"traffic.load={theirs['offered'].iloc[0]}", "run.repetitions=3",
               "run.drain_cycles=1")  # what is accepted is counted in the window
    return theirs["accepted"].mean(), ours["accepted_flits"].mean()


def compare(name, reference, ours):
    """Rows of the comparison of one network, and what there is to say about it."""
    theirs = reference.groupby("offered")["pkt_lat"].mean()
    mine = ours.groupby("load")["latency_mean"].mean()
    error = ours.groupby("load")["latency_mean"].sem()
    knees = knee(theirs), knee(mine)
    last = knees[0] if knees[0] is not None else theirs.index[-1]
    rows = pd.DataFrame({"booksim": theirs, "orthant": mine, "orthant_error": error}).dropna(
        subset=["booksim", "orthant"])
    rows["difference"] = rows["orthant"] / rows["booksim"] - 1
    rows["counts"] = rows.index <= 0.85 * last
    rows.insert(0, "network", name)
    counted = rows[rows["counts"]]
    within = (counted["difference"].abs() <= LATENCY_TOLERANCE).mean()
    return rows, knees, within


def knee_agrees(knees, reference):
    theirs, ours = knees
    if ours is None:
        return theirs is None  # neither rises so far at these loads
    if theirs is None:  # BookSim ran no stable point there: the knee lies between two of its loads
        stable = reference[reference["pkt_lat"] < 3 * reference["pkt_lat"].iloc[0]]["offered"].max()
        return stable <= ours
    return abs(ours / theirs - 1) <= KNEE_TOLERANCE


def plot(all_rows, path):
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    names = list(all_rows["network"].unique())
    columns = 3 if len(names) <= 9 else 4
    lines = -(-len(names) // columns)
    figure, axes = plt.subplots(lines, columns, figsize=(3.6 * columns, 3 * lines), constrained_layout=True,
                                squeeze=False)
    for axis in axes.flat[len(names):]:
        axis.axis("off")
    for axis, name in zip(axes.flat, names):
        rows = all_rows[all_rows["network"] == name]
        axis.plot(rows.index, rows["orthant"], color="#1f5fa8", label="Orthant", zorder=2)
        axis.plot(rows.index, rows["booksim"], "o", mfc="none", color="#c2410c", label="BookSim 2", zorder=3)
        axis.set_ylim(0, 5 * rows["booksim"].iloc[0])
        axis.set_xlim(left=0)
        axis.set_title(name, fontsize=10)
        axis.grid(alpha=0.25)
    for axis in axes.flat[max(0, len(names) - columns):len(names)]:
        axis.set_xlabel("offered load (flits/node/cycle)")
    for axis in axes[:, 0]:
        axis.set_ylabel("mean latency (cycles)")
    axes.flat[0].legend(frameon=False)
    figure.savefig(path, dpi=110)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--orthant", default=str(ROOT / "build" / "orthant"), help="the binary (%(default)s)")
    parser.add_argument("--reference", default=str(ROOT / "tests/data/booksim_curves.csv"),
                        help="BookSim's curves (%(default)s)")
    parser.add_argument("--out", default=str(ROOT / "out" / "booksim"), help="folder for results (%(default)s)")
    parser.add_argument("--plot", metavar="FILE", help="also draw all curves into FILE")
    parser.add_argument("--only", metavar="NAMES", default="*",
                        help="these networks only, such as c_mesh88_2vc_uniform or 'romm_*,val_*'")
    args = parser.parse_args()
    out = pathlib.Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    rows = pd.read_csv(args.reference)
    reference = rows[(rows["mode"] == "latency") & rows["pkt_lat"].notna()]
    beyond = rows[rows["mode"] == "throughput"]
    failed = []
    tables = []
    for config in sorted((ROOT / "configs/validation").glob("booksim_*.ini")):
        name = config.stem.removeprefix("booksim_")
        if not any(fnmatch.fnmatch(name, wanted) for wanted in args.only.split(",")):
            continue
        theirs = reference[reference["config_id"] == name]
        rows, knees, within = compare(name, theirs, run(args.orthant, config, out / f"{name}.csv"))
        tables.append(rows)
        accepted = overload(args.orthant, config, out / f"{name}_overload.csv", beyond[beyond["config_id"] == name])
        good = (within >= POINTS_WITHIN and knee_agrees(knees, theirs)
                and (accepted is None or abs(accepted[1] / accepted[0] - 1) <= OVERLOAD_TOLERANCE))
        mark = "" if good else "  <- outside"
        if name.startswith(OTHER_ROUTING):
            mark = "  (another routing)"
        elif not good:
            failed.append(name)
        shown = ["none" if k is None else f"{k:.4f}" for k in knees]
        print(f"{name}: {within:.0%} of {int(rows['counts'].sum())} points within 3 %, "
              f"knee {shown[1]} (BookSim {shown[0]}){mark}")
        if accepted:
            print(f"  in overload accepts {accepted[1]:.4f} (BookSim {accepted[0]:.4f}, "
                  f"{accepted[1] / accepted[0] - 1:+.2%})")
        for load, row in rows.iterrows():
            mark = "" if row["counts"] else "  beyond 85 % of the knee"
            print(f"  {load:<6g} BookSim {row['booksim']:8.2f}  Orthant {row['orthant']:8.2f} "
                  f"+- {row['orthant_error']:.2f}  {row['difference']:+7.2%}{mark}")
    if args.plot:
        plot(pd.concat(tables), args.plot)
    if failed:
        sys.exit(f"validate_booksim: outside the tolerances: {', '.join(failed)}")


if __name__ == "__main__":
    main()
