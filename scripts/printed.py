"""Finds the figures that a documentation page prints, and says whether a computed value is what it prints."""
import fractions
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
NUMBER = re.compile(r"[-+]?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?(?:/\d+)?")


class PageError(Exception):
    """What is looked for does not stand in the page: page and check have come apart."""


def number(text):
    """The value of '1,024', '0.25', '2/7' or '1e-5'."""
    return float(fractions.Fraction(text.replace(",", ""))) if "/" in text else float(text.replace(",", ""))


def rounding(text):
    """Half of the last digit that a number is printed with; 0 for fractions and whole numbers."""
    if "/" in text:
        return 0
    digits, _, exponent = text.replace(",", "").partition("e")
    decimals = len(digits.partition(".")[2])
    if not decimals and not exponent:
        return 0
    return 0.5 * 10.0 ** (int(exponent or 0) - decimals)


def prints(text, value):
    """Whether `text` is `value`, rounded to the digits that it has. Words have to be equal."""
    if isinstance(value, str) or not NUMBER.fullmatch(text):
        return text == str(value)
    return abs(number(text) - value) <= rounding(text) * (1 + 1e-6) + 1e-9 * abs(value)


class Page:
    def __init__(self, path):
        self.path = path
        self.text = (ROOT / path).read_text(encoding="utf-8")

    def found(self, pattern):
        """The groups of a regular expression that has to match once; blanks stand for any white space."""
        every = list(re.finditer(pattern.replace(" ", r"\s+"), self.text))
        if len(every) != 1:
            raise PageError(f"{self.path}: {len(every)} places match {pattern!r}; expected 1")
        return every[0].groups()

    def table(self, after, nth=0):
        """{first cells: {column: cell}} of the nth table behind a text."""
        start = self.text.find(after)
        if start < 0:
            raise PageError(f"{self.path}: {after!r} is not there")
        tables = re.findall(r"(?:^\|.*\n)+", self.text[start:], re.MULTILINE)
        if len(tables) <= nth:
            raise PageError(f"{self.path}: no table {nth} behind {after!r}")
        header, _, *rows = ([cell.strip() for cell in line.strip().strip("|").split("|")]
                            for line in tables[nth].splitlines())
        return [dict(zip(header, row)) for row in rows]

    def row(self, after, nth=0, **cells):
        """The row of a table with these cells; '_' stands for the empty heading."""
        wanted = {("" if name == "_" else name): cell for name, cell in cells.items()}
        rows = [row for row in self.table(after, nth)
                if all(row.get(name) == cell for name, cell in wanted.items())]
        if len(rows) != 1:
            raise PageError(f"{self.path}: {len(rows)} rows with {wanted} behind {after!r}; expected 1")
        return rows[0]

    def block(self, language, nth=0):
        """The text of the nth code block of a language ('' for none)."""
        blocks = re.findall(rf"^```{language}\n(.*?)^```", self.text, re.MULTILINE | re.DOTALL)
        if len(blocks) <= nth:
            raise PageError(f"{self.path}: there is no code block {nth} of {language or 'plain text'}")
        return blocks[nth]
