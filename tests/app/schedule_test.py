"""Schedules of collectives from the command line."""

import json
import shutil

from command import ROOT, Command
from small_torus import TORUS

CASES = ROOT / "tests" / "data" / "liquid"
COLUMNS = ("topology,routing,collective,transfers,duration,bottlenecks,skeleton,liquid_throughput,method,frames,"
           "verdict,least_duration")


class Schedule(Command):
    FILES = {"t.ini": TORUS + "[schedule]\nports = no\n"}

    def setUp(self):
        super().setUp()
        for name in "paper_fig2_25", "paper_fig9_noteam", "chk_missing", "chk_repeated":
            shutil.copy(CASES / f"{name}.txt", self.folder)

    def row(self, *words, **options):
        return super().row("schedule", *words, **options)

    def judged(self, *words, expect=0):
        row = self.row(*words, expect=expect)
        self.assertEqual(list(row), ["frames", "duration", "valid", "liquid", "problem"])
        return tuple(row.values())

    def test_of_the_papers_example_is_liquid(self):
        row = self.row("--case", "paper_fig2_25.txt", "--frames", "f.csv")
        self.assertEqual(",".join(row), COLUMNS)
        self.assertEqual((row["transfers"], row["duration"], row["bottlenecks"], row["skeleton"], row["frames"],
                          row["verdict"]), ("25", "6", "2", "12", "6", "liquid"))
        self.assertEqual(float(row["liquid_throughput"]), 25 / 6)
        frames = self.table("f.csv")
        self.assertEqual(sorted(int(frame["transfer"]) for frame in frames), list(range(25)))
        self.assertEqual(self.judged("--case", "paper_fig2_25.txt", "--verify", "f.csv"), ("6", "6", "yes", "yes", ""))

    def test_of_a_cluster_follows_its_static_routes(self):
        # A ring of four switches; the route from 0 to 2 goes by 1, and back by 3.
        routes = ["0 1", "1 0", "1 2", "2 1", "2 3", "3 2", "3 0", "0 3", "0 1 2", "2 3 0", "1 2 3", "3 0 1"]
        lines = ["nodes 0 2", "nodes 1 2", "nodes 2 1", "nodes 3 1"]
        lines += [f"link {i} {(i + 1) % 4}" for i in range(4)] + [f"route {route}" for route in routes]
        self.write("ring.cluster", "\n".join(lines) + "\n")
        self.write("c.ini", "[topology]\nkind = cluster\nfile = ring.cluster\n[routing]\n"
                                           "algorithm = table\n[schedule]\ncollective = half_to_half\n")
        # Channel 0-1 carries 0->1 (2*2), 0->2 (2*1), 3->1 (1*2); 1-2: 2 + 2 + 2. A node sends 6.
        row = self.row("c.ini", "schedule.method=quotient", "--frames", "f.csv")
        self.assertEqual((row["transfers"], row["duration"], row["bottlenecks"], row["frames"], row["verdict"]),
                         ("36", "8", "1", "8", "liquid"))
        self.assertEqual(self.judged("c.ini", "--verify", "f.csv"), ("8", "8", "yes", "yes", ""))
        row = self.row("c.ini", "schedule.allocation=1 1 0 0")
        self.assertEqual((row["transfers"], row["duration"]), ("4", "2"))
        for setting, why in [("schedule.allocation=1 1", "2 numbers for 4 routers; allowed: one for each"),
                             ("schedule.allocation=1 3 0 0", "3 nodes on router 1, which has 2; allowed: 0 to 2"),
                             ("schedule.allocation=0 0 0 0", "no node; allowed: at least one"),
                             ("topology.file=none", "topology.file: cannot open none")]:
            self.assertIn(why, self.refused("schedule", "c.ini", setting))
        done = self.orthant("schedule", "t.ini", "schedule.method=quotient", expect=2)
        self.assertIn("schedule.method: every switch has one node alone", done.stderr)

    def test_of_a_torus_counts_bandwidths(self):
        # Rings of 8 and 4: per direction 4 (8/8) 8 = 32 and 8 (4/8) 4 = 16 transfers over a channel, by parity of ties;
        # with two units the longer rings carry two at a time.
        words = ("t.ini", "topology.dimensions=8x4")
        self.assertEqual(self.row(*words)["duration"], "32")
        row = self.row(*words, "channel.bandwidth.by_dimension=2 1", "--frames", "f.json")
        self.assert_holds(row, duration="16", bottlenecks="128", frames="16", verdict="liquid")
        self.assertEqual(float(row["liquid_throughput"]), 32 * 31 / 16)
        channels = json.loads(self.text("f.json"))["channels"]
        self.assertEqual(sorted({(c["load"], c["capacity"], c["bottleneck"]) for c in channels}),
                         [(16, 1, True), (32, 2, True)])
        self.assertEqual(self.judged(*words, "channel.bandwidth.by_dimension=2 1", "--verify", "f.json"),
                         ("16", "16", "yes", "yes", ""))
        done = self.judged(*words, "--verify", "f.json", expect=2)
        self.assertIn("congest at link", done[-1])
        row = self.row(*words, "channel.bandwidth.by_dimension=2 1", "schedule.bandwidths=ignored")
        self.assertEqual(row["duration"], "32")
        # Two thirds and one: a common unit of a third.
        row = self.row(*words, "channel.bandwidth.by_dimension=1 2/3")
        self.assertEqual((row["duration"], float(row["liquid_throughput"]), row["verdict"]),
                         ("11", 32 * 31 / (32 / 3), "liquid"))
        done = self.orthant("schedule", *words, "channel.bandwidth.by_dimension=1 9999/10001", expect=2)
        self.assertIn("schedule.bandwidths: the common unit of bandwidths from 0.9998000199980002 to 1 is less than "
                      "1/10000 of the largest; allowed: simpler fractions, or ignored", done.stderr)
        done = self.orthant("schedule", *words, "channel.bandwidth.by_dimension=2 1", "--teams", "x.csv", expect=2)
        self.assertIn("--teams: channels differ in bandwidth; allowed: schedule.bandwidths = ignored", done.stderr)

    def test_of_several_repetitions_mixes_them_where_that_is_shorter(self):
        # Two hops on a ring of 5: every channel has 2 transfers, each of which congests with its two neighbours. So at
        # most 2 of 5 go at a time: 3 frames, and 5 for twice the transfers.
        self.write("p.txt", "".join(f"{i} {(i + 2) % 5}\n" for i in range(5)))
        words = ("t.ini", "topology.dimensions=5", "schedule.collective=file", "schedule.file=p.txt")
        for repetitions, frames in (1, "3"), (2, "5"), (3, "8"), (4, "10"):
            row = self.row(*words, f"schedule.repetitions={repetitions}")
            self.assertEqual((row["transfers"], row["duration"], row["frames"], row["verdict"]),
                             (str(5 * repetitions), str(2 * repetitions), frames, "not_liquid"))
        row = self.row("t.ini", "schedule.repetitions=3", "--frames", "f.csv")
        self.assertEqual((row["frames"], row["verdict"]), ("24", "liquid"))
        self.assertEqual(self.judged("t.ini", "schedule.repetitions=3", "--verify", "f.csv")[:4], ("24", "24", "yes", "yes"))
        row = self.row("--case", "paper_fig9_noteam.txt", "schedule.repetitions=2")
        self.assertEqual((row["transfers"], row["duration"], row["frames"], row["verdict"]), ("6", "4", "6", "not_liquid"))

    # Five repetitions together leave no channel of 7 and 5 idle, and these a hundred times.
    def test_repeats_as_many_as_fill_the_bottlenecks(self):
        words = ("t.ini", "topology.kind=mesh", "channel.bandwidth.by_dimension=7 5", "schedule.ports=no")
        for repetitions, frames in (5, 16), (500, 1600), (502, 1607):
            row = self.row(*words, f"schedule.repetitions={repetitions}")
            self.assertEqual((row["frames"], row["verdict"]), (str(frames), "liquid"))
        several = ("routing.ties=split", "schedule.routes=several")
        row = self.row("t.ini", *several, "schedule.repetitions=2")
        self.assertEqual((row["frames"], row["duration"], row["least_duration"]), ("16", "16", "16"))

    def test_refuses_a_network_without_channels(self):
        self.write("one.cluster", "nodes 0 4\n")
        for words in (), ("schedule.bandwidths=ignored",), ("schedule.bandwidths=ignored", "schedule.routes=several"):
            done = self.orthant("schedule", "t.ini", "topology.kind=cluster", "topology.file=one.cluster",
                                "routing.algorithm=up_down", "schedule.ports=no", *words, expect=2)
            self.assertIn("schedule.collective: no transfer uses a channel; allowed: ", done.stderr)

    def test_chooses_among_several_routes(self):
        # A transposition on a 4x4 mesh: by x first all three of a row go over its channel to the diagonal. By x or y
        # first they need not meet at all, which the judge confirms.
        self.write("p.txt", "".join(f"{x + 4 * y} {y + 4 * x}\n" for x in range(4) for y in range(4)
                                                   if x != y))
        words = ("t.ini", "topology.kind=mesh", "schedule.collective=file", "schedule.file=p.txt")
        row = self.row(*words)
        self.assertEqual((row["duration"], row["frames"], row["verdict"], row["least_duration"]), ("3", "3", "liquid", ""))
        row = self.row(*words, "routing.algorithm=o1turn", "schedule.routes=several", "--frames", "f.json")
        self.assert_holds(row, duration="1", frames="1", verdict="liquid", least_duration="1")
        several = ("routing.algorithm=o1turn", "schedule.routes=several")
        self.assertEqual(self.judged(*words, *several, "--verify", "f.json")[:4], ("1", "1", "yes", "yes"))
        self.assertIn("routing.algorithm: a schedule needs one route for every pair",
                      self.refused("schedule", *words, "routing.algorithm=o1turn"))
        done = self.orthant("schedule", "t.ini", "topology.kind=mesh", "topology.dimensions=16x16",
                            "routing.algorithm=romm", "schedule.routes=several", expect=2)
        self.assertIn("there are more than 100 paths; allowed: a routing with fewer, or one", done.stderr)

    def test_judges_the_frames_that_are_given_even_of_a_case_with_frames(self):
        self.orthant("schedule", "--case", "paper_fig2_25.txt", "--frames", "f.csv", "-q")
        self.assertEqual(self.judged("--case", "chk_missing.txt", "--verify", "f.csv"), ("6", "6", "yes", "yes", ""))

    def test_of_another_case_does_not_replace_a_result(self):
        self.orthant("schedule", "--case", "paper_fig2_25.txt", "-o", "case.csv", "-q")
        self.orthant("schedule", "--case", "paper_fig2_25.txt", "-o", "case.csv", "-q")
        self.orthant("schedule", "--case", "paper_fig9_noteam.txt", "-o", "case.csv", "-q", expect=2)

    def test_of_a_cluster_of_one_switch_needs_no_routes(self):
        self.write("one.cluster", "nodes 0 4\n")
        self.write("one.ini", "[topology]\nkind = cluster\nfile = one.cluster\n[routing]\n"
                                             "algorithm = table\n")
        self.assertEqual(self.row("one.ini")["frames"], "3")
        # A pair of a node with itself has no place in the schedule.
        self.assertIn("there is no space",
                      self.refused("schedule", "one.ini", "schedule.method=quotient"))

    def test_that_cannot_be_liquid_says_so(self):
        row = self.row("--case", "paper_fig9_noteam.txt")
        self.assertEqual((row["duration"], row["frames"], row["verdict"]), ("2", "3", "not_liquid"))

    def test_by_an_integer_program_agrees(self):
        row = self.row("--case", "paper_fig9_noteam.txt", "schedule.method=milp")
        self.assertEqual((row["method"], row["frames"], row["verdict"]), ("milp", "3", "not_liquid"))
        done = self.orthant("schedule", "--case", "paper_fig2_25.txt", "schedule.method=milp", "--frames", "f.csv",
                            "--format", "csv", "-q")
        self.assertEqual(done.stderr, "")
        row, = self.rows(done.stdout)
        self.assertEqual((row["method"], row["frames"], row["verdict"]), ("milp", "6", "liquid"))
        self.assertEqual(self.judged("--case", "paper_fig2_25.txt", "--verify", "f.csv"), ("6", "6", "yes", "yes", ""))
        row = self.row("t.ini", "topology.dimensions=3x3", "schedule.method=milp", "schedule.ports=yes")
        self.assertEqual((row["method"], row["frames"], row["verdict"]), ("milp", "8", "liquid"))

    def test_by_an_integer_program_ends_with_a_quick_schedule_when_its_time_is_over(self):
        row = self.row("t.ini", "topology.dimensions=6x6", "schedule.method=milp",
                       "schedule.time_limit_seconds=0.05", expect=3)
        self.assertEqual((row["method"], row["verdict"]), ("colouring", "unknown"))
        self.assertGreater(int(row["frames"]), int(row["duration"]))

    def test_by_an_integer_program_ends_at_an_interrupt(self):
        self.interrupted("schedule", "t.ini", "topology.dimensions=6x6", "schedule.method=milp",
                         "schedule.time_limit_seconds=300", "-o", "s.csv", "-q")

    def test_of_a_case_may_be_judged(self):
        self.assertEqual(self.judged("--case", "chk_missing.txt", expect=2),
                         ("6", "6", "no", "no", "transfer 3 (t1->r4) missing"))
        done = self.orthant("schedule", "--case", "chk_repeated.txt", expect=2)
        self.assertIn("repeated, in frames", done.stdout)

    def test_of_a_torus_is_found_written_and_judged(self):
        self.orthant("schedule", "t.ini", "--frames", "f.csv", "-o", "s.csv", "-q", "--timing", "time.csv")
        self.assertEqual(self.computed("time.csv"), [1])
        row, = self.table("s.csv")
        self.assert_holds(row, topology="torus", routing="dor", collective="all_to_all",
                          transfers="240", duration="8", frames="8", verdict="liquid")
        lines = self.text("f.csv").splitlines()
        self.assertEqual(lines[0], "frame,source,destination")
        self.assertEqual(len(lines), 241)

        def judged(text, expect):
            self.write("g.csv", "\n".join(text) + "\n")
            done = self.orthant("schedule", "t.ini", "--verify", "g.csv", expect=expect)
            return done.stdout + done.stderr

        self.assertIn("8,8,yes,yes,", judged(lines, 0))
        self.assertIn("missing", judged(lines[:-1], 2))
        self.assertIn("repeated", judged(lines + lines[-1:], 2))
        self.assertIn("congest", judged([line.replace("7,", "6,", 1) if line.startswith("7,") else line
                                         for line in lines], 2))
        self.assertIn("g.csv:242: 3 sends nothing to 3", judged(lines + ["7,3,3"], 2))
        self.assertIn("g.csv:1: no frames", judged(["frame,transfer"], 2))

    def test_chooses_ties_that_leave_one_route_for_every_pair(self):
        self.assertIn("routing.ties = source instead of split", self.orthant("schedule", "t.ini").stderr)

    def test_takes_any_network_and_collective(self):
        for words, frames in ((("schedule.collective=gather", "schedule.ports=yes"), 15),
                              (("schedule.collective=scatter", "schedule.ports=yes"), 15),
                              (("topology.kind=mesh", "topology.dimensions=4x4"), 16),
                              (("topology.kind=random", "topology.routers=12", "topology.degree=4",
                                "topology.graph_seed=1", "routing.algorithm=up_down"), None)):
            row = self.row("t.ini", *words)
            self.assert_holds(row, verdict="liquid", frames=str(frames or row["duration"]))
        self.write("pairs.txt", "0 1\n0 2\n1 0\n")
        row = self.row("t.ini", "schedule.collective=file", "schedule.file=pairs.txt", "schedule.ports=yes")
        self.assertEqual((row["transfers"], row["duration"], row["frames"]), ("3", "2", "2"))

    def test_several_values_make_several_rows(self):
        self.orthant("schedule", "t.ini", "topology.dimensions=4x4,5x5", "schedule.collective=all_to_all,gather",
                     "-o", "m.csv", "-q")
        rows = self.table("m.csv")
        self.assertEqual([row["frames"] for row in rows], ["8", rows[1]["duration"], "15", rows[3]["duration"]])
        self.assertEqual(rows[0]["topology.dimensions"], "4x4")

    def test_ends_with_the_best_schedule_when_its_time_is_over(self):
        row = self.row("t.ini", "topology.dimensions=8x8", "schedule.method=exact",
                       "schedule.time_limit_seconds=0.05", "--frames", "f.csv", expect=3)
        self.assertEqual(row["verdict"], "unknown")
        self.assertGreater(int(row["frames"]), int(row["duration"]))
        self.assertEqual(self.judged("t.ini", "topology.dimensions=8x8", "--verify", "f.csv")[2:], ("yes", "no", ""))

    def test_refuses_what_means_nothing(self):
        self.write("none.txt", "")
        self.write("empty.txt", "liquid-case 1\nlinks 2\ntransfers 0\nend\n")
        self.write("unknown.txt", "liquid-case 1\nlinks 2\ntransfers 1\nt 0 x 1 2\nend\n")
        for words, why in ((("t.ini", "schedule.collective=file", "schedule.file=none.txt"),
                            "none.txt: no transfers; allowed: a source and a destination a line"),
                           (("t.ini", "topology.dimensions=5x5", "schedule.method=structured"),
                            "command line: schedule.method: no construction is known"),
                           (("--case", "empty.txt"), "no transfer uses a link"),
                           (("--case", "unknown.txt"), "unknown.txt:4: 2 is no link; allowed: 0 to 1"),
                           (("t.ini", "--verify", "nowhere.csv"), "error: --verify: cannot open nowhere.csv"),
                           (("--case", "paper_fig2_25.txt", "--verify", "nowhere.json"),
                            "error: --verify: nowhere.json: no such file"),
                           (("--case", "paper_fig2_25.txt", "t.ini"), "t.ini"),
                           (("--case", "paper_fig2_25.txt", "--frames", "paper_fig2_25.txt"), "is an input")):
            done = self.orthant("schedule", *words, expect=2)
            self.assertIn(why, done.stderr)
            self.assertEqual(len([line for line in done.stderr.splitlines() if "error" in line]), 1, done.stderr)
