"""Traces of netrace as workloads: traffic.injection = workload with workload.format = netrace."""

import bz2
import random
import re
import struct
import subprocess
import sys

from command import ROOT, Command
from small_torus import TORUS

PAGE = ROOT / "docs" / "netrace.md"

MAGIC = 0x484A5455
READ_REQ, READ_RESP, WRITEBACK, UPGRADE_REQ, INVALID = 1, 2, 6, 13, 9
BYTES = {READ_REQ: 8, READ_RESP: 72, WRITEBACK: 72, UPGRADE_REQ: 8}

CONFIG = TORUS.replace("torus", "mesh") + (
    "[traffic]\ninjection = workload\n[workload]\nbytes_per_flit = 8\nfile = t.tra.bz2\n")


def header(nodes=16, packets=0, regions=(), notes=b"", magic=MAGIC, version=1.0, cycles=0):
    """The header of a trace file; `regions` are (offset, cycles, packets)."""
    text = struct.pack("<If30sBxQQII8x", magic, version, b"example", nodes, cycles, packets, len(notes), len(regions))
    return text + notes + b"".join(struct.pack("<QQQ", *region) for region in regions)


def packed(cycle, number, kind, source, destination, waiting=()):
    """A packet, with the ids of those that wait for it."""
    return struct.pack("<QIIBBBBB", cycle, number, 0xabc0, kind, source, destination, 0x02, len(waiting)) + struct.pack(
        f"<{len(waiting)}I", *waiting)


class Netrace(Command):
    FILES = {"n.ini": CONFIG}

    def write_trace(self, sent, name="t.tra.bz2", **parts):
        content = header(**({"packets": len(sent)} | parts)) + b"".join(packed(*packet) for packet in sent)
        (self.folder / name).write_bytes(bz2.compress(content) if name.endswith(".bz2") else content)

    def run_rows(self, *words, stderr=""):
        done = self.orthant("run", "n.ini", "-q", "--format", "csv", *words)
        self.assertEqual(done.stderr, stderr)
        row, = self.rows(done.stdout)
        self.assertEqual(row["verdict"], "drained")
        return row

    def cycles(self, *words, stderr=""):
        return int(self.run_rows(*words, stderr=stderr)["completion_cycles"])

    def refused(self, what, *words):
        done = self.orthant("run", "n.ini", *words, expect=2)
        self.assertEqual(done.stdout, "")
        self.assertRegex(done.stderr, f"^orthant: error: .*: {what}\n$")
        self.assertEqual(len(done.stderr.splitlines()), 1)

    def drawn(self, count=400, nodes=16):
        """Requests at random cycles, each with a response that waits for it, and some with another request then."""
        rng = random.Random(4)
        packets, cycle = [], 0
        for number in range(0, 3 * count, 3):
            cycle += rng.randrange(6)
            source, home = rng.sample(range(nodes), 2)
            packets.append((cycle, number, READ_REQ, source, home, (number + 1,)))
            last = rng.random() < 0.5
            packets.append((cycle + 20, number + 1, READ_RESP, home, source, () if last else (number + 2,)))
            if not last:
                packets.append((cycle + 50, number + 2, WRITEBACK, source, home, ()))
        return packets

    def test_packets_are_injected_as_from_a_list_of_messages(self):
        packets = [(cycle, number, kind, source, destination) for cycle, number, kind, source, destination, _ in self.drawn()]
        self.write_trace(packets)
        lines = [f"{p[0]},{p[3]},{p[4]},{BYTES[p[2]]}," for p in packets]
        self.write("list.csv", "time,source,destination,bytes,after\n" + "\n".join(lines) + "\n")
        ours, theirs = self.run_rows(), self.run_rows("workload.file=list.csv")
        del ours["pattern"], theirs["pattern"]
        self.assertEqual(ours, theirs)
        # The scale halves cycles, not the distances between them (which would round differently).
        last = max(p[0] for p in packets)
        halves = ("workload.time_scale=1/2", "workload.bytes_per_flit=72")
        halved = self.cycles(*halves)
        self.assertGreaterEqual(halved, last / 2)
        self.assertLess(halved - last / 2, 30)
        self.assertEqual(self.cycles("workload.file=list.csv", *halves), halved)

    def goal_of(self, packets, nodes=16):
        """Translates packets to GOAL: a clock in each rank, and sends that wait for it
        and for receives."""
        waits = {}
        for packet in packets:
            for number in packet[5]:
                waits.setdefault(number, []).append(packet[1])
        text = [f"num_ranks {nodes}"]
        for rank in range(nodes):
            text.append(f"rank {rank} {{")
            times = sorted({p[0] for p in packets if p[3] == rank and p[0] > 0})
            for i, time in enumerate(times):
                text.append(f"c{time}: calc {time - (times[i - 1] if i else 0)} cpu 0")
                if i:
                    text.append(f"c{time} requires c{times[i - 1]}")
            for cycle, number, kind, source, destination, _ in packets:
                if source == rank:
                    text.append(f"s{number}: send {BYTES[kind]}b to {destination}")
                    if cycle:
                        text.append(f"s{number} requires c{cycle}")
                    text += [f"s{number} requires r{other}" for other in waits.get(number, ())]
                if destination == rank:
                    text.append(f"r{number}: recv {BYTES[kind]}b from {source}")
            text.append("}")
        return "\n".join(text) + "\n"

    def test_packets_wait_for_others_as_in_goal(self):
        packets = self.drawn()
        self.write_trace(packets)
        self.write("twin.goal", self.goal_of(packets))
        ours, theirs = self.run_rows(), self.run_rows("workload.file=twin.goal")
        del ours["pattern"], theirs["pattern"]
        self.assertEqual(ours, theirs)
        # Where the network is slow, packets come later than their cycles say.
        slow = ("channel.latency_cycles=40",)
        free = [packet[:5] + ((),) for packet in packets]
        waiting = self.cycles(*slow)
        self.write_trace(free)
        self.assertGreater(waiting, self.cycles(*slow))

    def test_a_response_waits_for_its_request(self):
        # A mesh of 4x4 from node 0 to 1: a flit of 8 bytes, then 9 of 72 back.
        self.write_trace([(0, 1, READ_REQ, 0, 1, (2,)), (0, 2, READ_RESP, 1, 0)])
        both = self.cycles()
        self.write_trace([(0, 1, READ_REQ, 0, 1)])
        request = self.cycles()
        self.write_trace([(0, 2, READ_RESP, 1, 0)])
        response = self.cycles()
        self.assertEqual(both, request + response)
        self.assertEqual(response, request + 8)
        # The response is not sent before its cycle.
        self.write_trace([(0, 1, READ_REQ, 0, 1, (2,)), (500, 2, READ_RESP, 1, 0)])
        self.assertEqual(self.cycles(), 500 + response)

    def test_is_known_by_its_content_and_need_not_be_compressed(self):
        packets = self.drawn(20)
        self.write_trace(packets)
        known = self.cycles()
        for name in ("plain.tra", "other.txt", "other.bz2"):
            self.write_trace(packets, name=name, notes=b"some notes\0")
            self.assertEqual(self.cycles(f"workload.file={name}"), known)
            self.assertEqual(self.cycles(f"workload.file={name}", "workload.format=netrace"), known)
        # Several streams of bzip2, as pbzip2 writes them.
        content = (self.folder / "plain.tra").read_bytes()
        (self.folder / "parts.tra.bz2").write_bytes(bz2.compress(content[:100]) + bz2.compress(content[100:]))
        self.assertEqual(self.cycles("workload.file=parts.tra.bz2"), known)

    def test_regions_and_first_packets(self):
        first, second = self.drawn(10), self.drawn(20)
        second = [(cycle + 10000, number + 1000, kind, source, destination, tuple(n + 1000 for n in waiting))
                  for cycle, number, kind, source, destination, waiting in second]
        place = sum(len(packed(*packet)) for packet in first)
        regions = ((0, 10000, len(first)), (place, 500, len(second)))
        self.write_trace(first + second, regions=regions)
        self.assertGreater(self.cycles(), 10000)
        parts = [self.cycles("workload.trace_region=0"), self.cycles("workload.trace_region=1")]
        self.write_trace(first)
        self.assertEqual(self.cycles(), parts[0])
        alone = self.cycles("workload.trace_packets=1")
        self.write_trace(first[:1])
        self.assertEqual(self.cycles(), alone)
        self.write_trace([(packet[0] - 10000, *packet[1:]) for packet in second])
        self.assertEqual(self.cycles(), parts[1])
        self.write_trace(first + second, regions=regions)
        self.assertEqual(self.cycles(f"workload.trace_packets={len(first)}"), parts[0])
        self.refused(r"2: t\.tra\.bz2 has 2 regions; allowed: 0 to 1", "workload.trace_region=2")

    def test_the_example_of_the_page_runs_as_it_says(self):
        text = PAGE.read_text(encoding="utf-8")
        program, = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
        subprocess.run([sys.executable, "-c", program], cwd=self.folder, check=True)
        self.write("pair.ini", re.findall(r"```ini\n(.*?)```", text, re.DOTALL)[1])
        cycles, = re.findall(r"^build/orthant run pair.ini +# completion_cycles (\d+)$", text, re.MULTILINE)
        row = self.row("run", "pair.ini")
        self.assertEqual(row["completion_cycles"], cycles)

    def test_reports_packets_and_dependencies_that_are_dropped(self):
        self.write_trace([(0, 1, READ_REQ, 0, 1, (2, 3, 4, 99)), (0, 2, READ_RESP, 1, 0), (0, 3, READ_REQ, 0, 2), (0, 4, READ_REQ, 3, 2),
                    (0, 5, INVALID, 0, 1, (6,)), (0, 6, READ_REQ, 2, 1)])
        self.cycles(stderr=(
            "orthant: warning: t.tra.bz2: left out: 1 of 6 packets, of a type without a size, as InvalidCmd is; nothing waits for it\n"
            "orthant: warning: t.tra.bz2: 2 of 3 dependencies are on a packet that does not arrive at the source of the one that "
            "waits; kept till it has left, where it has the same source: 1; not kept: 1\n"))
        self.write_trace([(0, 1, READ_REQ, 0, 1)], packets=0)
        self.cycles(stderr="orthant: warning: t.tra.bz2: has 1 packet, more than the 0 that its header says\n")

    def test_refuses_other_files_and_damaged_traces(self):
        good = [(0, 1, READ_REQ, 0, 1, (2,)), (5, 2, READ_RESP, 1, 0)]
        self.write_trace(good)
        packed_text = (self.folder / "t.tra.bz2").read_bytes()
        plain = bz2.decompress(packed_text)

        def refused(content, what, *words):
            (self.folder / "t.tra.bz2").write_bytes(content)
            with self.subTest(what):
                self.refused(r"t\.tra\.bz2: " + what, *words)

        netrace = "workload.format=netrace"
        refused(plain[:3] + b"X" + plain[4:], r"begins with the number 0x584a5455; allowed: 0x484a5455, as traces of netrace do", netrace)
        refused(bz2.compress(b"hello" * 50), r"begins with the number 0x6c6c6568; allowed: .*", netrace)
        refused(bz2.compress(b"hello" * 50), r"begins with the number 0x6c6c6568; allowed: .*")
        refused(plain[:60], "ends within its header; allowed: a whole trace")
        refused(plain[:90], "ends within packet 1; allowed: a whole trace")
        refused(plain[:95], "ends within packet 1; allowed: a whole trace")
        refused(plain[:97], "ends after 1 packet, and 2 are expected; allowed: a whole trace")
        refused(packed_text[:-10], "ends within its compressed data; allowed: a whole file")
        refused(packed_text[:30], "ends within its compressed data; allowed: a whole file", netrace)
        damaged = bytearray(packed_text)
        damaged[40] ^= 0x55
        refused(bytes(damaged), "its compressed data are damaged; allowed: what bzip2 writes")
        refused(packed_text + b"more", "its compressed data are damaged; allowed: what bzip2 writes")
        refused(header(packets=1, version=2.0) + packed(*good[1]), r"version 2 of netrace's traces; allowed: 1")
        refused(header(nodes=17) + packed(*good[1]), "has 17 nodes for a network of 16; allowed: 1 to 16")
        refused(header(nodes=0) + packed(*good[1]), "has 0 nodes for a network of 16; allowed: 1 to 16")
        refused(header(), "no packets; allowed: a trace with one or more")
        refused(header(nodes=2, packets=1) + packed(0, 1, READ_REQ, 0, 2), "packet 1 has the destination 2; allowed: 0 to 1, as its header says")
        refused(header(nodes=2, packets=1) + packed(0, 1, READ_REQ, 7, 1), "packet 1 has the source 7; allowed: 0 to 1, as its header says")
        refused(header(packets=1) + packed(0, 1, 31, 0, 2), "packet 1 is of type 31; allowed: 0 to 30")
        refused(header(packets=1) + packed(1 << 60, 1, READ_REQ, 0, 2), r"packet 1 is of cycle \d+; allowed: at most 1000000000000000, times workload.time_scale")
        refused(header(packets=2) + packed(*good[0]) * 2, "packets 1 and 2 have the id 1; allowed: ids of their own")
        refused(header(regions=[(1 << 50, 1, 1)]) + packed(*good[0]), "ends before its region 0; allowed: a whole trace", "workload.trace_region=0")
        refused(header(regions=[(0, 9, 0), (0, 1, 1)]) + packed(*good[1]), "packet 1 is of cycle 5; allowed: from 9 on, where its region begins", "workload.trace_region=1")
        refused(header(packets=10**9, regions=[(0, 1, 10**9)]),
                "1000000000 packets; allowed: at most 10000000, of the first ones that workload.trace_packets asks for, or of a region that "
                "workload.trace_region names, which have 1000000000")
        # Two packets that wait for each other.
        refused(header(packets=2) + packed(0, 1, READ_REQ, 0, 1, (2,)) + packed(0, 2, READ_RESP, 1, 0, (1,)),
                r"packet 1 waits for itself, by way of packet 2 \(at node 0\), packet 2 \(sent by node 1\), packet 1 \(at node 1\); "
                "allowed: no cycle of dependencies")

    def test_warns_once_for_all_points_and_repetitions(self):
        packets = [(0, 0, READ_REQ, 0, 1), (9, 1, INVALID, 1, 2)]
        self.write_trace(packets)
        warning = ("orthant: warning: t.tra.bz2: left out: 1 of 2 packets, of a type without a size, as InvalidCmd is; "
                   "nothing waits for it\n")
        for words in (("sweep", "n.ini", "router.vcs=2,4", "run.repetitions=2", "-j", "2"), ("run", "n.ini", "run.repetitions=2"),
                      ("check", "n.ini", "router.vcs=2,4"), ("schedule", "n.ini")):
            self.assertEqual(self.orthant(*words, "-q").stderr, warning, words)
