"""The tables and pictures of Gabrielyan & Hersch 2004.

figure6: size of the skeletons; figure7: categories visited with all reductions over those without
any, where the enumeration without any ends; figure12 to figure15: the patterns on the cluster in
theory, simulated in both orders, and the times to schedule them.
"""
import math
import statistics
import sys

import drawing
from drawing import panels
from paper import light_grid
from study import markdown, percent, read_rows

ALLOCATION = "schedule.allocation"
METHODS = ("auto", "exact", "colouring", "round_robin")
SLOWEST = 2  # seconds that a pattern may take
QUICK = 0.1
FLITS = 1024  # of a message in configs/replay_t1.ini
BLUE, RED, GREY = "#0b5394", "#e0702c", "#777777"


class Results:
    """What the study has computed."""

    def __init__(self, study):
        self.table, self.rows, self.out = study.table, study.rows, study.out
        self.patterns = {method: self.schedules(f"patterns_{method}")
                         for method in (*METHODS, "milp")}
        self.order = self.patterns["auto"].sort_values(["nodes", "liquid_throughput"]).index
        replay = self.table("replay")
        if set(replay["verdict"]) != {"drained"}:
            sys.exit("replay.csv: a run has not drained")
        self.replay = replay.assign(throughput=replay["packets"] * FLITS / replay["cycles"])

    def schedules(self, name):
        """The rows of a campaign over allocations with the seconds that each took."""
        rows = self.table(name).set_index(ALLOCATION)
        rows["seconds"] = self.table(f"{name}_timing")["seconds"].to_numpy()
        rows["nodes"] = [sum(int(n) for n in allocation.split()) for allocation in rows.index]
        return rows

    def simulated(self, order, barrier):
        rows = self.replay[(self.replay["schedule.order"] == order)
                           & (self.replay["schedule.barrier"] == barrier)]
        return rows.set_index(ALLOCATION)["throughput"].reindex(self.order)

    def reductions(self):
        """(transfers, skeleton, categories without reductions, with all) of patterns that were
        enumerated."""
        found = []
        for path in sorted(self.out.glob("teams_*_counts.csv")):
            rows = {(row["blank"], row["idle"], row["skeleton"]): row for row in read_rows(path)
                    if row["what"] == "full_team"}
            none, every = rows["no", "no", "no"], rows["yes", "yes", "yes"]
            if (none["complete"], every["complete"]) != ("yes", "yes"):
                continue
            only, = read_rows(str(path).replace("_counts", ""))
            found.append((int(only["transfers"]), int(only["skeleton"]), int(none["categories"]),
                          int(every["categories"])))
        return sorted(found)


def pattern_table(results):
    auto = results.patterns["auto"]
    share = statistics.fmean(auto["skeleton"] / auto["transfers"])
    rows = [["patterns of nodes and duration", len(auto), 362],
            ["skeleton, mean share of the transfers", percent(share), "31.5 %"]]
    reductions = results.reductions()
    kept = [every / none for _, _, none, every in reductions]
    if kept:
        rows.append([f"categories visited with all reductions, of those without, mean of "
                     f"{len(kept)} patterns of 5 to 8 nodes",
                     f"{percent(statistics.fmean(kept))} (smallest {percent(min(kept))})",
                     "10.6 %, 23 patterns"])
    for method, name in (("auto", "auto"), ("exact", "exact, after DSATUR")):
        own = results.patterns[method]
        rows.append([f"{name}: liquid; below {QUICK} s; slowest",
                     f"{sum(own['verdict'] == 'liquid')} of {len(own)}; "
                     f"{percent((own['seconds'] < QUICK).mean())}; "
                     f"{own['seconds'].max():.3g} s", "all; over 97 % below 0.1 s; 2 s"])
    for method, name in (("colouring", "DSATUR"), ("round_robin", "round robin, first fit")):
        own = results.patterns[method]
        ratio = own["frames"] / own["duration"]
        rows.append([f"{name}: frames over the duration, mean and largest; liquid",
                     f"{ratio.mean():.3f}, {ratio.max():.3f}; {sum(ratio == 1)}", ""])
    for order, barrier, paper in (("liquid", "yes", "very close to 1"), ("liquid", "no", ""),
                                  ("round_robin", "yes", ""), ("round_robin", "no", ""),
                                  ("random", "yes", ""), ("random", "no", "")):
        own = results.simulated(order, barrier) / auto["liquid_throughput"].reindex(results.order)
        frames = "with barriers" if barrier == "yes" else "free running"
        rows.append([f"simulated, {order.replace('_', ' ')}, {frames}: share of the liquid "
                     f"throughput, mean and least",
                     f"{own.mean():.3f}, {own.min():.3f}", paper])
    gain = results.simulated("liquid", "yes") / results.simulated("round_robin", "no")
    rows.append(["simulated, liquid with barriers over round robin free running: mean, largest; "
                 "share of the patterns "
                 "with 1.5 or more",
                 f"{gain.mean():.2f}, {gain.max():.2f}; {percent((gain >= 1.5).mean())}",
                 "1.5 to 2 for most"])
    milp = results.patterns["milp"]
    reference = auto["seconds"].reindex(milp.index)
    ratios = milp["seconds"] / reference
    out_of_time = sum(milp["method"] != "milp")
    least = "at least " if out_of_time else ""
    rows.append([f"integer program over auto, {len(milp)} patterns ({out_of_time} out of time): "
                 f"geometric and arithmetic mean of the ratios of times",
                 f"{least}{math.exp(statistics.fmean(map(math.log, ratios))):.3g}, "
                 f"{least}{ratios.mean():.3g}",
                 "about 4,000"])
    return markdown(["what", "here", "paper"], rows)


def example_table(results):
    example, = results.rows("example")
    no_team, = results.rows("no_team")
    counts = results.rows("example_teams")
    found = {what: sorted({row["found"] for row in counts if row["what"] == what})
             for what in ("full_simultaneity", "full_team")}
    rows = [["transfers", example["transfers"], 25], ["duration", example["duration"], 6],
            ["bottlenecks", example["bottlenecks"], 2], ["skeleton", example["skeleton"], 12],
            ["full simultaneities, every combination of reductions",
             ", ".join(found["full_simultaneity"]), 84],
            ["full teams, every combination", ", ".join(found["full_team"]), 72],
            ["frames of the schedule", example["frames"], 6],
            ["Figure 9: frames, liquid", f"{no_team['frames']}, {no_team['verdict']}", "3, none"]]
    return markdown(["Figure 3", "here", "paper"], rows)


def tori_table(results):
    rows = []
    for name in ("torus_all", "mesh_all", "torus_source"):
        own = results.table(name)
        seconds = results.table(f"{name}_timing")["seconds"]
        ties = "source" if name == "torus_source" else "parity"
        rows += [[f"{row['topology.dimensions']} {row['topology']}", ties if row["topology"]
                  == "torus" else "",
                  row["transfers"], row["duration"], row["frames"], row["verdict"], row["method"],
                  f"{second:.2g}"]
                 for (_, row), second in zip(own.iterrows(), seconds)]
    return markdown(["all-to-all, ports = no", "ties", "transfers", "duration", "frames", "verdict",
                     "method", "seconds"], rows)


def figure6(axes, results):
    auto = results.patterns["auto"]
    axes.plot(auto["transfers"], auto["transfers"], color=GREY, lw=1, label="transfers")
    axes.plot(auto["transfers"], auto["skeleton"], "o", color=BLUE, ms=2.5, label="skeleton")
    axes.set(xlabel="transfers of the pattern", ylabel="transfers",
             title="skeletons of 362 patterns")


def figure7(axes, results):
    found = results.reductions()
    axes.bar(range(len(found)), [100 * every / none for _, _, none, every in found], color=BLUE)
    axes.set_xticks(range(len(found)), [str(transfers) for transfers, *_ in found], fontsize=7,
                    rotation=90)
    axes.set(xlabel="transfers of the pattern", ylabel="categories visited (%)", ylim=(0, 100),
             title="blank, idle and skeleton reductions")


def figure12(axes, results):
    auto = results.patterns["auto"]
    axes.plot(auto["nodes"], auto["liquid_throughput"], "o", color=BLUE, ms=2.5)
    axes.set(xlabel="nodes", ylabel="liquid throughput (messages at a time)", title="362 patterns")


def theory_and_simulation(axes, results, order, name, looks):
    """`looks`: (schedule.barrier, colour), the front one last."""
    theory = results.patterns["auto"]["liquid_throughput"].reindex(results.order)
    axes.plot(range(len(theory)), theory.to_numpy(), color="black", lw=1, label="liquid throughput")
    axes.set(xlabel="pattern, by nodes and liquid throughput",
             ylabel="throughput (flits per cycle)", ylim=(0, None),
             title=f"simulated, messages of {FLITS} flits")
    for barrier, colour in looks:
        frames = "with barriers" if barrier == "yes" else "free running"
        axes.plot(results.simulated(order, barrier).to_numpy(), "o", color=colour, ms=2,
                  label=f"{name}, {frames}")


def figure13(axes, results):
    theory_and_simulation(axes, results, "round_robin", "round robin", [("no", RED), ("yes", GREY)])


def figure14(axes, results):
    theory_and_simulation(axes, results, "liquid", "liquid schedule", [("yes", BLUE), ("no", GREY)])


def figure15(axes, results):
    for method, colour, marker, name in (("auto", BLUE, "o", "auto"),
                                         ("exact", GREY, ".", "exact, after DSATUR")):
        own = results.patterns[method]
        axes.plot(own["transfers"], own["seconds"], marker, ls="", color=colour, ms=3, label=name)
    milp = results.patterns["milp"]
    solved = milp[milp["method"] == "milp"]
    late = milp[milp["method"] != "milp"]
    axes.plot(solved["transfers"], solved["seconds"], "s", color=RED, ms=3.5,
              label="integer program")
    axes.plot(late["transfers"], late["seconds"], "s", color=RED, mfc="white", ms=3.5,
              label="out of time")
    axes.set(xlabel="transfers of the pattern", ylabel="time (s)", yscale="log", title="one core",
             ylim=(None, 300))


def write(study):
    """All tables and pictures. Returns 1 where a pattern is not solved, or takes long."""
    results = Results(study)
    for number, figure in ((6, figure6), (7, figure7), (12, figure12), (13, figure13),
                           (14, figure14), (15, figure15)):
        fig, ((axes,),) = panels(1, 1, (6.2, 3.9))
        figure(axes, results)
        light_grid(axes)
        if axes.get_legend_handles_labels()[0]:
            axes.legend(loc="upper left", ncol=2 if number == 15 else 1)
        drawing.write(fig, study.out / f"figure{number}")
    study.report("\n".join([example_table(results), pattern_table(results), tori_table(results)]))
    auto = results.patterns["auto"]
    return 0 if (auto["verdict"] == "liquid").all() and auto["seconds"].max() < SLOWEST else 1
