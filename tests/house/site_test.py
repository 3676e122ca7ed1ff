"""The site of scripts/site.sh: complete, readable without a network, and not made where a link or a place is missing.

Skipped (exit code 77) where the packages of packages-site.txt are not installed.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
PACKAGES = [line for line in (ROOT / "packages-site.txt").read_text().splitlines() if line and not line.startswith("#")]
# What a browser would load from elsewhere; links to follow are others.
LOADED = re.compile(r"""<(?:script|img|iframe)[^>]*\bsrc="(?:https?:)?//|<link[^>]*rel="stylesheet"[^>]*href="(?:https?:)?//""")


def installed(package):
    state = subprocess.run(["dpkg-query", "-W", "-f=${db:Status-Status}", package], capture_output=True, text=True)
    return state.stdout == "installed"


class Site(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_every_page_is_there_and_loads_nothing_from_elsewhere(self):
        site = self.folder / "site"
        made = subprocess.run([ROOT / "scripts" / "site.sh", site], capture_output=True, text=True)
        self.assertEqual(made.returncode, 0, made.stderr)
        for page in [*ROOT.glob("docs/**/*.md"), *ROOT.glob("*.md")]:
            html = site / page.relative_to(ROOT).with_suffix(".html")
            self.assertNotRegex(html.read_text(encoding="utf-8"), LOADED, html.name)
        self.assertIn("README.html", (site / "index.html").read_text())
        # The index is a script, which pages from files may load.
        index = (site / "searchindex.js").read_text(encoding="utf-8")
        self.assertTrue(index.startswith("Search.setIndex("))
        self.assertIn("injection_limit", index)

    def test_a_folder_with_something_else_is_not_replaced(self):
        (self.folder / "thesis.tex").write_text("mine")
        made = subprocess.run([ROOT / "scripts" / "site.sh", self.folder], capture_output=True, text=True)
        self.assertEqual((made.returncode, made.stderr), (
            2, f"site.sh: {self.folder}: neither a site nor an empty folder; allowed: a name that is not there yet\n"))
        self.assertTrue((self.folder / "thesis.tex").is_file())

    def test_broken_links_and_pages_without_a_place_are_errors(self):
        for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "CMakeLists.txt", "LICENSE", "CITATION.cff", "packages.txt"):
            shutil.copy(ROOT / name, self.folder)
        for name in ("docs", "configs", "scripts"):
            shutil.copytree(ROOT / name, self.folder / name)
        with open(self.folder / "docs" / "install.md", "a", encoding="utf-8") as page:
            page.write("\n[one](nowhere.md) [two](routing.md#nowhere)\n")
        (self.folder / "docs" / "astray.md").write_text("# Astray\n")
        made = subprocess.run(["/usr/bin/python3", "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "dummy", "-c", "scripts/site", ".", "out"],
                              cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(made.returncode, 1, made.stderr)
        for place, what in (("install.md", "nowhere.md"), ("install.md", "routing.md#nowhere"), ("astray.md", "toctree")):
            self.assertTrue(any(place in line and what in line for line in made.stderr.splitlines()), f"{what}: {made.stderr}")


if __name__ == "__main__":
    if not all(map(installed, PACKAGES)):
        print(f"skipped: not all of {', '.join(PACKAGES)} are installed")
        sys.exit(77)
    unittest.main()
