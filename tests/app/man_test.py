"""Manual pages: what the help says, and nothing that mandoc or groff complains of."""

import os
import re
import shutil
import subprocess
import unittest

from command import Command


class Man(Command):
    def pages(self):
        verbs = [row["name"] for row in self.rows_of("list", "verbs")]
        self.assertIn("run", verbs)
        return {words: self.orthant("man", *words).stdout for words in [(), *((verb,) for verb in verbs)]}

    def test_has_every_option_of_the_help(self):
        for words, page in self.pages().items():
            usage, rest = self.orthant(*words, "--help").stdout.split("Options:", 1)
            for option in re.findall(r"^  (?:-., )?--([-a-z]+)", rest, re.MULTILINE):
                self.assertIn("\\-\\-" + option.replace("-", "\\-"), page)
            self.assertIn(usage.split("orthant ", 1)[1].splitlines()[0].split(" ", 1)[1].replace("-", "\\-"), page)

    def lint(self, *command):
        for words, page in self.pages().items():
            done = subprocess.run(command, input=page, capture_output=True, text=True, timeout=60, check=False)
            self.assertEqual(done.stdout + done.stderr, "", words)

    @unittest.skipUnless(shutil.which("mandoc"), "mandoc is missing; with it: the Debian package mandoc")
    def test_mandoc_has_no_warning(self):
        self.lint("mandoc", "-T", "lint", "-W", "warning")

    @unittest.skipUnless(shutil.which("groff"), "groff is missing; with it: the Debian package groff")
    def test_groff_has_no_warning(self):
        self.lint("groff", "-man", "-ww", "-Tutf8", "-z")

    @unittest.skipUnless(shutil.which("mandoc"), "mandoc is missing; with it: the Debian package mandoc")
    def test_reads_as_text(self):
        done = subprocess.run(["mandoc", "-T", "ascii"], input=self.orthant("man", "merge").stdout, capture_output=True,
                              text=True, timeout=60, check=True)
        text = re.sub(r".\x08", "", done.stdout)  # bold and underlined
        self.assertIn("orthant-merge - join the parts", text)
        self.assertIn("-o, --output FILE", text)
        self.assertIn("orthant merge part1.csv part2.csv part3.csv -o curve.csv", text)

    @unittest.skipUnless(shutil.which("man"), "man is missing; with it: the Debian package man-db")
    def test_is_formatted_on_a_terminal(self):
        text = self.on_terminal("man", "merge", env={**os.environ, "MANPAGER": "cat", "MANWIDTH": "80"})
        self.assertNotIn(".TH", text)
        self.assertIn("join the parts", text)

    def test_help_prints_what_the_option_does(self):
        for words in (["run"], []):
            self.assertEqual(self.orthant("help", *words).stdout, self.orthant(*words, "--help").stdout)
