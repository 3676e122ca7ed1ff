"""The page and the notebook of the package, as they are pasted: every command, program and cell runs."""

import ast
import contextlib
import io
import json
import os
import re
import subprocess
import sys
import warnings

from package import ORTHANT, ROOT, Package, orthant

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

BLOCK = re.compile(r"```(\w*)\n(.*?)```\n", re.DOTALL)
NOT_HERE = ("sudo ", "pip ", "scripts/")  # they install packages


def execute(cell, names):
    """Runs the code of a cell; the value of its last line, as a notebook shows it."""
    tree = ast.parse(cell)
    last = ast.Expression(tree.body.pop().value) if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    return eval(compile(last, "cell", "eval"), names) if last else None


class Notebook(Package):
    def test_first_curve_runs_and_draws(self):
        notebook = json.loads((ROOT / "docs" / "examples" / "first_curve.ipynb").read_text(encoding="utf-8"))
        self.assertEqual((notebook["nbformat"], len({cell["id"] for cell in notebook["cells"]})), (4, len(notebook["cells"])))
        names, shown = {}, {}
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            warnings.simplefilter("ignore", orthant.OrthantWarning)
            for cell in notebook["cells"]:
                if cell["cell_type"] == "code":
                    self.assertEqual((cell["outputs"], cell["execution_count"]), ([], None))
                    shown[cell["id"]] = execute("".join(cell["source"]), names)
        left, right = names["figure"].axes
        self.assertEqual(len(left.get_legend_handles_labels()[1]), 3)
        self.assertEqual([len(line.get_xdata()) for line in right.lines], [15, 15, 15])
        self.assertEqual(left.get_ylabel(), "mean latency (cycles)")
        knee = shown["knee"]
        self.assertEqual(knee.loc["val", "worst_case_throughput"], 0.5)
        self.assertGreater(knee.loc["minimal_adaptive", "stable load"], knee.loc["val", "stable load"])
        if picture := os.environ.get("ORTHANT_PICTURE"):
            names["figure"].savefig(picture, dpi=110)
        plt.close("all")


class Page(Package):
    def test_runs_as_it_is_pasted(self):
        """Programs share their names, as in one notebook; what stands in a block without a language is what the last one printed."""
        text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
        self.assertLess(text.count("\n"), 150)
        names, printed, compared = {}, "", 0
        (self.folder / "python").symlink_to(ROOT / "python")
        (self.folder / "orthant").symlink_to(ORTHANT)
        environment = {**os.environ, "PATH": f"{self.folder}:{os.path.dirname(sys.executable)}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT / "python")}
        for language, block in BLOCK.findall(text):
            with self.subTest(block):
                if language == "python":
                    output = io.StringIO()
                    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(io.StringIO()):
                        exec(compile(block, "page", "exec"), names)
                    printed = output.getvalue()
                elif language == "sh":
                    for line in block.splitlines():
                        if not line.startswith(NOT_HERE):
                            subprocess.run(line, shell=True, check=True, env=environment, stdout=subprocess.DEVNULL)
                elif language == "":
                    self.assertEqual(block, printed)
                    compared += 1
                else:
                    (self.folder / f"page.{language}").write_text(block)
        self.assertGreater(compared, 2)
        self.assertTrue(sys.modules["orthant"].__file__.startswith(str(ROOT)))
