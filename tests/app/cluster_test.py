"""docs/cluster.md, as it is pasted, on one machine without Slurm: all of its ways end with the same file."""

import os
import re
import shutil
import subprocess

from command import ORTHANT, ROOT, Command

BLOCK = re.compile(r"```(\w*)\n(.*?)```", re.DOTALL)
SHORT = "run.warmup_cycles=200 run.measure_cycles=400 run.drain_cycles=400"
MPIRUN = "mpirun --allow-run-as-root --oversubscribe -n {} "


class Cluster(Command):
    def shell(self, command, **environment):
        # For the test alone: a short window, and ranks of a user who is root on a machine of few cores.
        command = re.sub(r"(build/orthant (?:sweep|run) sweep\.ini)", rf"\1 {SHORT}", command)
        done = subprocess.run(["bash", "-c", command], cwd=self.folder, capture_output=True, text=True, timeout=120, check=False,
                              env={**os.environ, **environment})
        self.assertEqual(done.returncode, 0, f"{command}\n{done.stderr}")

    def sbatch(self, script):
        """Runs the script like Slurm: once for each task, with the requests of its
        #SBATCH lines in the environment."""
        text = script.read_text()
        asked = dict(re.findall(r"^#SBATCH --(\S+)=(\S+)$", text, re.MULTILINE))
        text = text.replace("mpirun ", MPIRUN.format(asked.get("ntasks", 1)))
        first, last = asked.get("array", "1-1").split("-")
        for task in range(int(first), int(last) + 1):
            self.shell(text, SLURM_ARRAY_TASK_ID=str(task), SLURM_CPUS_PER_TASK=asked.get("cpus-per-task", "1"))

    def test_every_way_ends_with_the_file_of_the_sweep(self):
        (self.folder / "build").mkdir()
        (self.folder / "build" / "orthant").symlink_to(ORTHANT)
        page = (ROOT / "docs" / "cluster.md").read_text(encoding="utf-8")
        scripts = iter(["part.sh", "ranks.sh", "large.sh"])
        ran = 0
        for language, text in BLOCK.findall(page):
            if language == "ini":
                self.write("sweep.ini", text)
            if language == "bash":
                name = next(scripts)
                self.assertIn(f"`{name}`", page)
                self.write(name, text)
            for command in text.splitlines() if language == "sh" else []:
                tool = command.split()[0]
                if tool == "sbatch":
                    if "part.sh" not in command and (not shutil.which("mpirun") or not self.has_mpi()):
                        continue
                    self.sbatch(self.folder / command.split()[-1])
                elif tool != "parallel" or shutil.which("parallel"):
                    self.shell(command.replace("parallel ", "parallel --will-cite "))
                elif tool == "parallel":
                    self.skipTest("no GNU parallel")
                ran += 1
        self.assertGreaterEqual(ran, 4)
        self.shell("build/orthant sweep sweep.ini -q -o whole.csv")
        self.assertEqual(len(self.table("whole.csv")), 10)
        for name in ("curve.csv", "pieces.csv", "ranks.csv"):
            if (self.folder / name).exists() or name != "ranks.csv":
                self.assertEqual(self.text(name), self.text("whole.csv"))
                self.assertEqual(self.text(name + ".ini"), self.text("whole.csv.ini"))
