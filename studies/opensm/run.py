#!/usr/bin/python3
"""Compares up/down routing by destination with the tables of OpenSM's engine updn, on five
networks.

Orthant writes each network as ibnetdiscover prints it; ibsim simulates that fabric, OpenSM routes
it and dumps its forwarding tables, and Orthant reads them back (routing.algorithm = lft). Path
lengths of all pairs are compared with up_down, forwarding = destination, once with the labels of
OpenSM (level, then GUID) and once with those of a breadth-first walk, Orthant's default. OpenSM's
tables are checked for deadlock, and its paths that go up after they went down are counted: it
searches from each destination, and a switch that it comes to again from the other side hands on the
hop count of its first way, which packets from that side may not take.

Needs Debian's opensm and ibsim-utils; without them it exits with 77 and a message. Exits with 1
where a length differs under the same labels, though no path goes up after down.
"""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
from study import Study, markdown, read_rows

PRELOAD = pathlib.Path("/usr/lib/x86_64-linux-gnu/umad2sim/libumad2sim.so")
SKIPPED = 77
PATIENCE = 120  # seconds that OpenSM may take
RANDOM = ["topology.kind=random"]
NETWORKS = {
    "24 routers, degree 5": [*RANDOM, "topology.routers=24", "topology.degree=5"],
    "64 routers, degree 6": [*RANDOM, "topology.routers=64", "topology.degree=6",
                             "topology.graph_seed=2"],
    "40 routers, 4 links each": [*RANDOM, "topology.routers=40", "topology.degree=4",
                                 "topology.generator=regular"],
    "4x4 torus": ["topology.kind=torus", "topology.dimensions=4x4"],
    "tree and 10 links, 30 routers": [*RANDOM, "topology.routers=30", "topology.degree=2.6",
                                      "topology.generator=tree"],
}
CONFIG = """[topology]
kind = graph
format = ibnetdiscover
file = net.ibnetdiscover
[routing]
algorithm = up_down
up_down.forwarding = destination
lft.file = opensm/opensm-lfts.dump
[traffic]
pattern = uniform
load = 0.1
load_unit = flits
[analysis]
worst_case = no
"""


def opensm_tables(folder):
    """Lets OpenSM route the fabric in net.ibnetdiscover from the first switch as the root."""
    dump = folder / "opensm"
    dump.mkdir()
    text = (folder / "net.ibnetdiscover").read_text(encoding="utf-8")
    root = text.split('Switch\t', 1)[1].split('"S-', 1)[1].split('"', 1)[0]
    (folder / "roots").write_text(f"0x{root}\n", encoding="utf-8")
    host = text.split('Ca\t', 1)[1].split('"', 2)[1]
    environment = {**os.environ, "LD_PRELOAD": str(PRELOAD), "SIM_HOST": host,
                   "OSM_TMP_DIR": str(dump), "OSM_CACHE_DIR": str(dump)}
    with open(os.devnull, "wb") as nothing:
        simulator = subprocess.Popen(["ibsim", "-s", "net.ibnetdiscover"], cwd=folder,
                                     stdin=subprocess.PIPE, stdout=nothing, stderr=nothing)
        time.sleep(1)
        manager = subprocess.Popen(
            ["opensm", "-R", "updn", "-a", "roots", "-f", str(dump / "log"), "-D", "0x43", "-s",
             "0",
             "--dump_files_dir", str(dump)], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                   stdout=nothing,
            stderr=nothing)
        try:
            end = time.monotonic() + PATIENCE
            while tables_in(dump) < text.count("\nSwitch\t"):
                if time.monotonic() > end or manager.poll() is not None:
                    raise RuntimeError(f"OpenSM did not route the fabric; see {dump / 'log'}")
                time.sleep(0.2)
        finally:
            for process in (manager, simulator):  # neither ends by itself
                process.send_signal(signal.SIGKILL)
                process.wait()


def tables_in(dump):
    """How many switches have their whole table in the dump."""
    tables = dump / "opensm-lfts.dump"
    return tables.read_text(encoding="utf-8",
                            errors="replace").count("lids dumped") if tables.exists() else 0


class Subnet:
    """The switches of the fabric in a folder, numbered by file order, and OpenSM's tables."""

    def __init__(self, folder):
        self.next = {}  # (switch, port): switch
        self.names = []
        self.endpoints = {}  # LID of a node: its switch
        switch = None
        lines = (folder / "net.ibnetdiscover").read_text(encoding="utf-8").splitlines()
        self.names = [line.split('"')[1] for line in lines if line.startswith("Switch")]
        number = {name: i for i, name in enumerate(self.names)}
        for line in lines:
            if line.startswith(("Switch", "Ca")):
                switch = number.get(line.split('"')[1])
            elif line.startswith("[") and switch is not None:
                port, peer = int(line[1:line.index("]")]), line.split('"')[1]
                if peer in number:
                    self.next[switch, port] = number[peer]
                else:
                    self.endpoints[int(line.split(" lid ")[1].split()[0])] = switch
        self.ports = {}  # (switch, LID): port
        for line in (folder / "opensm"
                     / "opensm-lfts.dump").read_text(encoding="utf-8").splitlines():
            if line.startswith("Unicast"):
                switch = number["S-" + line.split(" guid 0x")[1].split()[0]]
            elif line.startswith("0x"):
                self.ports[switch, int(line.split()[0], 16)] = int(line.split()[1])

    def labels(self):
        """By level from the first switch, then GUID."""
        level, reached = {0: 0}, [0]
        for switch in reached:
            for (here, _), peer in self.next.items():
                if here == switch and peer not in level:
                    level[peer] = level[switch] + 1
                    reached.append(peer)
        return {switch: (level[switch], self.names[switch]) for switch in level}

    def turns_up(self):
        """How many paths to a node go up after they went down."""
        label, count = self.labels(), 0
        for lid, target in self.endpoints.items():
            for here in range(len(self.names)):
                down = wrong = False
                while here != target:
                    there = self.next[here, self.ports[here, lid]]
                    up = label[there] < label[here]
                    wrong, down, here = wrong or (up and down), down or not up, there
                count += wrong
        return count


def lengths(study, folder, *words):
    """The mean path length of each pair of nodes."""
    study.run("analyze", folder / "compare.ini", "lengths",
              f"topology.file={folder / 'net.ibnetdiscover'}",
              f"routing.lft.file={folder / 'opensm' / 'opensm-lfts.dump'}", *words, "--pairs",
              folder / "pairs.csv", "--overwrite")
    return {(row["source"], row["destination"]): float(row["length_mean"])
            for row in read_rows(folder / "pairs.csv")}


def compare(study, folder):
    """A row of the table, from a network that OpenSM has routed."""
    (folder / "compare.ini").write_text(CONFIG, encoding="utf-8")
    tables = lengths(study, folder, "routing.algorithm=lft")
    checked = subprocess.run([study.program, "check", "compare.ini", "routing.algorithm=lft", "-q"],
                             cwd=folder, check=False, stdout=subprocess.DEVNULL)
    cells = [len(tables), Subnet(folder).turns_up(), "yes" if checked.returncode == 0 else "no"]
    for labels in ("level", "bfs"):
        ours = lengths(study, folder, "routing.algorithm=up_down",
                       f"routing.up_down.labels={labels}")
        cells += [sum(tables[pair] < ours[pair] for pair in tables),
                  sum(tables[pair] > ours[pair] for pair in tables)]
    return cells


def main():
    study = Study("opensm", __doc__)
    if not (shutil.which("opensm") and shutil.which("ibsim") and PRELOAD.exists()):
        print("skipped: needs Debian's packages opensm and ibsim-utils")
        return SKIPPED
    rows = []
    for number, (name, network) in enumerate(NETWORKS.items()):
        folder = study.out / str(number)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        study.run("analyze", "irregular/random", "network", *network,
                  "routing.up_down.knowledge=global",
                  "routing.up_down.cluster_size=1", "analysis.worst_case=no", "--graph", folder
                  / "net.ibnetdiscover", "--overwrite")
        opensm_tables(folder)
        rows.append([name, *compare(study, folder)])
    study.report(markdown(["network", "pairs", "OpenSM: up after down", "free of deadlock",
                           "same labels: OpenSM shorter", "longer",
                           "breadth-first labels: OpenSM shorter", "longer"],
                          rows))
    return 1 if any(row[2] == 0 and (row[3] != "yes" or row[4] or row[5]) for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
