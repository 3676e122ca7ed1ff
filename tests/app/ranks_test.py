"""One simulation on the ranks of an MPI job: the same bytes as in one process, and how a failing
job ends."""

import os
import pathlib
import signal
import subprocess
import time

from command import NEEDS_MPIRUN, ORTHANT, Command, mpirun
from fnv import fnv

FILES = ("packets", "flows", "channels", "histogram", "timeline", "channel_timeline", "energy")
LONG = ("topology.dimensions=16x16", "run.measure_cycles=100000000", "run.warmup_cycles=100")
DEADLOCK = ("topology.dimensions=8x8", "router.vcs=1", "routing.allow_deadlock=yes", "traffic.load=0.9", "traffic.packet_flits=8",
            "run.deadlock_cycles=1000")


@NEEDS_MPIRUN
class Ranks(Command):
    def setUp(self):
        super().setUp()
        self.needs_mpi()

    def messages_and_files(self, *words, prefix=(), expect=0):
        """The messages of a run, and its files."""
        for old in self.folder.glob("r.*"):
            old.unlink()
        outputs = [f"output.{name}=r.{name}.csv" for name in FILES] if "output" in words else []
        words = [word for word in words if word != "output"]
        done = self.orthant("run", "c.ini", *words, *outputs, "-q", "-o", "r.csv", prefix=prefix, expect=expect)
        said = [line for line in done.stderr.splitlines() if line.startswith(("orthant", "  router"))]
        return said, {path.name: path.read_bytes() for path in self.folder.glob("r.*")}

    def expect_the_same(self, *words, expect=0):
        alone = self.messages_and_files(*words, expect=expect)
        self.assertIn("r.csv", alone[1])
        for ranks, threads in ((2, 1), (4, 1), (2, 2)):
            with self.subTest(ranks=ranks, threads=threads):
                several = self.messages_and_files(*words, "--threads-per-run", str(threads),
                                                  prefix=mpirun(ranks), expect=expect)
                self.assertEqual(several, alone)

    def test_change_nothing(self):
        self.expect_the_same("output", "run.repetitions=2")

    def test_change_nothing_in_a_workload(self):
        self.expect_the_same("traffic.injection=workload", "workload.kind=allreduce", "workload.algorithm=ring", "workload.bytes=4096",
                             "run.until=drained", "output.operations=r.operations.csv")

    def test_change_nothing_in_an_irregular_network(self):
        self.expect_the_same("topology.kind=random", "topology.routers=24", "topology.degree=4", "topology.generator=regular",
                             "routing.algorithm=up_down", "traffic.load_unit=flits", "traffic.load=0.1")

    def test_report_the_same_knot(self):
        said, _ = self.messages_and_files(*DEADLOCK, expect=4)
        self.assertTrue(any(line.startswith("  router") for line in said), said)
        self.expect_the_same(*DEADLOCK, expect=4)

    def test_use_one_rank_where_a_network_cannot_be_partitioned(self):
        words = ("router.model=output_queued", "router.switching=store_and_forward", "router.vcs=1")
        alone = self.messages_and_files(*words)
        said, files = self.messages_and_files(*words, prefix=mpirun(2))
        self.assertEqual(files, alone[1])
        self.assertEqual(len(said), len(alone[0]) + 1)
        self.assertIn("mpirun: using 1 of 2 ranks", said[-1])
        self.assertIn("mpirun: using 1 of 17 ranks", "\n".join(self.messages_and_files(prefix=mpirun(17))[0]))

    def test_report_a_mistake_once(self):
        done = self.orthant("run", "c.ini", "router.vcs=77", prefix=mpirun(2), expect=2)
        self.assertEqual(done.stderr.count("router.vcs"), 1)
        done = self.orthant("run", "c.ini", "routing.algorithm=minimal_adaptive", "router.vcs=1", prefix=mpirun(2), expect=2)
        self.assertEqual(done.stderr.count("orthant: error"), 1)

    def start(self, *words):
        process = subprocess.Popen([*mpirun(2), ORTHANT, "run", "c.ini", *LONG, *words, "-q", "-o", "r.csv"], cwd=self.folder, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def processes_of(self, process):
        """The processes of the job that run the command."""
        found = [pathlib.Path("/proc", pid) for pid in
                 pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]
        return [rank for rank in found if (rank / "cmdline").read_bytes().startswith(ORTHANT.encode())]

    def ranks_of(self, process):
        """The processes of the job that simulate, once they do."""
        for _ in range(400):
            found = self.processes_of(process)
            if len(found) == 2 and all(int((rank / "stat").read_text().split()[13]) > 100 for rank in found):
                return [int(rank.name) for rank in found]
            time.sleep(0.05)
        self.fail("no ranks at work")

    def test_stop_together_at_an_interrupt(self):
        process = self.start()
        self.ranks_of(process)
        process.send_signal(signal.SIGTERM)
        process.wait(60)
        self.assertNotEqual(process.returncode, 0)

    def test_end_with_the_rank_that_is_killed(self):
        for which in (0, 1):
            self.write("kept.csv", "of an earlier run\n")
            process = self.start()
            os.kill(self.ranks_of(process)[which], signal.SIGKILL)
            _, said = process.communicate(timeout=60)
            self.assertNotEqual(process.returncode, 0)
            self.assertIn("signal 9 (Killed)", said)  # by mpirun
            self.assertEqual(sorted(os.listdir(self.folder)), ["c.ini", "kept.csv"])

    def make_checkpoint(self, *command):
        process = subprocess.Popen([*mpirun(2), ORTHANT, *command], cwd=self.folder, stderr=subprocess.DEVNULL)
        while process.poll() is None and not (self.folder / "r.csv.checkpoint").exists():
            time.sleep(0.01)
        for rank in self.processes_of(process):  # both at once: without mpirun a rank would go on
            os.kill(int(rank.name), signal.SIGKILL)
        process.wait(60)
        return (self.folder / "r.csv.checkpoint").read_bytes()

    def test_go_on_from_a_checkpoint(self):
        words = ("topology.dimensions=8x8", "run.measure_cycles=400000", "run.checkpoint_minutes=0.001")
        _, whole = self.messages_and_files(*words)
        for old in self.folder.glob("r.*"):
            old.unlink()
        command = ("run", "c.ini", *words, "-q", "-o", "r.csv")
        self.make_checkpoint(*command)
        # The checkpoint is from another number of processes.
        other = self.orthant(*command, "--resume", expect=2)
        self.assertEqual(other.stderr.count("\n"), 1, other.stderr)
        self.orthant(*command, "--resume", prefix=mpirun(2))
        self.assertEqual({path.name: path.read_bytes() for path in self.folder.glob("r.*")}, whole)

    def test_refuse_a_damaged_checkpoint_together(self):
        """Whichever rank finds the damage: rank 0 says so in a line, and no rank waits for another one."""
        command = ("run", "c.ini", "run.measure_cycles=40000", "run.checkpoint_minutes=1e-9", "-q", "-o", "r.csv")
        *head, _, rest = self.make_checkpoint(*command).split(b"\n", 5)
        config_bytes, state_bytes = (int(head[3].split()[place]) for place in (1, 3))
        # Rank 0 finds most damage in the first half, rank 1 in the second. Some bytes, such as those of random streams and
        # of sums, may have any value: then another place is damaged.
        halves = {0, 1}
        for sixteenth in sorted((*range(1, 8), *range(9, 16)), key=lambda place: (place % 8, place)):
            if sixteenth // 8 not in halves:
                continue
            for old in self.folder.glob("r.csv*"):
                old.unlink()
            at = config_bytes + state_bytes * sixteenth // 16
            damaged = rest[:at] + bytes(byte ^ 0x5A for byte in rest[at:at + 96]) + rest[at + 96:]
            line = b"FNV-1a %016x" % fnv(damaged + b"\n".join(head) + b"\n")
            (self.folder / "r.csv.checkpoint").write_bytes(b"\n".join([*head, line, damaged]))
            done = subprocess.run([*mpirun(2), ORTHANT, *command, "--resume"], cwd=self.folder, capture_output=True, text=True,
                                  timeout=120, check=False)
            if done.returncode in (0, 3):
                continue
            said = [line for line in done.stderr.splitlines() if line.startswith("orthant")]
            self.assertEqual((done.returncode, len(said)), (2, 1), done.stderr)
            self.assertRegex(said[0], "^orthant: error: r.csv.checkpoint: .*; allowed: --resume with what wrote it")
            halves.remove(sixteenth // 8)
        self.assertEqual(halves, set(), "no damage is refused")
