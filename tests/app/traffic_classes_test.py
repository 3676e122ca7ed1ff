"""Classes of traffic: sections [traffic.NAME], their columns, what FILE.ini says of them, mistakes."""

from small_torus import CONFIG, ini
from command import KEY_COLUMNS, RUN_COLUMNS, Command

CLASSES = ini("traffic.urgent: load=0.1, packet_flits=1, priority=1",
              "traffic.bulk: pattern=neighbor")
COLUMNS = ("verdict", "offered_flits", "accepted_flits", "latency_mean", "latency_ci95", "latency_p50", "latency_p95",
           "latency_p99", "latency_p999", "latency_max", "network_latency_mean", "hops_mean", "packets", "jain_accepted",
           "source_accepted_min")


class Classes(Command):
    FILES = {"c.ini": CONFIG + CLASSES}

    def row(self, *words):
        return super().row("run", "c.ini", *words)

    def test_have_columns_after_the_others(self):
        done = self.orthant("run", "c.ini", "-q")
        self.assertEqual(done.stdout.splitlines()[0],
                         ",".join([KEY_COLUMNS, RUN_COLUMNS, *(f"{name}.{column}" for name in ("bulk", "urgent")
                                                               for column in COLUMNS)]))
        row, = self.rows(done.stdout)
        self.assertEqual((row["pattern"], row["packet_flits"], row["load"]), ("neighbor+uniform", "4+1", "0.2"))
        self.assertEqual(int(row["packets"]), int(row["bulk.packets"]) + int(row["urgent.packets"]))
        # The 4x4 torus carries 2 flits/node/cycle; bulk alone has traffic.load.
        self.assertAlmostEqual(float(row["bulk.offered_flits"]), 0.4, delta=0.02)
        self.assertAlmostEqual(float(row["urgent.offered_flits"]), 0.2, delta=0.02)
        self.assertEqual(float(row["bulk.hops_mean"]), 2)

    def test_are_named_for_every_packet(self):
        row = self.row("output.packets=p.csv")
        packets = self.table("p.csv")
        for name, flits in (("bulk", "4"), ("urgent", "1")):
            own = [packet for packet in packets if packet["traffic_class"] == name]
            self.assertEqual(len(own), int(row[f"{name}.packets"]))
            self.assertEqual({packet["flits"] for packet in own}, {flits})

    def test_share_the_load_by_weights(self):
        self.write("c.ini", CONFIG + "[traffic.a]\n[traffic.b]\nshare = 3\n")
        row = self.row()
        self.assertAlmostEqual(float(row["a.offered_flits"]), 0.1, delta=0.01)
        self.assertAlmostEqual(float(row["b.offered_flits"]), 0.3, delta=0.02)

    def test_are_all_that_is_needed(self):
        text = "".join(line for line in CONFIG.splitlines(keepends=True)
                       if not line.startswith(("load =", "pattern =")))
        self.write("c.ini", text + "[traffic.a]\nload = 0.2\npattern = uniform\n")
        alone = self.row()
        self.write("c.ini", CONFIG)
        plain = self.row()
        self.assertEqual({key: alone[key] for key in plain}, plain)

    def test_are_the_same_in_any_order_and_from_the_config_of_a_result(self):
        first = self.row("-o", "-")
        self.orthant("run", "c.ini", "-q", "-o", "r.csv")
        self.assertEqual(self.rows_of("run", "r.csv.ini", "-o", "-"), [first])
        ini = self.text("r.csv.ini")
        self.assertIn("[traffic.urgent]\nload = 0.1\npacket_flits = 1\npriority = 1\n", ini)
        urgent, bulk = CLASSES.index("[traffic.urgent]"), CLASSES.index("[traffic.bulk]")
        self.write("c.ini", CONFIG + CLASSES[bulk:] + CLASSES[urgent:bulk] + "[traffic.empty]\n")
        row = self.row("traffic.empty.load=0.01")
        self.assertIn("empty.packets", row)
        self.orthant("run", "c.ini", "-q", "-o", "e.csv")
        self.assertIn("\n[traffic.empty]\n", self.text("e.csv.ini"))
        self.assertEqual(len(self.rows_of("run", "e.csv.ini", "-o", "-")), 1)

    def test_are_swept(self):
        words = ("sweep", "c.ini", "traffic.urgent.load=0.1,0.2", "traffic.load=0.1,0.3", "-q", "-o", "s.csv")
        self.orthant(*words)
        rows = self.table("s.csv")
        self.assertEqual([(row["traffic.urgent.load"], row["load"]) for row in rows],
                         [("0.1", "0.1"), ("0.2", "0.1"), ("0.1", "0.3"), ("0.2", "0.3")])
        self.orthant(*words)
        self.assertEqual(self.table("s.csv"), rows)

    def test_may_have_all_loads_of_their_own(self):
        words = ("sweep", "c.ini", "traffic.bulk.load=0.1", "traffic.urgent.load=0.1,0.2", "-q", "-o", "s.csv")
        self.write("c.ini", "".join(
            line for line in (CONFIG + CLASSES).splitlines(keepends=True) if line != "load = 0.2\n"))
        self.write("c.ini", self.text("c.ini") + "load = 0.3\n")  # of bulk
        self.orthant(*words)
        rows = self.table("s.csv")
        self.assertEqual([row["load"] for row in rows], ["0.2", "0.30000000000000004"])
        self.orthant(*words)
        self.assertEqual(self.table("s.csv"), rows)
        lines = self.orthant("check", "c.ini", "traffic.urgent.load=0.4", "-q").stdout
        self.assertIn("load_capacity           0.7\n", lines)

    def test_name_the_files_that_they_read(self):
        matrix = "".join(" ".join(str(int(j == (i + 1) % 16)) for j in range(16)) + "\n" for i in range(16))
        self.write("m.txt", matrix)
        words = ("run", "c.ini", "traffic.bulk.pattern=matrix", "traffic.bulk.file=m.txt", "-q")
        self.orthant(*words, "-o", "r.csv")
        self.assertIn("; traffic.bulk.file m.txt: 512 bytes", self.text("r.csv.ini"))
        self.assertIn("m.txt", self.refused(*words, "-o", "m.txt"))
        self.assertEqual(self.text("m.txt"), matrix)

    def test_are_searched_for_the_load_that_all_carry(self):
        row = super().row("saturate", "c.ini", "run.tolerance=0.05", "run.saturate_seeds=1")
        self.assertGreater(float(row["saturation_load"]), 0.1)
        done = self.orthant("saturate", "c.ini", "traffic.bulk.load=0.1", expect=2)
        self.assertIn("there is none to search for", done.stderr)

    def test_with_loads_of_their_own_count_in_the_flits_of_saturation(self):
        search = ("saturate", "c.ini", "run.tolerance=0.05", "run.saturate_seeds=1")
        row = super().row(*search)
        load = float(row["saturation_load"])  # of bulk; the capacity is 2, urgent has 0.1 of it
        self.assertGreater(load, 0)
        self.assertAlmostEqual(float(row["saturation_flits"]), 2 * (load + 0.1))
        self.assertAlmostEqual(float(row["saturation_capacity"]), load + 0.1)
        row = super().row(*search, "traffic.load_unit=flits", "traffic.urgent.load=0.2")
        self.assertAlmostEqual(float(row["saturation_flits"]), float(row["saturation_load"]) + 0.2)
        self.assertAlmostEqual(float(row["saturation_capacity"]), float(row["saturation_flits"]) / 2)

    def test_that_leave_no_bandwidth_to_others_are_named(self):
        done = self.orthant("saturate", "c.ini", "run.tolerance=0.05", "run.saturate_seeds=1", "traffic.urgent.load=0.45", "-q")
        row, = self.rows(done.stdout)
        self.assertEqual((row["saturation_load"], row["saturation_flits"]), ("0", "0"))
        self.assertEqual(done.stderr, "orthant: warning: row 1: not even a load of 0.05 is stable beside those that classes of "
                                      "traffic have of their own, 0.9 flits per node and cycle: urgent\n")

    def test_are_searched_as_far_as_their_injection_goes(self):
        bursts = ("traffic.bulk.injection=on_off", "traffic.bulk.burst_flits=8", "traffic.bulk.duty=0.3")
        row = super().row("saturate", "c.ini", "run.tolerance=0.05", "run.saturate_seeds=1", *bursts)
        self.assertEqual((row["saturation_load"], row["limit"]), ("0.15", "node"))
        done = self.orthant("sweep", "c.ini", "traffic.load=0.1,0.6", *bursts, "-q")
        self.assertEqual(done.stderr, "orthant: warning: not simulated: 1 of 2 points, with traffic.load from 0.6 on, are "
                                      "impossible; the capacity is 2 flits per node and cycle, and a node with on_off in "
                                      "[traffic.bulk] sends at most 0.3 flits per cycle, a load of 0.15\n")
        lines = self.orthant("check", "c.ini", "traffic.load=0.6", *bursts, expect=2).stdout
        self.assertIn("is impossible: a node with on_off in [traffic.bulk] sends at most 0.5\n", lines)

    def test_ignore_a_share_with_a_load(self):
        done = self.orthant("run", "c.ini", "traffic.urgent.share=3", "traffic.bulk.share=2", "-q")
        self.assertEqual(done.stderr, "orthant: warning: not read by this run: traffic.urgent.share\n")

    def test_that_send_nothing_are_stable_and_named(self):
        silent = ("topology.dimensions=4x2", "traffic.urgent.pattern=tornado", "traffic.urgent.dimensions=1",
                  "traffic.urgent.self=no")
        done = self.orthant("sweep", "c.ini", *silent, "traffic.load=0.1,0.2", "-q")
        self.assertEqual(done.stderr, "orthant: warning: not read by this run: traffic.pattern\n"
                                      "orthant: warning: no node sends anything of the class of traffic urgent at some points\n")
        for row in self.rows(done.stdout):
            self.assertEqual((row["verdict"], row["urgent.verdict"], row["urgent.packets"]), ("stable", "stable", "0"))

    def test_are_checked(self):
        lines = self.orthant("check", "c.ini", "router.vcs=6", "router.message_classes=3").stdout
        self.assertIn("no traffic uses message class 1", lines)
        self.assertIn("dateline 1 of message class 2: vc 5", lines)

    def test_wait_for_one_another(self):
        answers = ("traffic.urgent.answers=bulk", "router.vcs=4")
        for verb in ("check", "run", "sweep"):
            done = self.orthant(verb, "c.ini", *answers, expect=4)
            text = done.stdout + done.stderr
            self.assertIn("a node may refuse 'bulk' until its 'urgent' have left", text)
            self.assertIn("then node 1", text)
        self.orthant("run", "c.ini", *answers, "routing.allow_deadlock=yes", "-q")
        self.orthant("run", "c.ini", *answers, "router.message_classes=2", "traffic.urgent.message_class=1", "-q")
