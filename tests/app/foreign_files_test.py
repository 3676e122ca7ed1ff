"""Every reader of files refuses those of all other formats, in one line."""

import bz2
import struct

from command import Command
from small_torus import ini

CONFIG = ini("topology", "router: vcs=4", "traffic: pattern=uniform, load=0.01, load_unit=flits",
             "run: warmup_cycles=100, measure_cycles=2000")
SPINE = 'Switch\t8 "S-0000000000000010"\t\t# "A" base port 0 lid 1 lmc 0\n'
FABRIC = (f'vendid=0x0\nswitchguid=0x10(10)\n{SPINE}[1]\t"H-00000000000000a0"[1](a1)\t\t# "h" lid 2 4xEDR\n'
          'caguid=0xa0\nCa\t1 "H-00000000000000a0"\t\t# "h"\n'
          '[1](a1)\t"S-0000000000000010"[1]\t\t# lid 2 lmc 0 "A" lid 1 4xEDR\n')
NETRACE = struct.pack("<If30sBxQQII8x", 0x484A5455, 1.0, b"", 2, 1, 1, 0, 0) + struct.pack("<QIIBBBBB", 0, 1, 0, 1, 0, 1, 0, 0)
# Names end like traces of rank 0, so that readers of traces reach the content.
FILES = {
    "goal-0.txt": "num_ranks 2\nrank 0 { send 8b to 1 }\nrank 1 { recv 8b from 0 }\n",
    # One rank without an operation.
    "goal-0.bin": struct.pack("<QIBBQQII", 4223, 1, 0, 0, 22, 30, 0, 0),
    "messages-0.txt": "time,source,destination,bytes,after\n0,0,1,64,\n",
    "msccl-0.txt": '<algo name="a" proto="Simple" nchannels="1" ngpus="1" coll="allgather"><gpu id="0"/></algo>\n',
    "dumpi-0.txt": "MPI_Init entering at walltime 1.000000000, cputime 0.0 seconds in thread 0.\n"
                   "MPI_Init returning at walltime 1.000000100, cputime 0.0 seconds in thread 0.\n",
    "dumpi-0.bin": b"\x00\x01\x02dumpi\x00\x00",
    "chakra.0.et": b"\x07\x0a\x050.0.4\x06\x08\x01\x18\x04\x38\x02",
    "chakra-0.txt": '{"workload_graph": [{"Id": 1, "NodeType": 4, "data_deps": [], "runtime": 2}]}\n',
    "groups-0.txt": '{"tp": [0]}\n',
    "edges-0.txt": "nodes 0 4\nnodes 1 4\n0 1\n1 2\n",
    "anynet-0.txt": "router 0 node 0 router 1\nrouter 1 node 1\n",
    "fabric-0.txt": FABRIC,
    "graphml-0.txt": '<?xml version="1.0"?>\n<graphml><graph edgedefault="undirected"><node id="a"/><node id="b"/>'
                     '<edge source="a" target="b"/></graph></graphml>\n',
    "svg-0.txt": "<svg></svg>\n",
    "dot-0.txt": "graph g { 0 -- 1; }\n",
    "lft-0.txt": "Unicast lids [0x1-0x2] of switch Lid 1 guid 0x10 (A):\n0x0001 000 : x\n0x0002 001 : x\n",
    "matrix-0.txt": "".join(" ".join(["0.0625"] * 16) + "\n" for _ in range(16)),
    "permutation-0.txt": " ".join(str((node + 1) % 16) for node in range(16)) + "\n",
    "pairs-0.txt": "0 1\n1 2\n",
    "flows-0.txt": "0 1 0.01\n2 3 0.02 0 5000\n",
    "worst-0.txt": "source,destination\n0,1\n1,0\n",
    "cluster-0.txt": "nodes 0 2\nnodes 1 2\nlink 0 1\nroute 0 1\nroute 1 0\n",
    "routers-0.txt": "routers,vcs\n0-3,2\n",
    "config-0.txt": CONFIG,
    "booksim-0.txt": "topology = mesh; k = 4;\nn = 2;\n",
    "json-0.txt": '{"a": [1, 2]}\n',
    # Traces of two nodes with one packet.
    "netrace-0.txt": NETRACE,
    "netrace-0.bz2": bz2.compress(NETRACE),
    "netrace-cut-0.txt": NETRACE[:8],
    "packed-0.txt": b"BZh91AY&SY",
    "words-0.txt": "hello\nworld\n",
    "numbers-0.txt": "1 2 3\n",
    "empty-0.txt": "",
    "blank-0.txt": "\n\n",
    "device-0.txt": bytes(range(256)) * 20,
}
TORUS = ("topology.kind=torus", "topology.dimensions=4x4", "routing.algorithm=dor")
GRAPH = ("topology.kind=graph", "routing.algorithm=up_down")
WORKLOAD = (*TORUS, "traffic.injection=workload", "time.cycle_ns=1")
FILE_OF = {"goal": "goal-0.txt", "csv": "messages-0.txt", "msccl": "msccl-0.txt", "dumpi": "dumpi-0.txt",
           "chakra": "chakra.0.et", "netrace": "netrace-0.txt"}
OTHER_FORMS = {"chakra": {"chakra-0.txt"}, "goal": {"goal-0.bin"}, "netrace": {"netrace-0.bz2"}}
NETWORK_OF = {"edges": "edges-0.txt", "anynet": "anynet-0.txt", "graphml": "graphml-0.txt", "ibnetdiscover": "fabric-0.txt"}
# Files of two columns of small numbers, which several readers accept.
PAIRS = {"pairs-0.txt"}


def readers():
    """Yields (reader, arguments that end before the file name, files that it accepts)."""
    for name, file in FILE_OF.items():
        yield f"workload.format = {name}", (*WORKLOAD, f"workload.format={name}", "workload.time_unit=ns", "workload.file="), (
            {file} | OTHER_FORMS.get(name, set()))
    yield "workload.format = auto", (*WORKLOAD, "workload.time_unit=ns", "workload.file="), {
        *FILE_OF.values(), *set().union(*OTHER_FORMS.values())}
    for name, file in NETWORK_OF.items():
        pairs = PAIRS if name == "edges" else set()
        yield f"topology.format = {name}", (*GRAPH, f"topology.format={name}", "topology.file="), {file} | pairs
    yield "topology.format = auto", (*GRAPH, "topology.file="), set(NETWORK_OF.values()) | PAIRS
    yield "a cluster", ("topology.kind=cluster", "routing.algorithm=table", "topology.file="), {"cluster-0.txt"}
    yield "a matrix", (*TORUS, "traffic.pattern=matrix", "traffic.file="), {"matrix-0.txt"}
    yield "flows", (*TORUS, "traffic.pattern=flows", "traffic.file="), {"flows-0.txt", "numbers-0.txt"}
    permutations = {"worst-0.txt"} | PAIRS
    yield "a permutation", (*TORUS, "traffic.pattern=permutation", "traffic.file="), permutations
    yield "a path table", (*TORUS[:2], "routing.algorithm=table", "routing.table_file="), set()
    fabric = ("topology.kind=graph", "topology.file=fabric-0.txt", "routing.algorithm=lft", "routing.lft.file=")
    yield "forwarding tables", fabric, {"lft-0.txt"}
    yield "routers", (*TORUS, "router.file="), {"routers-0.txt"}
    groups = ("workload.file=chakra.0.et", "workload.time_unit=ns", "workload.groups_file=")
    yield "process groups", (*WORKLOAD, *groups), {"groups-0.txt"}
    mapping = ("workload.kind=barrier", "workload.mapping=file", "workload.mapping_file=")
    yield "a mapping", (*WORKLOAD, *mapping), {"permutation-0.txt"}
    schedule = (*TORUS, "traffic.injection=schedule")
    yield "transfers", (*schedule, "schedule.collective=file", "schedule.file="), PAIRS
    yield "frames", (*schedule, "schedule.frames_file="), set()
    graph = (*GRAPH, "topology.file=edges-0.txt")
    yield "a tree", (*graph, "up_down.tree_file="), PAIRS
    yield "labels", (*graph, "up_down.labels=file", "up_down.label_file="), set()
    yield "clusters", (*graph, "up_down.knowledge=mixed", "up_down.cluster_file="), set()


class ForeignFiles(Command):
    FILES = {"c.ini": CONFIG}

    def setUp(self):
        super().setUp()
        for name, content in FILES.items():
            (self.folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())

    def check_refused(self, file, *words):
        done = self.orthant(*words, expect=2)
        self.assertEqual(done.stdout, "")
        line, = done.stderr.splitlines()
        self.assertIn(file, line)
        self.assertIn("allowed: ", line)
        self.assertTrue(line.isprintable(), line)

    def test_are_refused_by_every_reader(self):
        for reader, words, own in readers():
            for file in FILES:
                with self.subTest(reader=reader, file=file):
                    words_of_file = (*words[:-1], words[-1] + file)
                    if file in own:
                        self.orthant("run", "c.ini", "-q", *words_of_file)
                    else:
                        self.check_refused(file, "run", "c.ini", "-q", *words_of_file)

    def test_are_no_config(self):
        for file in FILES:
            if file in ("config-0.txt", "empty-0.txt", "blank-0.txt"):  # keys may be missing
                continue
            with self.subTest(file=file):
                self.check_refused(file, "check", file)

    def test_that_never_end_are_refused(self):
        done = self.orthant("run", "c.ini", *WORKLOAD, "workload.file=/dev/zero", "workload.format=goal", expect=2)
        self.assertIn("/dev/zero: does not end within 1 GiB; allowed: a file, or a stream that ends sooner\n", done.stderr)

    def test_contain_no_control_characters(self):
        self.write("names.graphml", '<graphml><graph edgedefault="undirected">' + "".join(
            f'<node id="{n}"><data key="name">\u009b31m{n}</data></node>' for n in "ab") + "</graph></graphml>")
        done = self.orthant("run", "c.ini", "-q", *GRAPH, "topology.file=names.graphml", expect=2)
        self.assertTrue(done.stderr.strip().isprintable(), done.stderr)

    def test_that_send_nothing_are_warned_of(self):
        self.write("idle.goal", "num_ranks 2\nrank 0 { calc 10 }\nrank 1 { calc 20 }\n")
        done = self.orthant("run", "c.ini", "-q", *WORKLOAD, "workload.file=idle.goal")
        self.assertIn("the program of idle.goal sends no message\n", done.stderr)

    def test_with_no_node_or_no_rate_are_refused(self):
        self.write("bare.edges", "nodes 0 0\nnodes 1 0\n0 1\n")
        self.write("zeros.txt", ("0 " * 16 + "\n") * 16)
        done = self.orthant("run", "c.ini", "-q", *GRAPH, "topology.file=bare.edges", expect=2)
        self.assertRegex(done.stderr, "no router has a node; allowed: 1 or more, or a file that gives nodes to some routers, of topology.exceptions or of a graph")
        self.assertRegex(self.refused("run", "c.ini", "-q", *TORUS, "traffic.pattern=matrix",
                                      "traffic.file=zeros.txt"), "sends")
