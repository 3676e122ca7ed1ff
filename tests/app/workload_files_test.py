"""Workloads from files in the simulator: traffic.injection = workload with workload.format."""

import collections
import json
import re
import struct
import subprocess
import sys

from command import ROOT, Command
from small_torus import TORUS

PAGE = ROOT / "docs" / "workload_files.md"
CONFIG = TORUS + "ties = source\n[traffic]\ninjection = workload\n[workload]\nfile = p.xml\nformat = msccl\n"


class Files(Command):
    FILES = {"t.ini": CONFIG}

    def cycles(self, *words):
        return super().cycles("run", *words)

    def refused(self, *words):
        return super().refused("run", *words)

    def transfers(self, name):
        """Counts sends in GOAL by (source, destination, bytes)."""
        found, rank = collections.Counter(), None
        for line in self.text(name).splitlines():
            if block := re.match(r"rank (\d+) ", line):
                rank = int(block[1])
            if send := re.search(r"send (\d+)b to (\d+)", line):
                found[rank, int(send[2]), int(send[1])] += 1
        return found


class Page(Files):
    """The examples of docs/workload_files.md, as they are pasted."""

    def test_examples_run_as_the_page_says(self):
        text = PAGE.read_text(encoding="utf-8")
        for name, block in re.findall(r"`([\w.-]+)`[^`]*:\n\n```(?!python)\w*\n(.*?)```", text, re.DOTALL):
            self.write(name, block)
        for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
            subprocess.run([sys.executable, "-c", block], cwd=self.folder, check=True)
        commands = re.findall(r"^build/orthant (.*?) +# completion_cycles (\d+)$", text, re.MULTILINE)
        formats = re.findall(r"^## (\w+)$", text, re.MULTILINE)
        self.assertEqual([re.search(r"workload.format=(\w+)|$", command)[1] or "goal" for command, _ in commands], formats)
        for command, cycles in commands:
            with self.subTest(command):
                verb, *words = command.split()
                self.assertEqual(verb, "run")
                self.assertEqual(self.cycles(*words), int(cycles))


class Msccl(Files):
    def test_schedules_come_back_as_they_were_written(self):
        for words, nodes in ((["topology.dimensions=4"], 4), ([], 16), (["topology.dimensions=2"], 2),
                             (["topology.dimensions=3x3x3"], 27), (["schedule.ports=yes"], 16),
                             (["topology.kind=random", "topology.routers=9", "topology.degree=4", "topology.graph_seed=1",
                               "routing.algorithm=up_down"], 9)):
            with self.subTest(words=words):
                schedule = ["schedule", "t.ini", *words, "-q", "--overwrite"]
                self.orthant(*schedule, "traffic.injection=schedule", "workload.bytes=96", "--msccl", "w.xml",
                             "--goal", "written.goal", "--frames", "frames.json")
                self.write("p.xml", self.text("w.xml"))
                self.orthant(*schedule, "workload.chunk_bytes=96", "--goal", "read.goal")
                transfers = self.transfers("read.goal")
                self.assertEqual(transfers, self.transfers("written.goal"))
                self.assertEqual(transfers, {(s, d, 96): 1 for s in range(nodes) for d in range(nodes) if s != d})
                # The same program in GOAL takes the same cycles.
                xml = self.cycles("t.ini", *words, "workload.chunk_bytes=96")
                self.assertEqual(xml, self.cycles("t.ini", *words, "workload.file=read.goal", "workload.format=goal"))
                self.assert_order(json.loads(self.text("frames.json"))["frames"], words)

    def assert_order(self, frames, words):
        """Every node has received all of a frame before it sends in a later one."""
        frame_of = {(t["source"], t["destination"]): f for f, frame in enumerate(frames) for t in frame["transfers"]}
        self.orthant("run", "t.ini", *words, "output.operations=o.csv", "-q", "--overwrite")
        starts, ends = collections.defaultdict(list), collections.defaultdict(list)
        for row in self.table("o.csv"):
            if row["operation_kind"] == "calc":
                continue
            rank, peer = int(row["rank"]), int(row["peer"])
            sends = row["operation_kind"] == "send"
            frame = frame_of[(rank, peer) if sends else (peer, rank)]
            (starts if sends else ends)[rank].append((frame, int(row["start" if sends else "end"])))
        for rank, sent in starts.items():
            for frame, start in sent:
                self.assertTrue(all(end <= start for before, end in ends[rank] if before < frame), rank)

    def test_chunks_have_a_size(self):
        self.orthant("schedule", "t.ini", "traffic.injection=schedule", "topology.dimensions=2", "--msccl", "w.xml", "-q")
        self.write("p.xml", self.text("w.xml"))
        # A hop takes 4 cycles and the flits.
        self.assertEqual(self.cycles("t.ini", "workload.chunk_bytes=60"), 64)
        self.assertEqual(self.cycles("t.ini"), 4 + 1024)
        done = self.orthant("run", "t.ini", "workload.bytes=5")
        self.assertIn("not read by this run: workload.bytes", done.stderr)

    def test_says_what_is_wrong(self):
        self.write("p.xml", '<algo ngpus="17">\n</algo>\n')
        self.assertEqual(self.refused("t.ini"), "orthant: error: t.ini:11: workload.file: p.xml:1: 17 gpus for 16 nodes; "
                                                "allowed: a node for each gpu")
        self.assertIn("cannot open q.xml: No such file", self.refused("t.ini", "workload.file=q.xml"))


class Dumpi(Files):
    """Two ranks: one sends 8 ints, both add up."""

    MESSAGE = "int count=8\nMPI_Datatype datatype=9 (MPI_INT)\nint {}={}\nint tag=0\nMPI_Comm comm=2 (MPI_COMM_WORLD)\n"
    REDUCE = "int count=16\nMPI_Datatype datatype=9 (MPI_INT)\nMPI_Op op=3 (MPI_SUM)\nMPI_Comm comm=2 (MPI_COMM_WORLD)\n"

    FILES = {"t.ini": CONFIG.replace("p.xml", "t-00.txt").replace("msccl", "dumpi\ntime_unit = ns\n[time]\ncycle_ns = 2")}

    def setUp(self):
        super().setUp()
        for rank in range(2):
            peer = self.MESSAGE.format("source", 0) + "MPI_Status status=<IGNORED>\n" if rank else self.MESSAGE.format("dest", 1)
            self.write(f"t-{rank:02}.txt", self.call("Comm_rank", 0, "") + self.call("Recv" if rank else "Send", 100, peer) +
                       self.call("Allreduce", 140, self.REDUCE))

    def call(self, name, entered, values):
        return "".join(f"MPI_{name} {word} at walltime 3.{time:09}, cputime 0.0 seconds in thread 0.\n{text}"
                       for word, time, text in (("entering", entered, values), ("returning", entered + 20, "")))

    def test_replays_a_trace(self):
        # Rank 0: 80 ns, 32 flits in a hop of 4 cycles, at rank 1 20 ns more, then an all-reduce of 64 flits around 2 ranks.
        self.assertEqual(self.cycles("t.ini"), 40 + 36 + 10 + 2 * 36)
        # Rank 0 is ahead by the 4 cycles of the hop: it sends its first half while the message of 32 flits arrives.
        self.assertEqual(self.cycles("t.ini", "workload.computations=no"), 36 + 2 * 36)
        self.assertEqual(self.cycles("t.ini", "workload.allreduce_algorithm=recursive_doubling"), 40 + 36 + 10 + 68)
        self.assertIn("calls of the trace that send nothing: MPI_Comm_rank", self.orthant("run", "t.ini").stderr)

    # The result depends on all of these files.
    def test_knows_when_the_file_of_any_rank_has_changed(self):
        sweep = ("sweep", "t.ini", "router.vcs=2,4", "-o", "r.csv", "-q")
        self.orthant(*sweep)
        self.assertRegex(self.text("r.csv.ini"), r"; workload\.file t-00\.txt and 1 more: [0-9]+ bytes, FNV-1a [0-9a-f]{16}\n")
        self.orthant(*sweep)
        self.write("t-01.txt", self.text("t-01.txt").replace("3.000000140", "3.000000150"))
        self.assertIn("t-00.txt and 1 more: ", self.orthant(*sweep, expect=2).stderr)

    def test_reads_its_keys_alone(self):
        done = self.orthant("run", "t.ini", "workload.alltoall_algorithm=bruck", "workload.chunk_bytes=3")
        self.assertIn("not read by this run: workload.alltoall_algorithm, workload.chunk_bytes", done.stderr)

    def test_says_what_is_wrong(self):
        for words, what in (
                (["workload.time_unit=cycles"], "workload.time_unit: cycles beside the times of a trace, which are in ns; allowed: ns, or "
                                                "workload.computations = no"),
                (["workload.file=t-01.txt"], "t-01.txt: the name has no number 0; allowed: the file of rank 0, such as NAME-0000.txt or NAME.0.et"),
                (["topology.dimensions=1x1"], "t-01.txt: more than 1 ranks for 1 nodes; allowed: a node for each rank")):
            self.assertIn(what, self.refused("t.ini", *words))
        self.write("t-01.txt", self.text("t-01.txt").replace("comm=2", "comm=5"))
        self.assertIn("t.ini:11: workload.file: t-01.txt:3: MPI_Recv on communicator 5; allowed: MPI_COMM_WORLD alone, which is 2",
                      self.refused("t.ini"))


class Chakra(Files):
    """Two ranks that compute for a microsecond and add up 4,096 bytes, as the page writes them."""

    FILES = {"t.ini": CONFIG.replace("p.xml", "step.0.et").replace("msccl", "chakra\ntime_unit = ns\n[time]\ncycle_ns = 2")}

    def setUp(self):
        super().setUp()
        program, = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
        subprocess.run([sys.executable, "-c", program], cwd=self.folder, check=True)

    def test_replays_a_trace(self):
        # A hop takes 4 cycles and the flits; around 2 ranks half of the vector goes twice.
        self.assertEqual(self.cycles("t.ini"), 1000 + 2 * (2048 + 4))
        self.assertEqual(self.cycles("t.ini", "workload.computations=no"), 2 * (2048 + 4))
        self.assertEqual(self.cycles("t.ini", "workload.allreduce_algorithm=recursive_doubling"), 1000 + 4096 + 4)

    def test_jobs_have_traces_and_algorithms_of_their_own(self):
        self.write("jobs.ini", self.text("t.ini") + "[workload.a]\n[workload.b]\nallreduce_algorithm = recursive_doubling\n")
        row, = self.rows_of("run", "jobs.ini")
        self.assertEqual([int(row[f"{job}.completion_cycles"]) for job in "ab"], [1000 + 2 * (2048 + 4), 1000 + 4096 + 4])

    def test_says_what_is_wrong(self):
        (self.folder / "step.1.et").write_bytes((self.folder / "step.1.et").read_bytes()[:-1])
        self.assertRegex(self.refused("t.ini"), r"^orthant: error: t.ini:11: workload.file: step.1.et: message 3: \d+ bytes, of which \d+ are "
                                                r"there; allowed: whole messages$")
        (self.folder / "step.1.et").unlink()
        # A single rank has no partner for the all-reduce.
        self.assertEqual(self.cycles("t.ini"), 1000)
        self.assertIn("workload.time_unit: cycles beside the times of a trace", self.refused("t.ini", "workload.time_unit=cycles"))


class AnySource(Files):
    """Receives of any rank: the first to arrive is taken."""

    # Rank 2 is two hops away, where 8 flits take 6 + 8 cycles; rank 1 one hop, but sends in cycle 500.
    GOAL = """num_ranks 4
rank 0 { a: recv 8b from -1 tag -1
s: send 8b to 3
b: recv 8b from -1 tag -1
s requires a b irequires a }
rank 1 { w: calc 500
m: send 8b to 0 tag 1
m requires w }
rank 2 { send 8b to 0 tag 2 }
rank 3 { recv 8b from 0 }
"""

    FILES = {"t.ini": CONFIG.replace("p.xml", "p.goal").replace("msccl", "auto")}

    def setUp(self):
        super().setUp()
        self.write("p.goal", self.GOAL)

    def test_takes_the_first_to_arrive(self):
        self.assertEqual(self.cycles("t.ini", "output.operations=o.csv"), 500 + 4 + 8)
        ends = {(row["rank"], row["operation"]): (row["peer"], row["message_arrival"], row["end"])
                for row in self.table("o.csv") if row["operation_kind"] == "recv"}
        self.assertEqual(ends, {("0", "0"): ("2", "14", "14"), ("0", "2"): ("1", "512", "512"), ("3", "0"): ("0", "26", "26")})

    def test_leaves_the_receive_open_in_a_trace(self):
        self.orthant("run", "t.ini", "output.trace=t.csv", "-q")
        receives = {(row["rank"], row["to_rank"], row["to_operation"]) for row in self.table("t.csv")}
        self.assertEqual(receives, {("1", "0", ""), ("2", "0", ""), ("0", "3", "0")})

    def test_is_written_in_goal(self):
        self.orthant("schedule", "t.ini", "--goal", "w.goal", "-q")
        self.assertIn("l1: recv 8b from -1 tag -1", self.text("w.goal"))
        self.assertEqual(self.cycles("t.ini", "workload.file=w.goal"), 512)

    def test_names_receives_that_never_complete(self):
        self.write("p.goal", self.GOAL.replace("b: recv 8b from -1 tag -1", "b: recv 8b from 2 tag 2"))
        done = self.orthant("run", "t.ini", expect=4)
        self.assertIn("deadlock: in cycle 512 everything has arrived, but a receive waits for a message that one of any source or "
                      "tag took before it\n1 operation of 1 rank waits:\n  b of rank 0 (p.goal:4): a receive of 8 bytes from rank 2\n",
                      done.stderr)
        self.assertIn("deadlocked", done.stdout)
        self.write("jobs.ini", self.text("t.ini") + "[workload.now]\n[workload.later]\nstart = 7\n")
        done = self.orthant("run", "jobs.ini", expect=4)
        self.assertIn("\n2 operations of 2 ranks wait:\n" + "".join(
            f"  b of rank 0 of [workload.{job}] (p.goal:4): a receive of 8 bytes from rank 2\n" for job in ("later", "now")), done.stderr)
        self.write("p.goal", self.GOAL.replace("b: recv 8b from -1 tag -1", "b: recv 8b from -1 tag 3"))
        self.assertIn("p.goal:4: b of rank 0 waits for a message, and each that it could take is another one's; allowed: "
                      "as many send as recv", self.refused("t.ini"))

    def test_computations_are_scaled(self):
        self.assertEqual(self.cycles("t.ini", "workload.time_scale=3"), 1500 + 4 + 8)
        self.assertEqual(self.cycles("t.ini", "workload.time_scale=0.1"), 50 + 4 + 8)
        self.assertEqual(self.cycles("t.ini", "workload.time_scale=1/3"), 167 + 4 + 8)
        self.assertEqual(self.cycles("t.ini", "workload.time_scale=2", "workload.start=100"), 100 + 1000 + 4 + 8)
        self.write("jobs.ini", self.text("t.ini") + "[workload.a]\n[workload.b]\ntime_scale = 2\n")
        row, = self.rows_of("run", "jobs.ini")
        self.assertEqual([int(row[f"{job}.completion_cycles"]) for job in "ab"], [512, 1012])

    def test_a_binary_schedule_is_the_same(self):
        # One rank that computes for 500, as LogGOPSim lays it out: 39 bytes an operation.
        operation = struct.pack("<IBIQIBBIIII", 0, 3, 0, 500, 0, 0, 0, 0, 0, 0, 0)
        part = struct.pack("<III", 1, 1, 0) + operation
        begin = 6 + 16
        (self.folder / "p.bin").write_bytes(struct.pack("<QIBBQQ", 4223, 1, 0, 0, begin, begin + len(part)) + part)
        self.assertEqual(self.cycles("t.ini", "workload.file=p.bin"), 500)
        self.assertEqual(self.cycles("t.ini", "workload.file=p.bin", "workload.format=goal"), 500)
        (self.folder / "p.bin").write_bytes(struct.pack("<QIBBQQ", 4223, 1, 0, 0, begin, begin + len(part) + 1) + part)
        self.assertIn("p.bin: rank 0: bytes 22 to 74 of a file of 73; allowed: inside", self.refused("t.ini", "workload.file=p.bin"))


class ChakraGroups(Files):
    """Four ranks, tensor parallel in 0 1 and 2 3, data parallel in 0 2 and 1 3; each group adds up 4,096 bytes."""

    LISTS = '{"tp": [[0, 1], [2, 3]], "dp": [[0, 2], [1, 3]]}'

    FILES = {"t.ini": CONFIG.replace("p.xml", "g.0.json").replace("msccl", "chakra\ntime_unit = ns\n[time]\ncycle_ns = 2")}

    def setUp(self):
        super().setUp()
        nodes = [{"Id": 1 + i, "NodeType": 7, "data_deps": [i] if i else [], "comm_type": 0, "comm_size": 4096, "pg_name": name}
                 for i, name in enumerate(("tp", "dp"))]
        for rank in range(4):
            self.write(f"g.{rank}.json", json.dumps({"workload_graph": nodes}))
        self.write("groups.json", self.LISTS)

    def row(self, *words):
        row, = self.rows_of("run", "t.ini", *words)
        return row

    def test_run_side_by_side(self):
        # Both rings of two ranks, 0-1 and 2-3, at once; then 0-2 and 1-3: a second hop takes 2 cycles.
        row = self.row("workload.groups_file=groups.json")
        self.assertEqual(int(row["completion_cycles"]), 2 * (2048 + 4) + 2 * (2048 + 6))
        self.assertEqual((int(row["messages"]), int(row["packets"])), (16, 16 * 2048 // 64))

    def test_are_an_input_of_the_result(self):
        self.orthant("run", "t.ini", "workload.groups_file=groups.json", "-q", "-o", "r.csv")
        self.assertIn("; workload.groups_file groups.json: ", self.text("r.csv.ini"))
        self.assertIn("; workload.file g.0.json and 3 more: ", self.text("r.csv.ini"))

    def test_are_needed(self):
        self.assertIn("g.0.json: node 2: process group 'dp' beside 'tp', and their ranks are nowhere; "
                      "allowed: with workload.groups_file", self.refused("t.ini"))
        self.assertIn("workload.groups_file: cannot open x.json", self.refused("t.ini", "workload.groups_file=x.json"))
        self.write("groups.json", '{"tp": [0, 1],\n"dp": [0, 4]}')
        self.assertIn("workload.groups_file: groups.json:2: 4 is no rank; allowed: 0 to 3",
                      self.refused("t.ini", "workload.groups_file=groups.json"))

    def test_go_along_dimensions(self):
        node = {"Id": 1, "NodeType": 7, "data_deps": [], "comm_type": 2, "comm_size": 640, "involved_dim": [False, True]}
        for rank in range(16):
            self.write(f"g.{rank}.json", json.dumps({"workload_graph": [node]}))
        row = self.row()
        # Each rank forwards three parts around its column of the torus.
        self.assertEqual((int(row["messages"]), int(row["packets"]), float(row["hops_mean"])), (16 * 3, 16 * 3 * 10, 1))
        self.assertEqual(int(row["completion_cycles"]), 3 * (640 + 4))
        self.assertIn("involved_dim leaves some of 2 dimensions out, but the shape 4x2x2 has 3 dimensions and 16 ranks of 16",
                      self.refused("t.ini", "workload.shape=4x2x2"))
        self.assertIn("workload.shape: 4 has 4 ranks, but the trace has 16; allowed: as many", self.refused("t.ini", "workload.shape=4"))

    def test_of_all_ranks_have_the_shape(self):
        node = {"Id": 1, "NodeType": 7, "data_deps": [], "comm_type": 0, "comm_size": 640}
        for rank in range(16):
            self.write(f"g.{rank}.json", json.dumps({"workload_graph": [node]}))
        messages = {}
        for words in (["bucket"], ["ring"], ["bucket", "workload.shape=8x2"], ["bucket", "workload.shape=16"]):
            row = self.row(f"workload.allreduce_algorithm={words[0]}", *words[1:])
            messages[" ".join(words)] = int(row["messages"])
        # A ring of k ranks reduces and gathers in 2 (k - 1) steps: along 4 and 4, 16, 8 and 2.
        self.assertEqual(list(messages.values()), [16 * 2 * (3 + 3), 16 * 2 * 15, 16 * 2 * (7 + 1), 16 * 2 * 15])
