"""Tests that scripts/check_pages.py accepts pages whose links lead somewhere, and catches each kind of violation."""

import fnmatch
import pathlib
import re
import runpy
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
CHECKER = ROOT / "scripts" / "check_pages.py"

A = """# A page

## What `f` does, and why

See [b](b.md#second-part), [here](#what-f-does-and-why), [the web](https://example.org/#top), [a folder](../docs).

## Twice

## Twice

And [the second](#twice-1).
"""
B = "# B\n\n## Second part\n\n```sh\n# Not a heading\ncat [no](link.md)\n```\n\n    indented [no](link.md)\n\nA `[no](link.md)`.\n"


def check(**changes):
    """(exit code, errors) of the checker on two pages, the changed ones instead."""
    pages = {"a": A, "b": B} | changes
    with tempfile.TemporaryDirectory() as folder:
        docs = pathlib.Path(folder, "docs")
        (docs / "decisions").mkdir(parents=True)
        for name, text in pages.items():
            (docs / f"{name}.md").write_text(text, encoding="utf-8")
        done = subprocess.run([sys.executable, CHECKER, folder], capture_output=True, text=True)
        return done.returncode, [line for line in done.stdout.splitlines() if line.startswith("error:")]


class CheckPages(unittest.TestCase):
    def test_pages_whose_links_lead_somewhere(self):
        self.assertEqual(check(), (0, []))

    def test_a_page_that_is_not_there(self):
        self.assertEqual(check(b="[c](c.md)\n\n## Second part\n"), (1, ["error: docs/b.md:1: broken link to c.md"]))

    def test_a_link_in_a_list_or_with_a_title(self):
        self.assertEqual(check(b="## Second part\n\n* one\n  * two,\n\n    three [c](c.md)\n"),
                         (1, ["error: docs/b.md:6: broken link to c.md"]))
        self.assertEqual(check(b='## Second part\n\n[c](c.md "a title")\n'), (1, ["error: docs/b.md:3: broken link to c.md"]))

    def test_an_anchor_that_no_heading_has(self):
        self.assertEqual(check(b="# B\n"), (1, ["error: docs/a.md:5: no heading has the anchor of b.md#second-part"]))
        self.assertEqual(check(b=B + "[x](#not-a-heading)\n"),
                         (1, ["error: docs/b.md:13: no heading has the anchor of #not-a-heading"]))

    def test_two_decisions_of_a_number(self):
        self.assertEqual(check(**{"decisions/0001-a": "# 1. A\n", "decisions/0002-b": "# 2. B\n"}), (0, []))
        self.assertEqual(check(**{"decisions/0001-a": "# 1. A\n", "decisions/0001-b": "# 1. B\n"}),
                         (1, ["error: docs/decisions/0001-b.md:1: decision 1 is docs/decisions/0001-a.md; allowed: a number "
                              "of its own"]))

    def test_a_script_that_is_not_there(self):
        self.assertEqual(check(b=B + "    studies/a/run.py OUT\n"),
                         (1, ["error: docs/b.md:13: there is no studies/a/run.py"]))

    def test_a_page_that_is_too_long(self):
        self.assertEqual(check(b=B + "\n" * 288), (0, []))
        self.assertEqual(check(b=B + "\n" * 289), (1, ["error: docs/b.md:301: a page of 301 lines; allowed: 300"]))

    def test_the_gallery_names_every_config(self):
        gallery = (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8")
        configs = [path.relative_to(ROOT / "configs") for path in (ROOT / "configs").rglob("*.ini")]
        self.assertGreater(len(configs), 50)
        self.assertEqual([name for name in configs if f"`{name}`" not in gallery and name.parts[0] != "validation"], [])

    def test_every_page_has_a_place_in_the_navigation_of_the_site(self):
        site = runpy.run_path(str(ROOT / "scripts" / "site" / "conf.py"))
        places = [page for pages in site["NAVIGATION"].values() for page in pages]
        for above, below in site["BELOW"].items():
            places += [str(pathlib.PurePosixPath(above).parent / name) for name in below]
        pages = [str(page.relative_to(ROOT).with_suffix("")) for page in [*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md")]]
        for page in pages:
            if page != "README":
                self.assertEqual(sum(fnmatch.fnmatchcase(page, place) for place in places), 1, page)
        for place in places:
            self.assertTrue(fnmatch.filter(pages, place), place)

    def test_the_version_to_cite_is_that_of_the_project(self):
        version = re.search(r"project\(orthant VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
        self.assertIn(f"\nversion: {version}\n", (ROOT / "CITATION.cff").read_text())
        self.assertIn(f"version = {{{version}}}", (ROOT / "docs" / "citing.md").read_text())


if __name__ == "__main__":
    unittest.main()
