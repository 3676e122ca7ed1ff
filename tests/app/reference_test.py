"""The pages of the reference are those that scripts/reference_pages.py makes."""
import contextlib
import io
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

from command import ORTHANT, ROOT

sys.path.insert(0, str(ROOT / "scripts"))
import reference_pages  # noqa: E402


def run(*options):
    """(exit code, what is printed)"""
    with contextlib.redirect_stdout(io.StringIO()) as out, \
            mock.patch.object(sys, "argv", ["reference_pages.py", "--orthant", ORTHANT, *options]):
        code = reference_pages.main()
    return code, out.getvalue()


class Reference(unittest.TestCase):
    def test_the_pages_are_what_the_program_prints(self):
        code, differences = run("--check")
        self.assertEqual(code, 0, differences)

    def test_every_row_of_the_program_stands_in_one_page(self):
        printed = reference_pages.printed_by(ORTHANT)
        pages = "".join(reference_pages.pages(printed).values()).splitlines()
        rows = [line for line in printed.splitlines() if line.startswith("| `")]
        self.assertGreater(len(rows), 400)
        self.assertEqual(sorted(rows), sorted(line for line in pages if line.startswith("| `")))

    def test_a_page_that_differs_is_shown_and_written_anew(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(run("--docs", folder)[0], 0)
            page = pathlib.Path(folder, "reference_columns.md")
            text = page.read_text()
            page.write_text(text.replace("| `hops_mean` | hops |", "| `hops_mean` | miles |"))
            code, differences = run("--docs", folder, "--check")
            self.assertEqual(code, 1)
            self.assertRegex(differences, r"(?m)^-\| `hops_mean` \| miles \|.*\n\+\| `hops_mean` \| hops \|")
            self.assertEqual(run("--docs", folder), (0, f"wrote {page}\n"))
            self.assertEqual(page.read_text(), text)
