"""The tutorials, as they are pasted: docs/tutorial_*.md.

Every command of a page runs as it is, in the order of the page and in one empty folder, with the files that the page shows. Then a table
whose headings are `columns` holds rows of the last file of results, and a block without a language lines of what was printed."""

import csv
import fractions
import re

from pasted import ROOT, Pasted

# Matches a block of code with the line before it, or a table.
PART = re.compile(r"(?:`([\w.]+)`:\n\n)?```(\w*)\n(.*?)^```$|((?:^\|[^\n]*\n)+)", re.DOTALL | re.MULTILINE)
CELL = re.compile(r"\s*\|\s*")


def cells(line):
    return CELL.split(line.strip().strip("|").strip())


def shows(text, value):
    """Tells whether a cell of a page is a value of a result, rounded to the digits of the cell."""
    if text == value or not text or not value:
        return text == value
    try:
        decimals = len(text.partition(".")[2])
        return abs(fractions.Fraction(text.replace(",", "")) - float(value)) <= (0.5001 * 10.0 ** -decimals if decimals else 1e-9)
    except ValueError:
        return False


class Tutorials(Pasted):
    def run_commands(self, text):
        """Runs a block; says what it printed, and keeps the last file of results."""
        said = ""
        for command in text.replace("\\\n", " ").splitlines():
            done = self.shell(command)
            self.assertEqual(done.returncode, 0, f"{command}\n{done.stderr}")
            said += done.stdout
            for name in re.findall(r" -o (\S+)", command):
                self.assertTrue((self.folder / name).stat().st_size, name)
                self.results = name if name.endswith(".csv") else self.results
        return said

    def rows_stand_in_the_results(self, table):
        header, _, *lines = table.splitlines()
        names = [name.strip("`") for name in cells(header)]
        if cells(header) != [f"`{name}`" for name in names]:
            return 0
        with open(self.folder / self.results, newline="", encoding="utf-8") as file:
            results = list(csv.DictReader(file))
        for line in lines:
            values = (cells(line) + [""] * len(names))[:len(names)]
            found = [row for row in results if all(shows(text, row[name]) for name, text in zip(names, values))]
            self.assertEqual(len(found), 1, f"{self.results}: {len(found)} rows are {line}")
        return len(lines)

    def paste(self, page):
        said, self.results, held = "", None, 0
        for name, language, text, table in PART.findall((ROOT / "docs" / page).read_text(encoding="utf-8")):
            if table:
                held += self.rows_stand_in_the_results(table)
            elif name:
                (self.folder / name).write_text(text, encoding="utf-8")
            elif language == "sh":
                said += self.run_commands(text)
            else:
                self.assertEqual(language, "", f"{page}: a block of {language} without the name of its file")
                for line in text.splitlines():
                    self.assertIn(line, said.splitlines(), page)
                    held += 1
        self.assertGreater(held, 10, page)

    def test_there_is_one_for_each_reader(self):
        pages = {page.name for page in (ROOT / "docs").glob("tutorial_*.md")}
        tested = {name.removeprefix("test_") + ".md" for name in dir(self) if name.startswith("test_tutorial")}
        self.assertEqual(pages, tested)

    def test_tutorial_noc(self):
        self.paste("tutorial_noc.md")

    def test_tutorial_fabric(self):
        self.paste("tutorial_fabric.md")

    def test_tutorial_theory(self):
        self.paste("tutorial_theory.md")

    def test_tutorial_collectives(self):
        self.paste("tutorial_collectives.md")
