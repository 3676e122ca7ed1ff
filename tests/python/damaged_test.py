"""`orthant plot` and `orthant report` of damaged files: each is drawn, or refused in one line that
says what is allowed."""

import random
import re

from figure_files import Figures

from orthant.results import facts

# One file of every kind that can be drawn.
NAMES = ["sweep.csv", "program.csv", "limits.csv", "exact.csv", "best.csv", "policy.csv",
         "messages.csv", "means.csv", "schedule.csv", "channels.csv", "graph_channels.csv",
         "strips.csv", "histogram.csv", "packets.csv", "flows.csv", "timeline.csv", "energy.csv",
         "operations.csv", "trace.csv"]
NO_NUMBERS = ["True", "nan", "inf", "-inf", "1e400", "1e308", "1e30", "word", "1_0", "0x10",
              "\u0661"]
CELLS = [*NO_NUMBERS, "", "99999999999999999999", "-1", "0", "1.5", "1e-320", "4294967295",
         "$\\frac$", "<b>", '"', '"a,b"', "1x1x1", "0 0 0 0"]
BYTES = [b"\x00", b"\x1b[31m", b"\xff", b"\xe9", b"\xc2\x9b"]
DOCUMENTS = [b"", b"[" * 100_000, b'{"a":' * 100_000, b"5", b"null", b"{}", b"[5]",
             b'{"traceEvents": 5}', b'{"frames": 1, "channels": 2}',
             b'{"frames": [], "channels": [], "result": NaN}',
             b'{"frames": [{}], "channels": [{}], "result": {}}']
MEMBERS = [b"null", b"-1", b"99999999999999999999", b'"x"', b"[]", b"{}", b"true", b"NaN",
           b'"\\u001b[31m"']


def changed(text, row, column, entry):
    """A table with another entry, `row` None for that of all rows."""
    lines = [line.split(",") for line in text.splitlines()]
    for line in lines[1:] if row is None else [lines[row]]:
        line[column] = entry
    return "".join(",".join(line) + "\n" for line in lines)


class Damaged(Figures):
    FILES = True

    def text_of(self, name):
        return (self.folder / name).read_text(encoding="utf-8")

    def check(self, name, content, must_be_refused, why, verbs=("plot", "report"), of=None):
        """Checks a command on a file whose content is replaced; its FILE.ini stays."""
        path = self.folder / name
        whole = path.read_bytes()
        path.write_bytes(content)
        try:
            for verb in verbs:
                with self.subTest(name, why=why, verb=verb):
                    code, err = self.run_main(verb, "x.png" if verb == "plot" else "x.html", of
                                              or name)
                    said = [line for line in err.splitlines()
                            if not line.startswith(("orthant: info: ", "orthant: warning: "))]
                    self.assertIn(code, (2,) if must_be_refused else (0, 2))
                    self.assertTrue(err.replace("\n", "").isprintable(), err)
                    if code:
                        self.assertRegex("\n".join(said), r"^orthant: error: [^\n]*allowed[^\n]*$")
                    else:
                        self.assertEqual(said, [])
        finally:
            path.write_bytes(whole)

    def test_no_malformed_table_is_read(self):
        for name in NAMES:
            text = self.text_of(name)
            header, first = text.splitlines()[:2]
            last = text.rstrip("\n").rfind("\n") + 1
            for why, content in (
                    ("empty", ""), ("blank", "\n\n"), ("only a header", header + "\n"),
                    ("cut off", text[:text.index(",", last) + 1]),
                    ("wide row", text + first + ",1\n"),
                    ("narrow row", text.replace(first, first.rpartition(",")[0], 1)),
                    ("a column twice", f"{header},{header.split(',')[0]}\n"),
                    ("a column without a name", header + ",\n" + first + ",\n"),
                    ("an open quotation", text + '"'),
                    ("other separators", text.replace(",", ";"))):
                self.check(name, content.encode(), True, why)
            self.check(name, text.encode("utf-16"), True, "UTF-16")
            for number, byte in enumerate(BYTES):
                place = len(text) * (number + 1) // (len(BYTES) + 2)
                self.check(name, text[:place].encode() + byte + text[place:].encode(), True, byte)

    def test_byte_order_marks_and_crlf_are_accepted(self):
        for name in ("sweep.csv", "flows.csv"):
            text = self.text_of(name)
            for content in ("\ufeff" + text, text.replace("\n", "\r\n")):
                (self.folder / f"other_{name}").write_text(content, encoding="utf-8", newline="")
                for verb, output in (("plot", "x.png"), ("report", "x.html")):
                    self.assertEqual(self.run_main(verb, output, f"other_{name}"), (0, ""))

    def test_no_column_of_numbers_holds_words(self):
        for name in (name for name in NAMES if name != "trace.csv"):
            text = self.text_of(name)
            columns = [place for place, column in enumerate(text.splitlines()[0].split(","))
                       if facts.holds_numbers(column)]
            for number, place in enumerate(columns):
                entry = NO_NUMBERS[number % len(NO_NUMBERS)]
                self.check(name, changed(text, 1, place, entry).encode(), True, (place, entry),
                           ["report" if number % 2 else "plot"])

    def test_changed_anywhere_are_read_or_refused(self):
        draw = random.Random(1)
        for name in NAMES:
            text = self.text_of(name)
            rows, columns = text.count("\n"), text.splitlines()[0].count(",") + 1
            for _ in range(20):
                row = draw.choice([None, draw.randrange(rows)])
                content = changed(text, row, draw.randrange(columns), draw.choice(CELLS))
                self.check(name, content.encode(), False, "a cell", ["report"])
            with_config = (self.folder / f"{name}.ini").exists()
            lines = self.text_of(f"{name}.ini").splitlines() if with_config else []
            for _ in range(10 if lines else 0):
                place = draw.randrange(len(lines))
                key, is_key, _ = lines[place].partition("=")
                value = draw.choice([*CELLS, "99999x99999", "4x4x4x4", "0x0"])
                wrong = f"{key}= {value}" if is_key else "; rows 1 to 99999999999: orthant run x a=b"
                content = "\n".join([*lines[:place], wrong, *lines[place + 1:]])
                self.check(f"{name}.ini", content.encode(), False, wrong, ["report"], name)

    def test_documents_that_are_no_schedule(self):
        for content in DOCUMENTS:
            self.check("frames.json", content, True, content[:20])
        text = (self.folder / "frames.json").read_bytes()
        values = list(re.finditer(rb'(?<=: )(-?\d+|"[^"]*"|null|true|false)(?=[,}])', text))
        draw = random.Random(1)
        for value in draw.sample(values[:12], 12) + draw.sample(values[12:], 20):
            self.check("frames.json", text[:value.start()] + draw.choice(MEMBERS) +
                       text[value.end():], False, value, ["report"])

    def test_names_of_files_contain_no_control_characters(self):
        name = "\x1b[31mred.csv"
        for content, expected in ((self.text_of("sweep.csv"), 0), ("", 2)):
            self.write(name, content)
            for verb, output in (("plot", "x.png"), ("report", "x.html")):
                code, err = self.run_main(verb, output, name)
                self.assertEqual(code, expected, err)
                self.assertNotIn("\x1b", err)
