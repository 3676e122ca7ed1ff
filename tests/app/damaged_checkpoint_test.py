"""Checkpoints whose bytes were changed and whose checksum is right again: each is refused in one line, or the run goes
on to some result. Nothing crashes, runs on without end or takes more memory than it may, whatever the bytes are.

Usage: run_file.py damaged_checkpoint_test.py ORTHANT_BINARY [STOP_AT_CALL_LIBRARY] [--campaign MUTANTS: so many of
each model]
"""

import collections
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import stop
from fnv import fnv
from program import ORTHANT
from small_torus import ini

# The library kills a run at a certain call, which makes checkpoints and their mutants reproducible.
LIBRARY = stop.library()
# AddressSanitizer reserves terabytes of addresses.
SANITIZED = b"__asan_init" in pathlib.Path(ORTHANT).read_bytes()
MOST_BYTES = 2 * 2**30
MOST_SECONDS = 120 if SANITIZED else 20  # processor time, independent of other load

CONFIG = ini("topology: kind=torus, dimensions=3x3", "routing: algorithm=dor",
             "router: vcs=2, buffer_flits=8",
             "traffic: pattern=uniform, packet_flits=1:0.5 5:0.5, load=0.3, load_unit=flits",
             "run: warmup_cycles=500, measure_cycles=2000, drain_cycles=1000, "
             "checkpoint_minutes=1e-9")
# A network that is cut into blocks whether or not other programs use the cores.
LARGE = ("topology.kind=mesh", "topology.dimensions=27x19", "traffic.load=0.1", "--threads-per-run", "3")
DRAINED = CONFIG[:CONFIG.index("warmup")] + "until = drained\nmessages_per_node = 200\ncheckpoint_minutes = 1e-9\n"
FEW_DRAINED = DRAINED.replace("messages_per_node = 200", "messages_per_node = 2")
WORKLOAD = ini("topology: kind=torus, dimensions=3x3", "routing: algorithm=dor", "router: vcs=2",
               "traffic: injection=workload",
               "workload: {}, bytes_per_flit=8, packet_flits=4", "run: checkpoint_minutes=1e-9")
CLASSES = CONFIG.replace("[run]", "[traffic.low]\nmessage_class = 1\n[traffic.high]\npriority = 2\nload = 0.1\n[run]")


def rank(number, source, lines=40):
    """Computations and messages around a ring of nine; a computation waits for the receive
    two rounds before."""
    return f"rank {number} {{\n" + "".join(
        f"a{i}: calc {20 + 7 * number + i} cpu {i % 2}\n"
        f"s{i}: send 200b to {(number + 1) % 9} tag {i} nic {i % 2}\n"
        f"r{i}: recv 200b from {source(number)} tag {i}\n"
        f"s{i} requires a{i}\n" + (f"a{i} requires r{i - 2}\n" if i > 1 else "") for i in range(lines)) + "}\n"


GOAL = "num_ranks 9\n" + "".join(rank(number, lambda n: (n + 8) % 9) for number in range(9))
ANY = "num_ranks 9\n" + "".join(rank(number, lambda n: -1) for number in range(9))
WHOLE = ("router.switching=virtual_cut_through", "router.buffer_flits=16")
PIECE = (*WHOLE, "router.switch_hold=packet", "traffic.packet_flits=5")
OUTPUT = ("router.model=output_queued", "router.vcs=1")
# Overrides of CONFIG, or another config with overrides.
MODELS = {
    "wormhole": (),
    "wormhole, drained": (DRAINED,),
    "adaptive": ("routing.algorithm=minimal_adaptive", "router.vcs=4", "traffic.load=0.6"),
    "blocks": (*LARGE, "run.measure_cycles=100", "run.warmup_cycles=60", "run.drain_cycles=60"),
    "blocks, adaptive, drained": (FEW_DRAINED, *LARGE, "routing.algorithm=minimal_adaptive", "router.buffer_flits=2"),
    "packets": WHOLE,
    "packets in one piece": PIECE,
    "packets in one piece, drained, blocks": (FEW_DRAINED, *PIECE, *LARGE),
    "packets in one piece, store and forward, bubble": (*PIECE[1:], "router.switching=store_and_forward",
                                                        "router.flow_control=bubble", "router.vcs=1"),
    "switch held": (*WHOLE, "router.switch_hold=packet"),
    "bubble": (*WHOLE, "router.flow_control=bubble", "router.vcs=1"),
    "critical bubble": (*WHOLE, "router.flow_control=critical_bubble", "traffic.load=0.7",
                        "routing.algorithm=minimal_adaptive"),
    "critical bubble, drained": (DRAINED, *WHOLE, "router.flow_control=critical_bubble", "router.vcs=1"),
    "flit bubble": ("router.flow_control=flit_bubble", "router.vcs=1", "router.buffer_flits=16"),
    "pipeline": ("router.routing_delay_cycles=2", "router.vc_allocation_delay_cycles=1",
                 "router.switch_allocation_delay_cycles=3"),
    "speculative": ("router.speculative=yes", "router.vc_allocation_delay_cycles=1",
                    "router.switch_allocation_delay_cycles=1"),
    "long channels": ("channel.latency_cycles=70",),
    "slow channels": ("channel.bandwidth=1/2", "traffic.load=0.15"),
    "random arbitration": ("router.arbitration=random", "router.allocator_iterations=2"),
    "by age": ("router.arbitration=age", "router.vc_reuse=atomic"),
    "valiant": ("routing.algorithm=val", "router.vcs=4", "topology.nodes_per_router=2"),
    "odd-even": ("topology.kind=mesh", "topology.dimensions=4x4", "routing.algorithm=odd_even"),
    "outflank": ("topology.dimensions=5x5", "routing.algorithm=ofr", "router.vcs=5", "traffic.pattern=tornado"),
    "immediate ejection": ("channel.ejection=immediate",),
    "rounds": ("router.input_speedup=2", "channel.bandwidth=5/2"),
    "injection limit": ("router.injection_limit=in_transit", "topology.kind=mesh"),
    "pilot": ("run.warmup_cycles=auto",),
    "on and off": ("traffic.injection=on_off", "traffic.burst_flits=40"),
    "output queues": OUTPUT,
    "output queues, drained": (DRAINED, *OUTPUT),
    "output queues, adaptive": ("router.model=output_queued", "routing.algorithm=minimal_adaptive", "router.vcs=2",
                                "traffic.load=0.8"),
    "classes": (CLASSES, "router.message_classes=2", "router.vcs=4"),
    "workload": (WORKLOAD.format("file = program.goal"),),
    "workload, blocks": (WORKLOAD.format("file = program.goal"), "--threads-per-run", "2"),
    "workload in one piece": (WORKLOAD.format("file = program.goal").replace("packet_flits = 4", "packet_flits = 5"),
                              *WHOLE, "router.switch_hold=packet"),
    "messages of any source": (WORKLOAD.format("file = any.goal"), "router.message_classes=2", "router.vcs=4"),
    "requests": (WORKLOAD.format("kind = request_reply\nbytes = 32\niterations = 60\nreply_queue = 2"),
                 "router.message_classes=2", "router.vcs=4"),
}
SHIPPED = ("wormhole, drained", "packets in one piece, drained, blocks", "critical bubble, drained",
           "blocks, adaptive, drained", "output queues, drained", "workload")
MUTANTS = 40  # mutants of each model; half as many of large ones
if "--campaign" in sys.argv:
    SHIPPED, MUTANTS = tuple(MODELS), int(sys.argv.pop(sys.argv.index("--campaign") + 1))
    sys.argv.remove("--campaign")


class Checkpoint:
    """A checkpoint of one model, in a folder of its own."""

    def __init__(self, folder, model):
        self.folder = pathlib.Path(folder)
        self.path = self.folder / "net.csv.checkpoint"
        words = MODELS[model]
        config = CONFIG
        if words and words[0].startswith("\n["):
            config, *words = words
        (self.folder / "net.ini").write_text(config)
        (self.folder / "program.goal").write_text(GOAL)
        (self.folder / "any.goal").write_text(ANY)
        self.words = (ORTHANT, "run", "net.ini", "-o", "net.csv", "-q", "-j", "1", *words)
        self.made = self.make()
        lines = self.made.split(b"\n", 5)
        self.head, self.rest = lines[:4], lines[5]
        self.config_bytes = int(lines[3].split()[1])

    def make(self):
        """The bytes of a checkpoint, from a run that is killed after writing it."""
        for call in range(60, 0, -10) if LIBRARY else ():
            self.clean()
            subprocess.run(self.words, cwd=self.folder, env=stop.environment(LIBRARY, call), stderr=subprocess.DEVNULL, check=False)
            if self.path.exists():
                return self.path.read_bytes()
        for attempt in range(60):
            self.clean()
            with subprocess.Popen(self.words, cwd=self.folder, stderr=subprocess.PIPE) as run:
                while not self.path.exists() and run.poll() is None:
                    time.sleep(0.0002)
                time.sleep(0.001 * (attempt % 5) * (20 if SANITIZED else 1))
                run.kill()
                errors = run.stderr.read()
            if self.path.exists():
                return self.path.read_bytes()
        raise RuntimeError(f"there is no checkpoint of {self.words}: {errors}")

    def clean(self):
        for path in self.folder.glob("net.csv*"):
            path.unlink()

    def with_state(self, rest):
        digest = fnv(rest + b"\n".join(self.head) + b"\n")
        return b"\n".join([*self.head, b"FNV-1a %016x" % digest, rest])

    def mutant(self, drawn):
        """A checkpoint with one to three changed words in its state."""
        rest = bytearray(self.rest)
        for _ in range(drawn.choice((1, 1, 1, 2, 3))):
            width = drawn.choice((1, 1, 2, 4, 8))
            at = drawn.randrange(self.config_bytes, len(rest) - width)
            word = int.from_bytes(rest[at:at + width], "little")
            other = drawn.randrange(self.config_bytes, len(rest) - width)
            word = drawn.choice((lambda: 0, lambda: -1, lambda: word + 1, lambda: word - 1,
                                 lambda: word + drawn.randrange(-9, 10), lambda: word ^ 1 << drawn.randrange(8 * width),
                                 lambda: drawn.getrandbits(8 * width), lambda: 1 << drawn.randrange(8 * width),
                                 lambda: drawn.randrange(16),
                                 lambda: int.from_bytes(rest[other:other + width], "little")))()
            rest[at:at + width] = (word % 256**width).to_bytes(width, "little")
        return self.with_state(bytes(rest))

    def resume(self, text):
        """Resumes from this text. Returns the complaint, or "", and how the run ended."""
        self.clean()
        self.path.write_bytes(text)

        def limit():
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
            if not SANITIZED:
                resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))

        try:
            done = subprocess.run([*self.words, "--resume"], cwd=self.folder, capture_output=True, text=True,
                                  timeout=30 * MOST_SECONDS, check=False, preexec_fn=limit)
        except subprocess.TimeoutExpired:
            return "waits for nothing", "hang"
        if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            return f"runs on after {MOST_SECONDS} s", "hang"
        if done.returncode in (0, 3, 4):  # the run went on, with any verdict
            return "", "result"
        wrong = []
        if done.returncode != 2:
            wrong.append(f"exit code {done.returncode}")
        if not re.fullmatch(r"orthant: error: net\.csv\.checkpoint: [^\n]+; allowed: [^\n]+\n", done.stderr):
            wrong.append(f"says {done.stderr[-3000:]!r}")
        if done.returncode == 2 and self.path.read_bytes() != text:
            wrong.append("changes the checkpoint")
        return ", ".join(wrong), done.stderr.partition("checkpoint: ")[2].partition(";")[0]


class Damaged(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="orthant_damaged_")
        self.addCleanup(shutil.rmtree, self.folder)

    def test_is_refused_or_resumed(self):
        ends = collections.Counter()
        for model in SHIPPED:
            checkpoint = Checkpoint(self.folder, model)
            self.assertEqual(checkpoint.resume(checkpoint.made), ("", "result"), model)
            drawn = random.Random(model)
            for number in range(MUTANTS // 2 if "--threads-per-run" in MODELS[model] else MUTANTS):
                wrong, end = checkpoint.resume(checkpoint.mutant(drawn))
                ends[end] += 1
                self.assertEqual(wrong, "", f"{model}, mutant {number}")
        self.assertGreater(len(ends), 5, ends)  # mutants are refused for several reasons

    def test_number_of_blocks(self):
        checkpoint = Checkpoint(self.folder, "blocks")
        made = int(checkpoint.head[2].split()[-1])
        self.assertEqual(made, 3)
        for blocks in (0, 1, 2, 3, 4, 9, 10, 2**32 - 1, 2**32 + 3, 10**10 - 1):
            checkpoint.head[2] = re.sub(rb"blocks \d+", b"blocks %010d" % blocks, checkpoint.head[2])
            wrong, end = checkpoint.resume(checkpoint.with_state(checkpoint.rest))
            self.assertEqual(wrong, "", blocks)
            self.assertEqual(end == "result", blocks == made, blocks)
