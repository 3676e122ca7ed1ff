"""The command from outside: saturate."""

import re
import statistics
import subprocess

from command import KEY_COLUMNS, KNOT, SATURATE_COLUMNS, Command
from small_torus import CONFIG


class Saturate(Command):
    def test_finds_the_knee_with_and_without_a_load(self):
        self.write("bare.ini", CONFIG.replace("load = 0.2\n", ""))
        words = ("router.buffer_flits=2,4", "-q")
        self.orthant("saturate", "bare.ini", *words, "-j", "1", "-o", "one.csv")
        self.orthant("saturate", "c.ini", *words, "traffic.load=0.1,0.2", "-j", "2", "-o",
                     "two.csv")
        self.assertEqual(self.text("one.csv"), self.text("two.csv"))
        header = self.text("one.csv").splitlines()[0]
        self.assertEqual(header, f"{KEY_COLUMNS},{SATURATE_COLUMNS}")
        small, large = self.table("one.csv")
        self.assertLess(float(small["saturation_load"]), float(large["saturation_load"]))
        for row in (small, large):
            # Deterministic routing has a sharp knee.
            self.assertEqual([row[name] for name in ("verdict", "seeds", "metastable_from", "collapsed_share",
                                                     "collapse_cycles_median")], ["stable", "5", "", "", ""])
        for row in (small, large):
            load = float(row["saturation_load"])
            self.assertEqual(float(row["saturation_flits"]), 2 * load)
            self.assert_holds(row, saturation_capacity=row["saturation_load"], tolerance="0.01")
            # The network is stable just below the load and saturated well above it.
            for factor, verdict in ((0.9, "stable"), (1.2, "saturated")):
                simulated = self.row("run", "c.ini", f"router.buffer_flits={row['buffer_flits']}",
                                     f"traffic.load={factor * load!r}")
                self.assertEqual(simulated["verdict"], verdict)
                if factor == 0.9:
                    self.assertEqual(simulated["latency_mean"], row["latency_at_90_percent"])
            self.assertGreater(float(row["accepted_beyond_flits"]), load)

    def test_reports_a_deadlock_that_the_search_met(self):
        words = ("saturate", "c.ini", "topology.dimensions=8x8", "router.vcs=1",
                 "routing.allow_deadlock=yes", "router.buffer_flits=1", "run.tolerance=0.25",
                 "run.deadlock_cycles=1000", "run.warmup_cycles=50000", "-o", "s.csv", "-q")
        done = self.orthant(*words, expect=4)
        self.assertRegex(done.stderr, r"load \S+, seed \d+: deadlock: seen in cycle \d+")
        self.assertRegex(done.stderr, KNOT)
        row, = self.table("s.csv")
        self.assertEqual(row["accepted_beyond_flits"], "")  # it came before the window
        self.assertGreater(float(row["deadlock_load"]), float(row["saturation_load"]))
        self.orthant(*words, expect=4)  # all rows are there already

    def test_reads_no_load_and_says_so_of_other_keys_only(self):
        done = self.orthant("saturate", "c.ini", "traffic.duty=0.5", "run.tolerance=0.5", "-q")
        self.assertEqual(done.stderr, "orthant: warning: not read by this run: traffic.duty\n")

    def test_names_its_search_where_a_load_is_beyond_those_of_the_key(self):
        # A ring of 10,000 carries 8 / 10,000 flits per node and cycle; a node sends one.
        ring = ("saturate", "c.ini", "topology.dimensions=10000", "-q")
        self.assertEqual(
            self.orthant(*ring, expect=2).stderr.splitlines()[-1],
            "orthant: error: c.ini:13: traffic.load_unit: the search for the largest stable load begins at 1250 times the "
            "capacity, the most that a node can send, and loads in this unit are at most 1000; allowed: flits")

    # Minimal adaptive routing with small buffers collapses sooner or later, by seed.
    METASTABLE = ("saturate", "c.ini", "topology.dimensions=8x8", "routing.algorithm=minimal_adaptive",
                  "router.vcs=4", "router.injection_vcs=all", "router.selection=first", "router.buffer_flits=8",
                  "traffic.packet_flits=8", "run.measure_cycles=5000", "run.warmup_cycles=2000", "run.tolerance=0.02")

    def test_asks_all_seeds(self):
        one, many = (self.row(*self.METASTABLE, "run.seed=1", f"run.saturate_seeds={seeds}")
                     for seeds in (1, 8))
        self.assertEqual([one[name] for name in ("verdict", "seeds", "metastable_from", "collapsed_share",
                                                 "collapse_cycles_median")], ["stable", "1", "", "", ""])
        self.assertEqual([many["verdict"], many["seeds"]], ["metastable", "8"])
        self.assertLessEqual(float(many["saturation_load"]), float(one["saturation_load"]))
        # Single runs at the metastable load agree.
        done = self.orthant("sweep", *self.METASTABLE[1:], f"traffic.load={many['metastable_from']}",
                            "run.seed=1", "run.repetitions=8", "-q")
        collapses = [float(row["collapse_cycles"]) for row in self.rows(done.stdout)
                     if row["collapse_cycles"] != ""]
        self.assertEqual(float(many["collapsed_share"]), len(collapses) / 8)
        self.assertEqual(float(many["collapse_cycles_median"]), statistics.median(collapses))
        self.assertGreater(float(many["metastable_from"]), float(many["saturation_load"]))

    def test_progress_never_goes_backwards(self):
        shown = self.on_terminal("saturate", "c.ini", "run.measure_cycles=20000", "-j", "1",
                                 stdout=subprocess.DEVNULL)
        shares = [int(share) for share in re.findall(r"(\d+) %", shown)]
        self.assertGreater(len(shares), 3)
        self.assertEqual(shares, sorted(shares))

    def test_skips_what_is_finished(self):
        words = ("saturate", "c.ini", "run.tolerance=0.1", "router.buffer_flits=1,4", "-q", "-o", "s.csv")
        self.orthant(*words)
        self.orthant(*words, "--timing", "t.csv")
        self.assertEqual(self.computed("t.csv"), [])
