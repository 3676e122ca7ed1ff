#!/usr/bin/env python3
"""`orthant plot` and `orthant report` of damaged files: each is drawn, or refused in one line that says what is allowed.

Usage: damaged_files_test.py ORTHANT_BINARY [unittest options]
"""

import contextlib
import csv
import io
import pathlib
import random
import re
import subprocess
import sys
import unittest
import warnings

ROOT = pathlib.Path(__file__).parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))
import orthant_plot  # noqa: E402
import orthant_report  # noqa: E402
import sound_files  # noqa: E402
from plotted_files import PlottedFiles  # noqa: E402

# A file of every kind that is drawn.
FILES = ["sweep.csv", "program.csv", "limits.csv", "exact.csv", "best.csv", "policy.csv", "messages.csv", "means.csv", "schedule.csv",
         "channels.csv", "graph_channels.csv", "course.csv", "histogram.csv", "packets.csv", "flows.csv", "timeline.csv", "energy.csv",
         "operations.csv", "trace.csv"]
NO_NUMBERS = ["True", "nan", "inf", "-inf", "1e400", "1e308", "1e30", "word", "1_0", "0x10", "\u0661"]
CELLS = [*NO_NUMBERS, "", "99999999999999999999", "-1", "0", "1.5", "1e-320", "4294967295", "$\\frac$", "<b>", '"', '"a,b"', "1x1x1", "0 0 0 0"]
BYTES = [b"\x00", b"\x1b[31m", b"\xff", b"\xe9", b"\xc2\x9b"]
DOCUMENTS = [b"", b"[" * 100_000, b'{"a":' * 100_000, b"5", b"null", b"{}", b"[5]", b'{"traceEvents": 5}', b'{"frames": 1, "channels": 2}',
             b'{"frames": [], "channels": [], "result": NaN}', b'{"frames": [{}], "channels": [{}], "result": {}}']
MEMBERS = [b"null", b"-1", b"99999999999999999999", b'"x"', b"[]", b"{}", b"true", b"NaN", b'"\\u001b[31m"']


def changed(text, row, column, entry):
    """A table with another entry, "" for the row of all rows."""
    lines = [line.split(",") for line in text.splitlines()]
    for line in lines[1:] if row is None else [lines[row]]:
        line[column] = entry
    return "".join(",".join(line) + "\n" for line in lines)


class DamagedFiles(PlottedFiles):
    def run_script(self, main, output, *words):
        """Exit code and stderr."""
        with contextlib.redirect_stderr(io.StringIO()) as err, contextlib.chdir(self.folder), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            code = main(["--output", output, *words])
            orthant_plot.figures.plt.close("all")
        (self.folder / output).unlink(missing_ok=True)
        return code, err.getvalue()

    def check(self, name, content, must_be_refused, why):
        """Of a damaged file that takes the place of `name`, its config beside it."""
        path = self.folder / name
        whole = path.read_bytes()
        path.write_bytes(content)
        try:
            for main, output in ((orthant_plot.main, "x.png"), (orthant_report.main, "x.html")):
                with self.subTest(name, why=why, output=output):
                    code, err = self.run_script(main, output, name)
                    said = [line for line in err.splitlines() if not line.startswith(("orthant: info: ", "orthant: warning: "))]
                    self.assertIn(code, (2,) if must_be_refused else (0, 2))
                    self.assertTrue(err.replace("\n", "").isprintable(), err)
                    if code == 0:
                        self.assertEqual(said, [])
                    else:
                        self.assertRegex("\n".join(said), r"^orthant: error: [^\n]*(allowed|expected)[^\n]*$")
        finally:
            path.write_bytes(whole)

    def text_of(self, name):
        return (self.folder / name).read_text(encoding="utf-8")

    def test_no_table_is_read_that_is_none(self):
        for name in FILES:
            text = self.text_of(name)
            header, first = text.splitlines()[:2]
            last = text.rstrip("\n").rfind("\n") + 1
            for why, content in (("empty", ""), ("blank", "\n\n"), ("only a header", header + "\n"),
                                 ("cut off", text[:text.index(",", last) + 1]), ("wide row", text + first + ",1\n"),
                                 ("narrow row", text.replace(first, first.rpartition(",")[0], 1)), ("a column twice", f"{header},{header.split(',')[0]}\n"),
                                 ("a column without a name", header + ",\n" + first + ",\n"), ("an open quotation", text + '"'), ("other separators", text.replace(",", ";"))):
                self.check(name, content.encode(), True, why)
            self.check(name, text.encode("utf-16"), True, "UTF-16")
            for number, byte in enumerate(BYTES):
                place = len(text) * (number + 1) // (len(BYTES) + 2)
                self.check(name, text[:place].encode() + byte + text[place:].encode(), True, byte)

    def test_marks_and_ends_of_lines_of_other_programs_do_no_harm(self):
        for name in ("sweep.csv", "flows.csv"):
            text = self.text_of(name)
            for content in ("\ufeff" + text, text.replace("\n", "\r\n")):
                (self.folder / f"other_{name}").write_text(content, encoding="utf-8", newline="")
                for main, output in ((orthant_plot.main, "x.png"), (orthant_report.main, "x.html")):
                    self.assertEqual(self.run_script(main, output, f"other_{name}"), (0, ""))

    # The picture reads every column, the page those that it draws.
    def test_no_column_of_numbers_holds_words(self):
        for name in FILES:
            text = self.text_of(name)
            columns = [place for place, column in enumerate(text.splitlines()[0].split(",")) if sound_files.holds_numbers(column)]
            path = self.folder / name
            for number, place in enumerate(columns):
                entry = NO_NUMBERS[number % len(NO_NUMBERS)]
                path.write_text(changed(text, 1, place, entry), encoding="utf-8")
                code, err = self.run_script(orthant_plot.main, "x.png", name)
                self.assertEqual((code, err.count("\n")), (2, 1), (name, place, entry, err))
                self.assertIn("allowed: ", err)
            path.write_text(text, encoding="utf-8")

    # What a random entry does is checked for all of the page's readers, which need no picture.
    def test_changed_anywhere_are_read_or_refused(self):
        draw = random.Random(1)
        for name in FILES:
            text = self.text_of(name)
            rows, columns = text.count("\n"), text.splitlines()[0].count(",") + 1
            for _ in range(20):
                content = changed(text, draw.choice([None, draw.randrange(rows)]), draw.randrange(columns), draw.choice(CELLS))
                self.check_page(name, content.encode())
            config = self.text_of(f"{name}.ini") if (self.folder / f"{name}.ini").exists() else ""
            lines = config.splitlines()
            for _ in range(10 if config else 0):
                place = draw.randrange(len(lines))
                key, is_key, _ = lines[place].partition("=")
                wrong = [*lines[:place], f"{key}= {draw.choice([*CELLS, '99999x99999', '4x4x4x4', '0x0'])}" if is_key else "; rows 1 to 99999999999: orthant run x a=b",
                         *lines[place + 1:]]
                self.check_page(f"{name}.ini", "\n".join(wrong).encode(), name)

    def check_page(self, changed_file, content, name=None):
        path = self.folder / changed_file
        whole = path.read_bytes()
        path.write_bytes(content)
        code, err = self.run_script(orthant_report.main, "x.html", name or changed_file)
        path.write_bytes(whole)
        self.assertIn(code, (0, 2), content)
        self.assertEqual(err.count("\n"), 1 if code else 0, err)
        self.assertTrue(code == 0 or re.search("allowed|expected", err), err)

    def test_documents_that_are_no_schedule(self):
        for content in DOCUMENTS:
            self.check("frames.json", content, True, content[:20])
        text = (self.folder / "frames.json").read_bytes()
        values = list(re.finditer(rb'(?<=: )(-?\d+|"[^"]*"|null|true|false)(?=[,}])', text))
        draw = random.Random(1)
        for value in draw.sample(values[:12], 12) + draw.sample(values[12:], 20):
            self.check("frames.json", text[:value.start()] + draw.choice(MEMBERS) + text[value.end():], False, value)

    # matplotlib reads what stands between two $ as mathematics.
    def test_a_title_is_drawn_as_it_stands(self):
        for title in ("$\\frac$", "$x^2$", "50 $ or 60 $"):
            svg = self.words_of("sweep.csv", title)
            self.assertIn(title, svg)

    def words_of(self, words, title):
        code, err = self.run_title(words, title)
        self.assertEqual((code, err), (0, ""))
        text = (self.folder / "x.svg").read_text(encoding="utf-8")
        (self.folder / "x.svg").unlink()
        return text

    def run_title(self, words, title):
        with contextlib.redirect_stderr(io.StringIO()) as err, contextlib.chdir(self.folder):
            code = orthant_plot.main(["--output", "x.svg", f"--title={title}", words])
        return code, err.getvalue()

    def test_names_of_files_command_no_terminal(self):
        name = "\x1b[31mred.csv"
        for content, expected in ((self.text_of("sweep.csv"), 0), ("", 2)):
            (self.folder / name).write_text(content)
            for verb, output in (("plot", "x.png"), ("report", "x.html")):
                done = subprocess.run([sys.executable, ROOT / "scripts" / f"orthant_{verb}.py", "--output", output, name], cwd=self.folder,
                                      capture_output=True, text=True)
                self.assertEqual(done.returncode, expected, done.stderr)
                self.assertNotIn("\x1b", done.stderr)

    # One table says which columns hold words: that of the program.
    def test_columns_of_words_are_those_of_the_program(self):
        listed = list(csv.DictReader(io.StringIO(self.orthant("list", "columns", "--format", "csv").stdout)))
        words = {row["name"] for row in listed if row["kind"] == "word" and "." not in row["name"]}
        self.assertEqual(sound_files.WORDS, words)


if __name__ == "__main__":
    PlottedFiles.program = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
