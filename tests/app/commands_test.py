"""The commands of all pages of docs/, as they are pasted, but for those pages that have a test of their own.

Each page in an empty folder, with the config that it shows, in its order. Simulations get short windows, and what would take minutes a
smaller network. What cannot run here is listed, with the reason."""

import re
import shutil

from pasted import BLOCK, ROOT, Pasted

SHORT = "run.warmup_cycles=100 run.measure_cycles=200 run.drain_cycles=200 run.tolerance=0.2 -q"
# pages_test.py, tutorials_test.py, workload_files_test.py, netrace_test.py, the tests of python/
OWN_TEST = ("first_simulation.md", "trace.md", "tutorial_", "workload_files.md", "netrace.md", "python.md")
# By page: the name of its config, and commands that it presupposes.
CONFIG = {"analyze.md": "guarantee.ini", "design.md": "best.ini", "policy.md": "tries.ini"}
BEFORE = {
    "analyze.md": "touch guarantees.csv mixtures.csv optimum.csv",
    "cluster.md": "build/orthant new torus | sed 's/^\\(warmup\\|measure\\|drain\\)_cycles = .*/\\1_cycles = 200/' > sweep.ini",
    "path_tables.md": "build/orthant new torus > torus.ini && build/orthant analyze torus.ini routing.algorithm=dor --routing mine.paths -q",
}
# Words that shorten slow commands.
SMALLER = {
    "build/orthant run configs/workloads/request_reply.ini": "workload.iterations=100",
    "build/orthant sweep configs/workloads/request_reply.ini": "workload.iterations=50",
    "build/orthant sweep configs/workloads/torus_collectives.ini": "topology.dimensions=8x8",
    "build/orthant sweep configs/workloads/halo_16x16x16.ini": "topology.dimensions=4x4x4",
    "build/orthant sweep configs/workloads/two_jobs.ini": "workload.bytes=2048",
    "build/orthant sweep configs/replay_torus.ini": "topology.dimensions=4x4",
    "build/orthant run configs/replay_torus.ini": "topology.dimensions=4x4",
}
NOT_HERE = (
    # Commands that build, test, install, write into the tree, or need code that the reader
    # writes first.
    "scripts/build.sh", "build/tests/", "ctest", "scripts/reference_pages.py", "(cd build", "sudo", "cmake --install",
    "build/orthant analyze configs/demo.ini routing.algorithm=dor traffic.pattern=opposite",
    "build/orthant run configs/demo.ini routing.algorithm=dor traffic.pattern=opposite", "build/orthant check configs/demo.ini routing.algorithm=my_way",
    "build/orthant check configs/demo.ini topology.kind=ring",
    # Commands for a cluster, which app_cluster tests.
    "sbatch", "build/orthant merge part1.csv", "mpirun -n 9",
    # Hours or minutes by design; tests/studies has smaller cases.
    "studies/collectives/run.py", "studies/intervals/run.py", "studies/milp/run.py", "studies/orders/run.py", "ORTHANT_SHOTS=", "build/orthant run configs/demo.ini routing.algorithm=dor traffic.load=0.4 run.measure_cycles=",
    # Commands on a config of BookSim 2, which app_booksim tests.
    "orthant import booksim", "orthant check torus88.ini", "orthant run torus88.ini",
    # Commands on files that the page takes from elsewhere.
    "build/orthant plot guarantees.csv",
)


def commands(text):
    """The lines of a block; a loop is one."""
    lines, loop = [], []
    for line in text.replace("\\\n", " ").splitlines():
        if loop or line.startswith("for "):
            loop.append(line)
            if line == "done":
                lines.append("\n".join(loop))
                loop = []
        elif line.strip():
            lines.append(line)
    return lines


def blocks(page):
    return BLOCK.findall((ROOT / "docs" / page).read_text(encoding="utf-8"))


def reasons(command):
    """Entries of NOT_HERE that match the command."""
    return [beginning for beginning in NOT_HERE if command.startswith(beginning)]


PAGES = sorted(path.name for path in (ROOT / "docs").glob("*.md") if not path.name.startswith(OWN_TEST))


class Commands(Pasted):
    def setUp(self):
        super().setUp()
        (self.folder / "tests").mkdir()
        (self.folder / "tests" / "data").symlink_to(ROOT / "tests" / "data")
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "orthant").symlink_to(self.folder / "build" / "orthant")

    def runs(self, page, command):
        code = int((re.search(r"# .*exit code (\d)", command) or "00")[1])
        command = re.sub(r" +# .*", "", command)
        for beginning, words in SMALLER.items():
            if command.startswith(beginning):
                for key in re.findall(r"(\S+)=", words):
                    command = re.sub(rf" {re.escape(key)}=\S+", "", command)
                command = f"{command} {words}"
        if code == 0:
            steps = command.split(" && ")
            command = " && ".join(f"{step} {SHORT}" if re.match(r"(build/)?orthant (run|sweep|saturate) ", step) else step for step in steps)
        done = self.shell(f"export PATH={self.folder}/bin:$PATH; {command}")
        # A short window may leave it open whether a load is stable.
        self.assertIn(done.returncode, (code, 3) if " run " in command else (code,), f"{page}: {command}\n{done.stdout}\n{done.stderr}")

    def paste(self, page):
        if page in BEFORE:
            self.assertEqual(self.shell(BEFORE[page]).returncode, 0, BEFORE[page])
        for language, text in blocks(page):
            if language == "ini" and page in CONFIG and not (self.folder / CONFIG[page]).exists():
                (self.folder / CONFIG[page]).write_text(text, encoding="utf-8")
            for command in commands(text) if language == "sh" else []:
                if not reasons(command) and (not command.startswith("parallel") or shutil.which("parallel")):
                    self.runs(page, command)

    def test_every_command_runs_or_is_listed_as_an_exception(self):
        everything = [command for page in PAGES for language, text in blocks(page) if language == "sh" for command in commands(text)]
        self.assertGreater(sum(not reasons(command) for command in everything), 60)
        self.assertEqual({why for command in everything for why in reasons(command)}, set(NOT_HERE))  # none of them is out of date


for name in PAGES:
    setattr(Commands, f"test_{name.removesuffix('.md')}", lambda self, page=name: self.paste(page))
