"""orthant policy, and the script that verifies its certificates."""

import json
import subprocess
import sys

from command import ROOT, Command

CHECKER = ROOT / "studies" / "wu" / "check_certificate.py"
COLUMNS = "topology,dimensions,policy,offset,distance,shortest_paths,p,delivery,polynomial,p_from,p_to"


class OnATorus(Command):
    FILES = {"t.ini": "[topology]\nkind = torus\ndimensions = 6x6\n"}


class Policy(OnATorus):
    def policy(self, *words):
        return self.rows_of("policy", "t.ini", *words, "--overwrite")

    def refused(self, *words):
        return super().refused("policy", "t.ini", *words, "--overwrite")

    def test_has_a_row_for_every_offset_policy_and_p(self):
        words = ("policy", "t.ini", "policy.policies=mp,dor_strict", "policy.p=0.5,0.9")
        done = self.orthant(*words, "-q")
        self.assertEqual(done.stdout.splitlines()[0], COLUMNS)
        rows = self.rows(done.stdout)
        self.assertEqual(len(rows), 2 * 2 * 16)
        row = next(row for row in rows if (row["policy"], row["p"], row["offset"]) == ("mp", "0.5", "3x1"))
        self.assertEqual((row["distance"], row["shortest_paths"], row["delivery"], row["polynomial"]),
                         ("4", "8", "0.2109375", "8 -12 6 -1"))
        self.assertEqual(rows[-1]["delivery"], str(0.9 ** 6))
        fast = self.rows_of(*words, "--no-polynomials")
        self.assertEqual(fast, [{**row, "polynomial": "", "p_from": "", "p_to": ""} for row in rows])

    def test_writes_polynomials(self):
        polynomials = {row["offset"]: row["polynomial"] for row in self.policy()}
        self.assertEqual(polynomials["3x2"], "20 -44 37 -14 2")
        self.assertEqual(polynomials["3x3"], "80 -296 492 -474 284 -105 22 -2")
        random = {row["offset"]: row["polynomial"] for row in self.policy("policy.policies=random")}
        self.assertEqual(random["1x3"], "8 -14 29/3 -3 1/3")

    def test_says_for_which_p_a_polynomial_of_the_optimum_holds(self):
        words = ("topology.dimensions=14x14",)
        intervals = [(row["p_from"], row["p_to"], row["polynomial"]) for row in self.policy(*words)
                     if row["offset"] == "7x3"]
        self.assertEqual([interval[:2] for interval in intervals],
                         [("0", "0.951594521384"), ("0.951594521384", "1")])
        self.assertNotEqual(intervals[0][2], intervals[1][2])
        for p, expected in (("0.9", intervals[0]), ("0.97", intervals[1])):
            row, = (row for row in self.policy(*words, f"policy.p={p}") if row["offset"] == "7x3")
            self.assertEqual((row["p_from"], row["p_to"], row["polynomial"]), expected)
            value = sum(int(c) * float(p) ** (10 + i) for i, c in enumerate(row["polynomial"].split()))
            self.assertAlmostEqual(float(row["delivery"]), value, places=9)

    def test_finds_thresholds_to_any_number_of_digits(self):
        rows = self.policy("topology.dimensions=6x6,16x16", "--thresholds", "policy.digits=30")
        self.assertEqual([(row["dimensions"], row["mp_optimal"], row["first_row"], row["turning_point"])
                          for row in rows],
                         [("6x6", "yes", "2", "1"), ("16x16", "yes", "5", "4"), ("16x16", "tie", "4", "4"),
                          ("16x16", "no", "3", "4")])
        self.assertEqual([row["p_from"] for row in rows[::2]], ["0", rows[1]["p_to"]])
        self.assertRegex(rows[1]["p_to"], r"^0\.711514615\d{21}$")

    def test_finds_the_smallest_counterexamples(self):
        words = ("topology.dimensions=16x16", "policy.policies=mp", "policy.p=0.97", "--counterexample")
        tie, no = self.policy(*words)
        self.assertEqual((tie["dimensions"], tie["optimal"], tie["offset"]), ("12x7", "tie", "6x3"))
        self.assertEqual((no["dimensions"], no["optimal"], no["offset"], no["p_from"]),
                         ("14x7", "no", "7x3", "0.951594521384"))
        self.assertAlmostEqual(float(no["loss"]), 2.4954e-4, places=8)
        self.assertEqual([row["dimensions"] for row in self.policy(*words, "--square")], ["12x12", "14x14"])
        self.assertEqual(self.policy("--counterexample", "policy.policies=mp"), [])
        # The verdict of DOR depends on which dimension comes first; that of MP does not.
        row, = self.policy("topology.kind=mesh", "topology.dimensions=3x3", "policy.policies=dor_retry", "--counterexample")
        self.assertEqual((row["dimensions"], row["optimal"]), ("2x3", "no"))
        row = self.policy("policy.policies=z2", "--counterexample")[0]
        self.assertEqual((row["dimensions"], row["optimal"]), ("4x5", "tie"))
        # p is below the interval: the loss is that in its middle.
        row = self.policy(*words[:2], "policy.p=0.3", "--counterexample")[1]
        self.assertGreater(float(row["p"]), float(row["p_from"]))
        self.assertGreater(float(row["loss"]), 0)

    def test_has_no_mean_without_pairs(self):
        self.policy("topology.dimensions=1", "policy.p=0.9", "--means", "m.csv")
        mean, = self.table("m.csv")
        self.assertEqual((mean["delivery_mean"], mean["delivery_min"], mean["p_for_target"]), ("", "", ""))

    def test_writes_no_certificate_without_a_counterexample(self):
        done = self.orthant("policy", "t.ini", "policy.policies=mp", "--counterexample", "--certificate", "c.json",
                            "-q", expect=3)
        self.assertIn("there is no counterexample within topology.dimensions: c.json is not written", done.stderr)
        self.assertFalse((self.folder / "c.json").exists())

    def test_means_agree_with_the_rows(self):
        rows = self.policy("policy.policies=optimal", "policy.p=0.9", "--means", "m.csv")
        mean, = self.table("m.csv")
        # Number of signs of an offset: 1 at 0 and 3 hops, else 2.
        pairs = {row["offset"]: 36 for row in rows}
        for offset in pairs:
            for hops in offset.split("x"):
                pairs[offset] *= 1 if hops in "03" else 2
        expected = sum(pairs[row["offset"]] * float(row["delivery"]) for row in rows[1:]) / (36 * 35)
        self.assertAlmostEqual(float(mean["delivery_mean"]), expected, places=14)
        self.assertEqual(mean["delivery_min"], min(row["delivery"] for row in rows[1:]))
        self.policy(f"policy.p={mean['p_for_target']}", "--means", "m.csv")
        self.assertAlmostEqual(float(self.table("m.csv")[0]["delivery_mean"]), 0.99, places=10)

    def test_follows_messages_over_failed_links(self):
        words = ("policy.policies=mp,random", "policy.p=0.8", "policy.trials=2000", "--faults", "f.csv",
                 "--deaths", "d.csv")
        self.policy(*words)
        faults, deaths = self.table("f.csv"), self.table("d.csv")
        self.assertEqual(len(faults), 2 * 15)
        for row in faults:
            self.assertLessEqual(float(row["ci95_low"]), float(row["delivery"]))
            self.assertLess(abs(float(row["delivery"]) - float(row["exact"])), 0.05)
            self.assertLessEqual(float(row["delivery"]), float(row["shortest_path_healthy"]))
            self.assertLessEqual(float(row["shortest_path_healthy"]), float(row["some_path_healthy"]))
        lost = sum(int(row["messages"]) - int(row["delivered"]) for row in faults)
        self.assertEqual(sum(int(row["died"]) for row in deaths), lost)
        before = self.text("f.csv")
        self.policy(*words, "-j", "3")
        self.assertEqual(self.text("f.csv"), before)
        self.policy(*words, "faults.fault_seed=2")
        self.assertNotEqual(self.text("f.csv"), before)

    def test_reads_failed_links_from_the_config_or_a_file(self):
        self.write("failed.txt", "# two links\n0 1\n6, 0\n")
        tables = []
        for links in ("0-1 6-0", "failed.txt"):
            self.policy("policy.policies=dor_strict", f"faults.links={links}", "--faults", "f.csv")
            tables.append(self.text("f.csv"))
        self.assertEqual(tables[0], tables[1])
        neighbours = self.table("f.csv")[0]
        self.assert_holds(neighbours, offset="1x0", messages="72", delivered="70", exact="")
        for links, what in (("0-7", "no link joins these routers"),
                            ("0-36", "'0-36' is no link; allowed: two routers, as 0-1 or (1,2)-(2,2), 0 to 35"),
                            ("none.txt", "'none.txt' is no link; allowed: two routers, as 0-1 or (1,2)-(2,2), 0 to 35, or a file"),
                            ("0 1", "'0' is no link; allowed: two routers, as 0-1 or (1,2)-(2,2), 0 to 35, or a file of links")):
            self.assertIn(what, self.refused("policy.policies=mp", f"faults.links={links}", "--faults", "f.csv"))
        self.write("failed.txt", "0 1\n7-6\n")
        self.policy("policy.policies=mp", "faults.links=failed.txt", "--faults", "f.csv")
        from_file = self.text("f.csv")
        self.policy("policy.policies=mp", "faults.links=0-1 6-7", "--faults", "f.csv")
        self.assertEqual(self.text("f.csv"), from_file)
        self.write("failed.txt", "0 1\n5\n")
        self.assertIn("failed.txt:2: '5' is no link; allowed: two routers", self.refused(
            "policy.policies=mp", "faults.links=failed.txt", "--faults", "f.csv"))

    def test_does_not_repeat_rows_for_keys_that_it_does_not_read(self):
        done = self.orthant("policy", "t.ini", "policy.policies=mp", "policy.p=0.5", "routing.algorithm=dor,val", "traffic.pattern=uniform,tornado")
        self.assertEqual(len(self.rows(done.stdout)), 16)
        for key in ("routing.algorithm", "traffic.pattern"):
            self.assertIn(f"{key}: its 2 values are not read by policy", done.stderr)

    # Only the optimal policy depends on p; the rows of other policies have no p.
    def test_given_links_yield_each_row_once(self):
        words = ("policy.policies=mp,optimal", "policy.p=0.5,0.9", "faults.links=0-1", "--faults", "f.csv", "--deaths", "d.csv")
        self.policy(*words)
        for name in ("f.csv", "d.csv"):
            rows = self.table(name)
            self.assertEqual(len(rows), 3 * 15)
            self.assertEqual({(row["policy"], row["p"]) for row in rows}, {("mp", ""), ("optimal", "0.5"), ("optimal", "0.9")})
        once = [row for row in self.table("f.csv") if row["policy"] == "mp"]
        self.policy("policy.policies=mp", "faults.links=0-1", "--faults", "f.csv")
        self.assertEqual(self.table("f.csv"), once)

    def test_an_interrupt_ends_long_work(self):
        for words in (("policy.policies=mp", "policy.p=0.9", "policy.trials=1000000000", "--faults", "f.csv"),
                      ("policy.policies=mp", "topology.kind=mesh", "topology.dimensions=99x99", "--counterexample")):
            done = self.interrupted("policy", "t.ini", *words)
            self.assertEqual(done.stdout, "")
            self.assertIn("interrupted: nothing is written", done.stderr)
        self.assertFalse((self.folder / "f.csv").exists())

    def test_writes_a_config_that_reproduces_the_file(self):
        words = ("policy.policies=z2,mp", "policy.p=0.3")
        self.orthant("policy", "t.ini", *words, "-o", "s.csv", "-q")
        self.orthant("policy", "s.csv.ini", "-o", "again.csv", "-q")
        self.assertEqual(self.text("again.csv"), self.text("s.csv"))
        done = self.orthant("policy", "t.ini", "policy.p=0.4", "-o", "s.csv", expect=2)
        self.assertIn("s.csv: made with policy.", done.stderr)
        before = self.text("s.csv")
        done = self.orthant("policy", "t.ini", *words, "--thresholds", "-o", "s.csv", expect=2)
        self.assertIn("s.csv: made by policy, now policy --thresholds; give another -o FILE, or --overwrite to replace it", done.stderr)
        self.assertEqual(self.text("s.csv"), before)
        self.orthant("policy", "t.ini", "policy.p=0.4", "-o", "s.csv", "-q", "--overwrite")
        document = json.loads(self.orthant("policy", "t.ini", "--format", "json", "-q").stdout)
        self.assertEqual(document["config"]["topology.dimensions"], "6x6")
        self.assertEqual(len(document["rows"]), 16)

    def test_accepts_meshes_and_hypercubes(self):
        mesh = self.policy("topology.kind=mesh", "topology.dimensions=3x2", "--thresholds")
        self.assertEqual([(row["mp_optimal"], row["z2_optimal"], row["first_row"]) for row in mesh],
                         [("yes", "yes", "")])
        cube = self.policy("topology.kind=hypercube", "topology.dimensions=2x2x2")
        self.assertEqual(cube[-1]["polynomial"], "6 -9 5 -1")  # (1 - q^2)(1 - q^3) p


class Certificate(OnATorus):
    def written(self, *words):
        self.orthant("policy", "t.ini", *words, "--certificate", "c.json", "-q", "--overwrite")
        return json.loads(self.text("c.json"))

    def verified(self, certificate=None):
        if certificate is not None:
            self.write("c.json", json.dumps(certificate))
        return subprocess.run([sys.executable, CHECKER, "c.json"], cwd=self.folder, capture_output=True,
                              text=True, check=False)

    def test_of_any_network_is_verified_independently(self):
        for kind, dimensions in (("torus", "16x16"), ("torus", "8x5x5"), ("mesh", "5x4"), ("hypercube", "2x2x2")):
            self.written(f"topology.kind={kind}", f"topology.dimensions={dimensions}")
            done = self.verified()
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        certificate = self.written("topology.dimensions=16x16", "policy.policies=mp", "--counterexample", "--square")
        self.assertEqual(certificate["radices"], [14, 14])
        self.assertIn("mp no", self.verified().stdout)

    def test_that_was_changed_is_refused(self):
        certificate = self.written("topology.dimensions=14x14")
        piece = certificate["pieces"][0]
        self.assertEqual(piece["mp"], "no")
        self.assertEqual(self.verified(certificate).returncode, 0)
        offset = 7 + 8 * 3
        self.assertEqual(piece["orders"][offset], [1, 0])
        for change in ({"orders": [*piece["orders"][:offset], [0, 1], *piece["orders"][offset + 1:]]},
                       {"orders": [*piece["orders"][:offset], [1], *piece["orders"][offset + 1:]]},
                       {"mp": "yes"}, {"z2": "tie"}, {"to": "1/2"}, {"from": "1/100"}):
            wrong = {**certificate, "pieces": [{**piece, **change}, *certificate["pieces"][1:]]}
            done = self.verified(wrong)
            self.assertEqual(done.returncode, 1, change)
            self.assertRegex(done.stderr, r"^c\.json: ")

    def test_that_proves_nothing_is_refused(self):
        certificate = self.written("topology.dimensions=12x12")
        first, second = certificate["pieces"]
        for pieces, why in (([], "pieces: "), ([first], "do not reach from 0 to 1"), ([first, first, second], "an overlap"),
                            ([{**first, "orders": []}, second], "0 orders for 49 offsets"),
                            ([{**first, "orders": None}, second], "orders: "),
                            ([{**first, "orders": [[], None, *first["orders"][2:]]}, second], "does not have its dimensions"),
                            ([first, {**second, "from": "9/10"}], "a gap above 10^-6"),
                            ([first, {**second, "to": "1/0"}], "allowed: fractions"),
                            ([first, {"from": "1"}], "allowed: fractions")):
            done = self.verified({**certificate, "pieces": pieces})
            self.assertEqual((done.returncode, len(done.stderr.splitlines())), (1, 1), why)
            self.assertIn(why, done.stderr)
        for wrong in ([], {**certificate, "radices": "12"}, {**certificate, "radices": [0, 12]},
                      {**certificate, "torus": "no"}):
            done = self.verified(wrong)
            self.assertEqual((done.returncode, len(done.stderr.splitlines())), (1, 1))
        # Nothing rests on assert.
        done = subprocess.run([sys.executable, "-O", CHECKER, "c.json"], cwd=self.folder, capture_output=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(subprocess.run([sys.executable, CHECKER], capture_output=True, check=False).returncode, 2)
