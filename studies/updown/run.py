#!/usr/bin/python3
"""Recomputes the results of Zakrevski, Jaiswal & Karpovsky 2000 about up/down routing on irregular
networks.

Over many random graphs with six links a router: path lengths and predicted saturation beside
independent means over 200 other graphs (averages.md), simulated saturation beside an independent
simulator (saturation.md), and their Figures 2, 3 and 4 with confidence bands. What a second virtual
network gains by the exact loads, where a channel serves whichever network has flits, and where the
networks alternate (multiplexing.md); the least distance of routers whose path is longer than
necessary, by the number of virtual networks (networks.md); global over local knowledge by the
degree (degrees.md); latency with round robin and first come, first served (first_come.md); what
routers store against what the network carries (memory.md and .png). Exits with 1 where a mean over
graphs or a simulated saturation is too far from the independent one.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import report
from report import DEGREE, NETWORKS, SEED, SIZE, TIE
from study import Study

# Of the latency curves, by figure, routers and virtual networks: H and the step of their ten loads.
CURVES = {("figure2", 64, 1): ((1, 0.012), (16, 0.014), (32, 0.02), (50, 0.03), (64, 0.04)),
          ("figure4_1", 256, 1): ((1, 0.003), (50, 0.004), (256, 0.012)),
          ("figure4_2", 256, 2): ((1, 0.005), (50, 0.008), (256, 0.044))}
FIRST_COME = {1: "0.04,0.08,0.1,0.12", 64: "0.16,0.24,0.32,0.36,0.4"}  # H, loads
# Networks: H, ties.
SATURATION = {1: ("1,16,32,64", "lowest_id,random,max_label"), 2: ("1,32,64", "random,max_label")}


def analyze(study, graphs):
    def analyze(name, **keys):
        options = keys.pop("options", ())
        study.run("analyze", "irregular/averages", name, *words(keys), *options)

    seeds = f"1:{graphs}:1"
    analyze("averages", **{SEED: f"1:{20 * graphs}:1"})
    for seed in range(1, graphs + 1):
        one = {SEED: seed, TIE: "lowest_id"}
        for networks in (1, 2, 3, 4):
            analyze(f"networks_{networks}_{seed}", routers=120,
                    **{DEGREE: 3, **one, SIZE: 120, NETWORKS: networks},
                    options=("--pairs", study.path(f"pairs_{networks}_{seed}")))
        for routers in (64, 256):
            analyze(f"graph_{routers}_{seed}", routers=routers,
                    **{DEGREE: 6, **one, SIZE: routers, NETWORKS: 1},
                    options=("--graph", study.out / f"graph_{routers}_{seed}.edges"))
    analyze("degrees", routers=64, **{DEGREE: "5,6,8,10,11,15,20", SIZE: "1,64", NETWORKS: 1})
    analyze("memory_bounds", routers="64,256", **{SEED: seeds, SIZE: "1,2,4,8,16,32,50,64,128,256",
                                                  TIE: "random", NETWORKS: 1})
    analyze("multiplexing", routers="64,256", **{SEED: seeds, SIZE: "1,50,256", TIE: "random"})


def simulate(study, graphs):
    def simulate(verb, name, **keys):
        study.run(verb, "irregular/random", name, *words({SEED: f"1:{graphs}:1", **keys}))

    for networks, (sizes, ties) in SATURATION.items():  # each network in a VC of its own
        simulate("saturate", f"saturation_{networks}", routers="32,64", **{
            SIZE: sizes, TIE: ties, NETWORKS: networks, "router.vcs": networks,
                                                                           "run.tolerance": 0.005})
    for (figure, routers, networks), curves in CURVES.items():
        for size, step in curves:
            simulate("sweep", f"{figure}_{size}", routers=routers, **{
                SIZE: size, NETWORKS: networks, "router.vcs": networks,
                "traffic.load": f"{step}:{10.001 * step:.6g}:{step}"})
    simulate("saturate", "figure3", routers="32,64,128,256",
             **{SIZE: "1,16,256", "run.tolerance": 0.005})
    for size, loads in FIRST_COME.items():
        simulate("sweep", f"first_come_{size}", **{SIZE: size, "traffic.load": loads,
                                                   "router.arbitration": "round_robin,fcfs"})


def words(keys):
    return [f"{'topology.routers' if key == 'routers' else key}={value}" for key,
            value in keys.items()]


def main():
    study = Study("updown", __doc__, lambda parser: parser.add_argument(
        "--graphs", type=int, default=10, metavar="N", help="for each point; for means 20 times as "
                                                            "many"))
    analyze(study, study.options.graphs)
    simulate(study, study.options.graphs)
    report.draw(study)
    return report.write(study)


if __name__ == "__main__":
    sys.exit(main())
