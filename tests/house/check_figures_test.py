"""Tests of scripts/check_figures.py: what counts as printed, and that stale figures and lost places are found."""

import contextlib
import io
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))
import check_figures  # noqa: E402
import page_figures  # noqa: E402
import printed  # noqa: E402

PAGE = """# A page

It takes 1,024 cycles,
or 2/7 of them.

```ini
[a]
```

## Second

| name | k | value |
|---|---|---|
| dor | 8 | 0.2857 |
| val | 8 | 0.5 |

| k | 3 |
|---|---|
| dor | 1 |
"""


class CheckFiguresTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "page.md").write_text(PAGE, encoding="utf-8")
        root = mock.patch.object(printed, "ROOT", self.folder)
        root.start()
        self.addCleanup(root.stop)

    def test_a_number_is_printed_if_its_digits_are_those_of_the_value(self):
        self.assertTrue(printed.prints("0.2857", 2 / 7))
        self.assertFalse(printed.prints("0.2858", 2 / 7))
        self.assertTrue(printed.prints("2/7", 2 / 7))
        self.assertFalse(printed.prints("2/7", 0.2857))
        self.assertTrue(printed.prints("27668.8", 27668.849))
        self.assertFalse(printed.prints("27668.8", 27668.851))
        self.assertTrue(printed.prints("1,024", 1024))
        self.assertFalse(printed.prints("1,024", 1024.4))
        self.assertTrue(printed.prints("2.4954e-4", 0.00024954321))
        self.assertFalse(printed.prints("2.4954e-4", 0.00024946))
        self.assertTrue(printed.prints("orbit", "orbit"))
        self.assertFalse(printed.prints("orbit", "exact"))
        self.assertFalse(printed.prints("none", 0.5))

    def test_finds_words_rows_and_blocks_of_a_page(self):
        page = printed.Page("page.md")
        self.assertEqual(page.found(r"takes (\S+) cycles, or (\S+) of them"), ("1,024", "2/7"))
        self.assertEqual(page.row("## Second", name="val")["value"], "0.5")
        self.assertEqual(page.row("## Second", 1, k="dor"), {"k": "dor", "3": "1"})
        self.assertEqual(page.block("ini"), "[a]\n")

    def test_a_place_that_is_gone_is_an_error(self):
        page = printed.Page("page.md")
        for look, message in ((lambda: page.found("takes (no) cycles"), "0 places match 'takes (no) cycles'"),
                              (lambda: page.row("## Second", k="8"), "2 rows with {'k': '8'} behind '## Second'"),
                              (lambda: page.table("## Third"), "'## Third' is not there"),
                              (lambda: page.table("## Second", 2), "no table 2 behind '## Second'"),
                              (lambda: page.block("ini", 1), "there is no code block 1 of ini")):
            with self.assertRaises(printed.PageError) as error:
                look()
            self.assertIn(f"page.md: {message}", str(error.exception))

    def run_main(self, values, *arguments):
        """(exit code, what is printed) with one figure that yields `values`."""
        quick = [page_figures.Quick("one", "page.md", "a figure", lambda orthant, page: iter(values))]
        with mock.patch.object(page_figures, "QUICK", quick), contextlib.redirect_stdout(io.StringIO()) as out, \
                mock.patch.object(sys, "argv", ["check_figures.py", "--orthant", "/bin/true", *arguments]), \
                contextlib.redirect_stderr(io.StringIO()) as err:
            code = check_figures.main()
        return code, out.getvalue(), err.getvalue()

    def test_says_what_a_page_prints_and_what_is_computed(self):
        code, out, _ = self.run_main([("dor", "0.2857", 0.25), ("val", "0.5", 0.5)])
        self.assertEqual(code, 1)
        self.assertRegex(out, r"^page\.md: one: 1 of 2 differ \(\d+ s\)\n  dor: 0\.2857, now 0\.25\n$")
        self.assertEqual(self.run_main([("val", "0.5", 0.5)])[0], 0)
        self.assertEqual(self.run_main([])[0], 1)  # what compares nothing confirms nothing

    def test_an_unknown_name_is_one_clear_line(self):
        code, _, err = self.run_main([], "two")
        self.assertEqual((code, err), (2, "check_figures.py: two: no such page or figure; allowed: one, page.md\n"))

    def test_every_figure_names_a_page_and_every_slow_one_a_command_of_the_tree(self):
        for figure in page_figures.QUICK + page_figures.SLOW:
            self.assertTrue((ROOT / figure.page).is_file(), figure)
        for slow in page_figures.SLOW:
            if slow.command.startswith("scripts/"):
                self.assertTrue((ROOT / slow.command.split()[0]).is_file(), slow)
        self.assertEqual(len({figure.name for figure in page_figures.QUICK}), len(page_figures.QUICK))

    def test_every_study_that_a_page_names_is_listed(self):
        commands = {slow.command.split()[0] for slow in page_figures.SLOW}
        pattern = r"scripts/(?:study|reproduce|validate|compare)_\w+\.(?:sh|py)|scripts/\w+_causes\.py"
        pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
        named = {name for page in pages
                 for name in re.findall(pattern, page.read_text(encoding="utf-8"))}
        self.assertGreater(len(named), 8)
        self.assertEqual(named - commands, set())

    def test_lists_them_all(self):
        done = subprocess.run([sys.executable, str(ROOT / "scripts" / "check_figures.py"), "--list"],
                              capture_output=True, text=True, check=True)
        for figure in page_figures.QUICK:
            self.assertIn(f"{figure.name}: {figure.what}\n", done.stdout)
        for slow in page_figures.SLOW:
            self.assertIn(slow.command, done.stdout)


if __name__ == "__main__":
    unittest.main()
