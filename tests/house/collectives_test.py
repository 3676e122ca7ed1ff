"""Tests of scripts/study_collectives.sh's report, on cycles that are known."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
REPORT = ROOT / "scripts" / "collectives_report.py"
HEADER = "routing,workload.algorithm,workload.bytes,verdict,completion_cycles,kind_bound_share"


class CollectivesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, *rows):
        (self.folder / name).write_text("\n".join([HEADER, *rows]) + "\n")

    def report(self):
        return subprocess.run([sys.executable, REPORT, self.folder], capture_output=True, text=True)

    def test_marks_the_best_of_each_size(self):
        self.write("allreduce_8x8x8.csv", "dor,ring,4096,drained,4000,0.1", "val,ring,4096,drained,8000,0.05",
                   "dor,bucket,4096,drained,1000,0.4", "val,bucket,4096,drained,1000,0.4",
                   "dor,ring,1048576,drained,30000,0.9", "val,ring,1048576,drained,60000,0.45",
                   "dor,bucket,1048576,drained,54000,0.5")
        done = self.report()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| 4 KB | `ring` | 4,000 (10 %) | 8,000 (5 %) |\n"
                      "| 4 KB | `bucket` | **1,000** (40 %) | **1,000** (40 %) |\n"
                      "| 1 MB | `ring` | **30,000** (90 %) | 60,000 (45 %) |\n"
                      "| 1 MB | `bucket` | 54,000 (50 %) |  |\n", done.stdout)
        self.assertEqual(done.stdout, (self.folder / "collectives.md").read_text())
        self.assertTrue((self.folder / "allreduce_8x8x8.png").read_bytes().startswith(b"\x89PNG"))

    def test_shows_what_one_thing_alone_changes(self):
        (self.folder / "vcs.csv").write_text("vcs," + HEADER + "\n8,dor,direct,4096,drained,200,0.2\n"
                                             "8,val,direct,4096,drained,400,0.1\n16,dor,direct,4096,drained,100,0.4\n"
                                             "16,val,direct,4096,drained,400,0.1\n")
        done = self.report()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| `direct` | 8 | 200 (20 %) | 400 (10 %) |\n| `direct` | 16 | 100 (40 %) | 400 (10 %) |\n",
                      done.stdout)

    def test_leaves_out_an_algorithm_that_is_one(self):
        (self.folder / "injection.csv").write_text(
            "router.injection_limit,routing,verdict,completion_cycles,kind_bound_share\nnone,dor,drained,200,0.2\n"
            "alo,dor,drained,100,0.4\n")
        done = self.report()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| `router.injection_limit` | `dor` |\n| --- | --- |\n| none | 200 (20 %) |\n"
                      "| alo | 100 (40 %) |\n", done.stdout)

    def test_refuses_what_has_no_end(self):
        self.write("alltoall_16x16x16.csv", "dor,direct,4096,deadlock,,")
        done = self.report()
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("verdict 'deadlock'; expected drained", done.stderr)

    def test_says_what_is_missing(self):
        done = self.report()
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)


if __name__ == "__main__":
    unittest.main()
