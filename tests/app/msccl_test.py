"""Files of `orthant schedule --msccl`, run by a model of what MSCCL's interpreter does with them."""

import collections
import json
import xml.etree.ElementTree as ElementTree

from command import Command
from small_torus import TORUS

ATTRIBUTES = {"algo": "name proto nchannels nchunksperloop ngpus coll inplace outofplace minBytes maxBytes",
              "gpu": "id i_chunks o_chunks s_chunks", "tb": "id send recv chan",
              "step": "s type srcbuf srcoff dstbuf dstoff cnt depid deps hasdep"}
# Limits of MSCCL's executor: steps of a thread block, peers of a GPU on a channel, thread blocks
# in a signed byte.
MOST_STEPS, MOST_PEERS, MOST_BLOCKS = 64, 32, 128


class Wrong(Exception):
    """A file that an interpreter would refuse, hang on or compute wrongly."""


def need(condition, what):
    if not condition:
        raise Wrong(what)


Step = collections.namedtuple("Step", "kind, peer, chan, source, target, waits, awaited")


class Model:
    """Thread blocks by (gpu, id), each a list of steps; a `nop` hands what it waits for to the next step."""

    def __init__(self, text):
        # The parser of MSCCL knows neither declarations nor comments, and one blank before an attribute.
        need(text.startswith("<algo ") and "<!--" not in text and "\t" not in text, "not for MSCCL's parser")
        algo = ElementTree.fromstring(text)
        for element in algo.iter():
            need(list(element.keys()) == ATTRIBUTES[element.tag].split(), f"attributes of {element.tag}")
        need((algo.get("coll"), algo.get("inplace"), algo.get("proto")) == ("alltoall", "0", "Simple"), "collective")
        self.gpus, self.channels = int(algo.get("ngpus")), int(algo.get("nchannels"))
        need(int(algo.get("nchunksperloop")) == self.gpus, "chunks")
        need([int(gpu.get("id")) for gpu in algo] == list(range(self.gpus)), "gpus")
        self.blocks, self.ends = {}, {}
        for gpu in algo:
            need((gpu.get("i_chunks"), gpu.get("o_chunks")) == (str(self.gpus),) * 2, "chunks")
            need([int(block.get("id")) for block in gpu] == list(range(len(gpu))), "thread blocks are not dense")
            need(len(gpu) <= MOST_BLOCKS, "too many thread blocks")
            for block in gpu:
                self.read_block(int(gpu.get("id")), block)
        self.check_peers()

    def read_block(self, gpu, block):
        number = {name: int(block.get(name)) for name in ("id", "send", "recv", "chan")}
        need(0 <= number["chan"] < self.channels, "channel")
        need(gpu not in (number["send"], number["recv"]), "a peer of itself")
        for way in ("send", "recv"):
            if number[way] >= 0:
                end = way, gpu, number[way], number["chan"]
                need(end not in self.ends, "two thread blocks at one end of a connection")
                self.ends[end] = number["id"]
        need(len(block) <= MOST_STEPS, "too many steps")
        steps, waits = {}, []
        for row, step in enumerate(block):
            need(int(step.get("s")) == row, "steps out of order")
            if step.get("depid") != "-1":
                waits.append((gpu, int(step.get("depid")), int(step.get("deps"))))
            if step.get("type") == "nop":
                need(step.get("hasdep") == "0", "a nop cannot be waited for")
                continue
            need(step.get("type") in ("s", "r", "cpy") and step.get("cnt") == "1", "kind of step")
            need(not waits or step.get("depid") != "-1", "the last wait must be of the step itself")
            peer = number[{"s": "send", "r": "recv", "cpy": "id"}[step.get("type")]]
            need(peer >= 0, "no peer")
            steps[row] = Step(step.get("type"), peer, number["chan"], (step.get("srcbuf"), int(step.get("srcoff"))),
                              (step.get("dstbuf"), int(step.get("dstoff"))), waits, step.get("hasdep") == "1")
            waits = []
        need(not waits, "a wait of no step")
        self.blocks[gpu, number["id"]] = steps

    def check_peers(self):
        peers = collections.Counter((way, gpu, chan) for way, gpu, _, chan in self.ends)
        need(max(peers.values()) <= MOST_PEERS, "too many peers on a channel")
        for way, gpu, peer, chan in self.ends:
            need(({"send": "recv", "recv": "send"}[way], peer, gpu, chan) in self.ends, "no other end")
        waited = {wait for steps in self.blocks.values() for step in steps.values() for wait in step.waits}
        for gpu, block, row in waited:
            need(row in self.blocks.get((gpu, block), {}), "a wait for nothing")
        for (gpu, block), steps in self.blocks.items():
            for row, step in steps.items():
                need(step.awaited == ((gpu, block, row) in waited), "hasdep")

    def run(self):
        """The output of every GPU with unbuffered sends, the strictest case."""
        done, position = set(), {block: 0 for block in self.blocks}
        output = [{} for _ in range(self.gpus)]

        def ready(block):
            rows = list(self.blocks[block].items())[position[block]:]
            if rows and all(wait in done for wait in rows[0][1].waits):
                return rows[0]
            return None

        def finish(block, row):
            done.add((*block, row))
            position[block] += 1

        def write(gpu, target, chunk):
            need(target[0] == "o" and target[1] not in output[gpu], f"{target} of {gpu} written again")
            output[gpu][target[1]] = chunk

        progress = True
        while progress:
            progress = False
            for (gpu, number) in self.blocks:
                now = ready((gpu, number))
                if not now or now[1].kind == "r":
                    continue
                row, step = now
                need(step.source[0] == "i", "only inputs are sent")
                if step.kind == "s":
                    other = step.peer, self.ends["recv", step.peer, gpu, step.chan]
                    there = ready(other)
                    if not there or there[1].kind != "r":
                        continue
                    write(step.peer, there[1].target, (gpu, step.source[1]))
                    finish(other, there[0])
                else:
                    write(gpu, step.target, (gpu, step.source[1]))
                finish((gpu, number), row)
                progress = True
        need(len(done) == sum(map(len, self.blocks.values())), "deadlock")
        return output

    def check_order(self, frames):
        """Every GPU finishes all sends and receives of a frame before it begins the next."""
        place = {}
        for (gpu, number), steps in self.blocks.items():
            rows = list(steps)
            for before, (row, step) in zip([None, *rows], steps.items()):
                key = {"s": (gpu, step.peer), "r": (step.peer, gpu), "cpy": (gpu, gpu)}[step.kind]
                waits = set(step.waits) | ({(gpu, number, before)} if before is not None else set())
                place[gpu, key] = (gpu, number, row), waits
        last = [set() for _ in range(self.gpus)]
        for frame in frames:
            now = collections.defaultdict(set)
            for source, destination in frame:
                for gpu in (source, destination):
                    step, waits = place[gpu, (source, destination)]
                    need(last[gpu] <= waits, f"{source} to {destination} overtakes a frame at {gpu}")
                    now[gpu].add(step)
            for gpu, steps in now.items():
                last[gpu] = steps


class Msccl(Command):
    FILES = {"t.ini": TORUS + "ties = source\n[schedule]\nports = no\n"}

    def made(self, *words):
        self.orthant("schedule", "t.ini", *words, "--msccl", "a.xml", "--frames", "a.json", "-q", "--overwrite")
        frames = [[(transfer["source"], transfer["destination"]) for transfer in frame["transfers"]]
                  for frame in json.loads(self.text("a.json"))["frames"]]
        return self.text("a.xml"), frames

    def check(self, text, frames, nodes):
        model = Model(text)
        self.assertEqual(model.gpus, nodes)
        model.check_order(frames)
        # An all-to-all: chunk d of s becomes chunk s of d, the own one included.
        self.assertEqual(model.run(), [{s: (s, d) for s in range(nodes)} for d in range(nodes)])
        return model

    def test_exchange_everything_in_the_order_of_the_frames(self):
        for words, nodes, channels in ((("topology.dimensions=4",), 4, 1), ((), 16, 1),
                                       (("schedule.ports=yes",), 16, 1),
                                       (("topology.dimensions=8x8",), 64, 2),
                                       (("topology.dimensions=4x4x4",), 64, 2),
                                       (("topology.dimensions=2",), 2, 1),
                                       (("topology.kind=random", "topology.routers=9", "topology.degree=4",
                                         "topology.graph_seed=1", "routing.algorithm=up_down"), 9, 1)):
            with self.subTest(words=words):
                text, frames = self.made(*words)
                model = self.check(text, frames, nodes)
                self.assertEqual(model.channels, channels)

    def test_are_the_same_each_time_and_named_after_the_network(self):
        text, _ = self.made()
        self.assertEqual(self.made()[0], text)
        self.assertEqual(ElementTree.fromstring(text).get("name"), "torus 4x4 all to all")

    def test_the_model_finds_what_is_wrong(self):
        text, frames = self.made("topology.dimensions=4")
        wait = 'depid="0" deps="0" hasdep="0"'  # the first wait in the file, of GPU 0
        for old, new, why in (('deps="0" hasdep="0"', 'deps="7" hasdep="0"', "a wait for nothing"),
                              ('hasdep="1"', 'hasdep="0"', "hasdep"),
                              ('send="1"', 'send="2"', "two thread blocks at one end"),
                              ('srcbuf="i" srcoff="1" dstbuf="o" dstoff="0" cnt="1" depid="-1" deps="-1" hasdep="1"/>',
                               'srcbuf="s" srcoff="1" dstbuf="o" dstoff="0" cnt="1" depid="-1" deps="-1" hasdep="1"/>',
                               "only inputs are sent"),
                              (wait, 'depid="-1" deps="-1" hasdep="0"', "overtakes a frame|hasdep"),
                              ('type="r" srcbuf="i" srcoff="0" dstbuf="o" dstoff="2"',
                               'type="r" srcbuf="i" srcoff="0" dstbuf="o" dstoff="3"', "written again"),
                              ('cnt="1" depid="-1" deps="-1"', 'cnt="1" depid="1" deps="3"', "hasdep|deadlock")):
            self.assertIn(old, text)
            with self.assertRaisesRegex(Wrong, why):
                self.check(text.replace(old, new, 1), frames, 4)
        # The first message of GPU 0 waits for its second, which waits for the first.
        circle = text.replace('cnt="1" depid="-1" deps="-1"', 'cnt="1" depid="1" deps="3"', 1)
        circle = circle.replace('depid="5" deps="0" hasdep="0"', 'depid="5" deps="0" hasdep="1"', 1)
        with self.assertRaisesRegex(Wrong, "deadlock"):
            Model(circle).run()

    def test_of_a_file_need_every_pair_once(self):
        pairs = [f"{s} {t}" for s in range(4) for t in range(4) if s != t]
        words = "topology.dimensions=4", "schedule.collective=file", "schedule.file=p.txt"
        self.write("p.txt", "\n".join(reversed(pairs)))
        text, frames = self.made(*words)
        self.check(text, frames, 4)
        every = "allowed: all_to_all, one from every node to every other one"
        for lines, why in ((pairs + ["2 3"], "--msccl: 2 messages from node 2 to node 3; "),
                           (pairs[1:], "--msccl: 0 messages from node 0 to node 1; "),
                           (["1 1"] + pairs, "--msccl: 1 message from node 1 to node 1; ")):
            self.write("p.txt", "\n".join(lines))
            self.assertIn(why + every, self.refused("t.ini", *words, "schedule.ports=yes"))

    # All pairs of 40 nodes but one have a link of their own and a place in the first frame;
    # the detour of the other
    # pair shares channels, so that its transfers wait for all others at its ends.
    def test_of_too_many_messages_at_a_time_are_refused(self):
        self.write("k40.edges", "\n".join(f"{a} {b}" for a in range(40) for b in range(a)
                                                         if (a, b) != (1, 0)))
        words = "t.ini", "topology.kind=graph", "topology.file=k40.edges", "routing.algorithm=shortest"
        self.assertRegex(self.refused(*words), r"^orthant: error: --msccl: a message of node \d+ waits for "
                                               r"\d+ of the frame before; allowed: at most 64$")

    def refused(self, *words):
        line, = self.orthant("schedule", *words, "--msccl", "x.xml", "-q", expect=2).stderr.splitlines()
        self.assertFalse((self.folder / "x.xml").exists())
        return line

    def test_are_refused_where_the_format_cannot_hold_them(self):
        self.write("case.txt", "liquid-case 1\nlinks 1\ntransfers 1\nt 0 x 1 0\nend\n")
        for words, why in ((("t.ini", "schedule.collective=gather"), "--msccl: 0 messages from node 0 to node 1; allowed: "),
                           (("t.ini", "topology.dimensions=12x12"), "--msccl: 144 nodes; allowed: all_to_all of 2 to 64 "),
                           (("--case", "case.txt"), "--msccl: a case has no nodes; allowed: a config"),
                           (("t.ini", "-o", "x.xml"), "x.xml: is an input or another output")):
            self.assertIn(why, self.refused(*words))
