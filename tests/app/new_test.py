"""orthant new: each config runs by the command at its head, and says of its keys what the table says."""

import json
import re
import shlex

from command import Command

KINDS = "torus, mesh, fabric, collective, faults"
SHORT = ["run.warmup_cycles=200", "run.measure_cycles=500", "run.drain_cycles=500"]


class New(Command):
    def test_each_runs_by_the_command_that_it_names(self):
        for kind in KINDS.split(", "):
            self.orthant("new", kind, "-o", f"{kind}.ini")
            text = self.text(f"{kind}.ini")
            self.assertEqual(text, self.orthant("new", kind).stdout)
            command, = re.findall(r"^#   orthant (.*)$", text, re.MULTILINE)
            words = shlex.split(command)
            self.assertEqual(words[1], f"{kind}.ini")
            if words[0] != "policy":  # which needs no routing
                self.orthant("check", f"{kind}.ini")
            done = self.orthant(*words, "-q", *(SHORT if words[0] == "sweep" else []))
            self.assertNotIn("not read", done.stderr)
            self.assertGreater(len(self.text(f"{kind}.csv").splitlines()), 1)

    def test_comments_are_those_of_the_table_of_keys(self):
        keys = {row["name"]: row for row in json.loads(self.orthant("list", "keys", "--format", "json").stdout)["keys"]}
        for kind in KINDS.split(", "):
            section, comment, seen = "", "", 0
            for line in self.orthant("new", kind).stdout.splitlines():
                self.assertLess(len(line), 100)
                if line.startswith("["):
                    section = line[1:-1]
                elif line.startswith("# "):
                    comment = f"{comment} {line[2:]}".strip()
                elif " = " in line:
                    key = section + "." + line.removeprefix("; ").split(" = ")[0]
                    self.assertEqual(comment, keys[key]["help"])
                    comment, seen = "", seen + 1
                if section == "":
                    comment = ""
            self.assertGreater(seen, 6, kind)

    def test_replaces_nothing_unasked(self):
        self.write("my.ini", "[topology]\n")
        self.assert_refused("my.ini: exists and says something else; give another -o FILE, or "
                            "--overwrite to replace it", "new", "torus", "-o", "my.ini")
        self.assertEqual(self.text("my.ini"), "[topology]\n")
        self.orthant("new", "torus", "-o", "my.ini", "--overwrite")
        self.assertIn("#   orthant sweep my.ini -o my.csv\n", self.text("my.ini"))

    def test_lists_the_kinds(self):
        for words, message in (([], f"new: the kind of config is missing; allowed: {KINDS}"),
                               (["tours"], f"'tours': unknown kind of config, did you mean torus?; allowed: {KINDS}"),
                               (["x"], f"'x': unknown kind of config; allowed: {KINDS}"),
                               (["torus", "mesh"], "'mesh': one word too many for new")):
            self.assert_refused(f"command line: {message}", "new", *words)
        self.assertIn("orthant new " + KINDS.replace(", ", "|"), self.orthant("new", "--help").stdout)
