"""Files that `orthant schedule` writes in addition to its row."""

import collections
import json
import shutil

from command import ROOT, Command
from small_torus import TORUS

CASES = ROOT / "tests" / "data" / "liquid"


class Files(Command):
    FILES = {"t.ini": TORUS + "ties = parity\n[schedule]\nports = no\n"}

    def setUp(self):
        super().setUp()
        shutil.copy(CASES / "paper_fig2_25.txt", self.folder)

    def schedule(self, *words, expect=0):
        return self.orthant("schedule", *words, "-q", "--format", "csv", expect=expect)

    def refused(self, *words):
        return super().refused("schedule", *words, "-q")


class JsonFrames(Files):
    def document(self, *words):
        row, = self.rows(self.schedule(*words, "--frames", "f.json", "--overwrite").stdout)
        return row, json.loads(self.text("f.json"))

    def test_deals_frames_out_to_wavelengths(self):
        done = self.orthant("schedule", "--case", "paper_fig2_25.txt", "schedule.wavelengths=4", "--frames", "w.json")
        self.assertIn("on 4 wavelengths a link: 2 time slots, at least 2", done.stderr)
        frames = json.loads(self.text("w.json"))["frames"]
        self.assertEqual([(frame["slot"], frame["wavelength"]) for frame in frames],
                         [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1)])

    def test_hold_the_figures_of_the_row(self):
        row, document = self.document("t.ini")
        self.assertEqual([document[key] for key in ("topology", "dimensions", "routing", "collective")],
                         ["torus", "4x4", "dor", "all_to_all"])
        self.assertEqual({key: "" if value is None else str(value) for key, value in document["result"].items()},
                         {key: row[key] for key in list(row)[3:]})
        self.assertEqual((document["result"]["frames"], document["result"]["verdict"]), (8, "liquid"))

    def test_hold_every_transfer_once_with_channels_that_no_other_of_the_frame_uses(self):
        _, document = self.document("t.ini", "schedule.ports=yes")
        loads, pairs = collections.Counter(), []
        for number, frame in enumerate(document["frames"]):
            self.assertEqual(frame["frame"], number)
            used = [channel for transfer in frame["transfers"] for channel in transfer["channels"]]
            self.assertEqual(len(used), len(set(used)))
            loads.update(used)
            pairs += [(transfer["source"], transfer["destination"]) for transfer in frame["transfers"]]
            for transfer in frame["transfers"]:
                self.assertEqual(transfer["name"], f"{transfer['source']}->{transfer['destination']}")
        self.assertEqual(sorted(pairs), [(s, t) for s in range(16) for t in range(16) if s != t])
        self.assertEqual(loads, {channel["channel"]: channel["load"] for channel in document["channels"]})
        self.assertEqual([channel["bottleneck"] for channel in document["channels"]],
                         [channel["load"] == document["result"]["duration"] for channel in document["channels"]])
        names = {channel["channel"]: channel["name"] for channel in document["channels"]}
        self.assertEqual((names[0], names[64], names[95]), ("0-1 port 0", "injection 0", "ejection 15"))

    def test_of_a_case_name_its_transfers_and_channels(self):
        row, document = self.document("--case", "paper_fig2_25.txt")
        self.assert_holds(document, topology="paper_fig2_25", dimensions=None, routing=None)
        self.assertEqual(float(row["liquid_throughput"]), document["result"]["liquid_throughput"])
        self.assertEqual([channel["name"] for channel in document["channels"] if channel["bottleneck"]], ["ab", "ba"])
        first = next(transfer for frame in document["frames"] for transfer in frame["transfers"]
                     if transfer["transfer"] == 3)
        self.assertEqual(first, {"transfer": 3, "name": "t1->r4", "source": None, "destination": None,
                                 "channels": [0, 4, 5]})

    def test_escape_names_and_leave_out_idle_channels(self):
        self.write("odd.txt", 'liquid-case 1\nname a"{\\b\nlinks 3\nlink 0 x"\nlink 1 y\\\nlink 2 z\n'
                                             'transfers 2\nt 0 "q" 1 0\nt 1 \\n 2 0 1\nend\n')
        _, document = self.document("--case", "odd.txt")
        self.assertEqual(document["topology"], 'a"{\\b')
        self.assertEqual([channel["name"] for channel in document["channels"]], ['x"', "y\\"])
        self.assertEqual({transfer["name"] for frame in document["frames"] for transfer in frame["transfers"]},
                         {'"q"', "\\n"})

    def test_are_the_same_each_time(self):
        self.schedule("t.ini", "--frames", "a.json")
        self.schedule("t.ini", "--frames", "b.json")
        self.assertEqual(self.text("a.json"), self.text("b.json"))

    def test_can_be_judged(self):
        for words, judgement in ((("t.ini",), "8,8,yes,yes,"), (("--case", "paper_fig2_25.txt"), "6,6,yes,yes,")):
            _, document = self.document(*words)
            self.assertEqual(self.schedule(*words, "--verify", "f.json").stdout.splitlines()[1:], [judgement])
            self.write("g.json", json.dumps(document))  # in another layout
            self.assertEqual(self.schedule(*words, "--verify", "g.json").stdout.splitlines()[1:], [judgement])
            document["frames"][2]["transfers"].pop()
            self.write("g.json", json.dumps(document))
            self.assertIn("missing", self.schedule(*words, "--verify", "g.json", expect=2).stdout)

    def test_are_judged_along_the_channels_that_they_list(self):
        _, document = self.document("t.ini")
        sent = document["frames"][0]["transfers"][0]
        sent["channels"] = sent["channels"][:-1]
        self.write("f.json", json.dumps(document))
        self.assertIn("frame 0: transfer ", self.refused("t.ini", "--verify", "f.json"))
        several = ("t.ini", "routing.ties=split", "schedule.routes=several")
        row, document = self.document(*several)
        self.assertEqual((row["frames"], row["verdict"], row["least_duration"]), ("8", "liquid", "8"))
        # The routes of the file are used, not those that a search would choose.
        less = ("schedule.time_limit_seconds=0.000001",)
        self.assertEqual(self.schedule(*several, *less, "--verify", "f.json").stdout.splitlines()[1:], ["8,8,yes,yes,"])
        sent = document["frames"][0]["transfers"][0]
        sent["channels"] = sent["channels"][:1] * 3
        self.write("g.json", json.dumps(document))
        self.assertIn("lists channels that are no route of dor", self.refused(*several, "--verify", "g.json"))
        self.schedule(*several, "--frames", "f.csv")
        self.assertIn("f.csv: has no routes, of which there are several", self.refused(*several, "--verify", "f.csv"))
        for option in "--goal", "--msccl":
            self.assertIn(f"{option}: a program has no routes", self.refused(*several, option, "x.goal"))

    def test_are_judged_in_any_form_and_file(self):
        self.schedule("t.ini", "--frames", "f.csv")
        verify = ("schedule", "t.ini", "--verify", "f.csv", "-q")
        document = json.loads(self.orthant(*verify, "--format", "json").stdout)
        self.assertEqual(document["rows"], [{"frames": 8, "duration": 8, "valid": "yes", "liquid": "yes", "problem": None}])
        self.assertEqual(document["config"]["topology.dimensions"], "4x4")
        self.assertRegex(self.orthant(*verify, "--format", "table").stdout, r"(?m)^liquid +yes$")
        self.orthant(*verify, "-o", "judged.csv")
        self.assertEqual(self.text("judged.csv"), "frames,duration,valid,liquid,problem\n8,8,yes,yes,\n")
        self.assertIn("f.csv", self.text("judged.csv.ini"))

    def test_that_are_none_are_refused_in_one_line(self):
        def frames(text):
            return '{"frames": [{"transfers": []}, {"transfers": [' + text + "]}]}"

        for text, why in (("{", "x.json:1: no JSON: "), ("{}", "x.json: no frames; allowed: a file of --frames"),
                          ("[" * 200_000, "x.json: no frames; allowed: a file of --frames"),
                          ('{"frames": [{}]}', "x.json: frame 0: no transfers; allowed: a list of them"),
                          (frames('{"source": 1}'), "x.json: frame 1: a transfer without source and destination; "
                                                    "allowed: a number from 0"),
                          (frames('{"source": -1, "destination": 2}'), "frame 1: a transfer without source"),
                          (frames('{"source": 3, "destination": 3}'), "x.json: frame 1: 3 sends nothing to 3")):
            self.write("x.json", text)
            self.assertIn(why, self.refused("t.ini", "--verify", "x.json"))
        self.write("x.json", frames('{"transfer": 25}'))
        self.assertIn("frame 1: there is no transfer 25; allowed: 0 to 24",
                      self.refused("--case", "paper_fig2_25.txt", "--verify", "x.json"))
        self.assertIn("none.json: no such file", self.refused("t.ini", "--verify", "none.json"))


class Teams(Files):
    def teams(self, *words, expect=0):
        self.schedule(*words, "--teams", "teams.csv", expect=expect)
        self.assertEqual(self.text("teams.csv").splitlines()[0], "what,blank,idle,skeleton,categories,found,complete")
        return self.rows(self.text("teams.csv"))

    # Gabrielyan & Hersch 2004, figure 3: 84 full simultaneities, 72 of them teams.
    def test_of_the_papers_example_are_72_with_any_reductions(self):
        rows = self.teams("--case", "paper_fig2_25.txt")
        teams = {(row["blank"], row["idle"], row["skeleton"]): int(row["categories"]) for row in rows[:8]}
        self.assertEqual(len(teams), 8)
        self.assertEqual([(row["what"], row["found"], row["complete"]) for row in rows],
                         8 * [("full_team", "72", "yes")] + 2 * [("full_simultaneity", "84", "yes")])
        self.assertEqual(max(teams, key=teams.get), ("no", "no", "no"))
        self.assertEqual([(row["blank"], row["idle"], row["skeleton"]) for row in rows[8:]],
                         [("no", "", ""), ("yes", "", "")])
        # Without a reduction, teams and other full simultaneities are not distinguished.
        self.assertEqual(int(rows[8]["categories"]), teams["no", "no", "no"])

    def test_of_a_network_are_as_many_with_any_reductions(self):
        rows = self.teams("t.ini", "topology.dimensions=4", "schedule.ports=yes")
        self.assertEqual({row["complete"] for row in rows}, {"yes"})
        self.assertEqual(len({row["found"] for row in rows[:8]}), 1)
        self.assertGreater(int(rows[0]["found"]), 0)

    def test_that_are_too_many_are_not_complete(self):
        rows = self.teams("t.ini", "topology.dimensions=6x6", "schedule.time_limit_seconds=0.05", expect=3)
        self.assertEqual({row["complete"] for row in rows}, {"no"})
        self.assertTrue(all(int(row["categories"]) > 0 for row in rows))

    def test_are_refused_where_they_mean_nothing(self):
        shutil.copy(CASES / "chk_missing.txt", self.folder)
        for words, why in ((("--case", "chk_missing.txt", "--teams", "t.csv"), "--teams: chk_missing.txt is a schedule "
                            "to be judged, and nothing is searched; allowed: another case"),
                           (("t.ini", "topology.dimensions=4x4,5x5", "--teams", "t.csv"),
                            "allowed with schedule --frames, --goal, --msccl, --teams or --verify: one"),
                           (("t.ini", "topology.dimensions=12x12", "--teams", "t.csv"),
                            "--teams: 20592 transfers; allowed: at most 20000"),
                           (("t.ini", "--teams", "f.csv", "--frames", "f.csv"), "is an input or another output"),
                           (("t.ini", "--teams", "no/t.csv"), "no/t.csv: its folder does not exist")):
            self.assertIn(why, self.refused(*words))
            self.assertFalse((self.folder / "t.csv").exists())
