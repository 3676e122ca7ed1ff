"""Base of the tests that run the command: a folder with a config, and assertions on what the
command prints."""

import contextlib
import csv
import io
import os
import pathlib
import pty
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from program import ORTHANT
from small_torus import CONFIG

ROOT = pathlib.Path(__file__).parents[2]
NEEDS_MPIRUN = unittest.skipUnless(shutil.which("mpirun"), "no mpirun")

KEY_COLUMNS = ("topology,dimensions,routers,nodes,routing,pattern,injection,switching,flow_control,"
               "vcs,buffer_flits,packet_flits,load_unit")
# Of dimension-order routing and input queues.
RUN_COLUMNS = ("load,seed,verdict,offered_flits,accepted_flits,offered_capacity,accepted_capacity,"
               "latency_mean,latency_ci95,latency_p50,latency_p95,latency_p99,latency_p999,"
               "latency_max,network_latency_mean,hops_mean,packets,cycles,channel_load_mean,"
               "channel_load_max,jain_accepted,source_accepted_min,wanted_free_fraction,"
               "collapse_cycles,limit")
PACKET_COLUMNS = "seed,source,destination,flits,birth,arrival,latency,hops,detour"  # then "packet"
SATURATE_COLUMNS = ("saturation_load,saturation_flits,saturation_capacity,tolerance,"
                    "accepted_beyond_flits,latency_at_90_percent,deadlock_load,"
                    "verdict,seeds,metastable_from,collapsed_share,collapse_cycles_median,limit")
# Line of a deadlock report: a buffer in which a packet waits.
KNOT = r"  router \d+ \(\d+,\d+\) port \d+ \((?:[-+][xy]|node \d+)\), vc 0"


def mpirun(ranks):
    return ("mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-n", str(ranks))


class Folder(unittest.TestCase):
    """A test in a folder of its own."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="orthant_test_"))
        self.addCleanup(shutil.rmtree, self.folder)

    def files(self):
        return {path.name: path.read_bytes() for path in self.folder.iterdir()}

    def start_with(self, files):
        for path in self.folder.iterdir():
            path.unlink()
        for name, content in files.items():
            (self.folder / name).write_bytes(content)


class Command(Folder):
    FILES = {}  # files of each test, in addition to c.ini

    def setUp(self):
        super().setUp()
        for name, text in ({"c.ini": CONFIG} | self.FILES).items():
            self.write(name, text)

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def orthant(self, *words, expect=0, prefix=(), **options):
        done = subprocess.run([*prefix, ORTHANT, *words], cwd=self.folder, capture_output=True,
                              text=True, timeout=300, check=False, **options)
        self.assertEqual(done.returncode, expect, done.stderr)
        return done

    def interrupted(self, *words, until=None, how=signal.SIGINT, expect=130):
        """Runs a command until `until` holds for its process, or for a second, and ends
        it by a signal."""
        with subprocess.Popen([ORTHANT, *words], cwd=self.folder, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as process:
            deadline = time.monotonic() + (60 if until else 1)
            while not (until and until(process)) and time.monotonic() < deadline:
                self.assertIsNone(process.poll(), "it was over before it could be stopped")
                time.sleep(0.005)
            process.send_signal(how)
            out, log = process.communicate(timeout=60)
        self.assertEqual(process.returncode, expect, log)
        return subprocess.CompletedProcess(process.args, expect, out, log)

    def on_terminal(self, *words, **options):
        """Runs a command on a terminal and returns what the terminal shows."""
        try:
            ours, theirs = pty.openpty()
        except OSError as error:  # a chroot without /dev/pts, say
            self.skipTest(f"no terminal to be had: {error}")
        with subprocess.Popen([ORTHANT, *words], cwd=self.folder, stdin=subprocess.DEVNULL,
                              **{"stdout": theirs, "stderr": theirs, **options}) as process:
            os.close(theirs)
            text = b""
            with contextlib.suppress(OSError):  # the end of a terminal
                while part := os.read(ours, 65536):
                    text += part
            os.close(ours)
        self.assertEqual(process.returncode, 0)
        return text.decode()

    def rows_of(self, *words, **options):
        """The rows of a result."""
        return self.rows(self.orthant(*words, "-q", "--format", "csv", **options).stdout)

    def row(self, *words, **options):
        """The only row of a result."""
        row, = self.rows_of(*words, **options)
        return row

    def cycles(self, *words):
        """The cycles in which a program runs to its end."""
        row = self.row(*words)
        self.assert_holds(row, verdict="drained", cycles=row["completion_cycles"])
        return int(row["completion_cycles"])

    def refused(self, *words):
        """The line on stderr of a command that exits with 2."""
        done = self.orthant(*words, expect=2)
        self.assertEqual(done.stdout if words[0] != "check" else "", "")
        line, = done.stderr.splitlines()
        return line

    def assert_refused(self, message, *words):
        """The line of a command that exits with 2 is this error."""
        with self.subTest(words):
            self.assertEqual(self.refused(*words), f"orthant: error: {message}")

    def assert_holds(self, row, **fields):
        """A row, or another dictionary, has these values."""
        self.assertEqual({name: row[name] for name in fields}, fields)

    def has_mpi(self):
        return "libmpi" in subprocess.run(["ldd", ORTHANT], capture_output=True, text=True, check=True).stdout

    def needs_mpi(self):
        if not self.has_mpi():
            self.skipTest("built without MPI")

    def text(self, name):
        return (self.folder / name).read_text()

    def settings(self, name):
        """The settings of an INI file, and the comments before them."""
        heading, _, text = self.text(name).partition("\n[")
        settings, section = {"": heading}, ""
        for line in f"[{text}".splitlines():
            if line.startswith("["):
                section = line
            elif " = " in line:
                settings[section, line.partition(" = ")[0]] = line.partition(" = ")[2]
        return settings

    def lines(self, name):
        """The number of lines of a file, 0 where it does not exist."""
        return self.text(name).count("\n") if (self.folder / name).exists() else 0

    def rows(self, text):
        return list(csv.DictReader(io.StringIO(text)))

    def table(self, name):
        return self.rows(self.text(name))

    def computed(self, name):
        """Row numbers in a --timing file."""
        return sorted(int(row["row"]) for row in self.table(name))
