"""Links that carry certain message classes only: two physical networks, from the command line."""

import signal

from command import Command
from small_torus import ini

# 2x3 meshes. Requests have the links of both rows and two columns, replies all three columns and one row.
REQUESTS = ((0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (2, 5))
REPLIES = ((0, 1), (1, 2), (0, 3), (1, 4), (2, 5), (3, 4))

CONFIG = ini("topology: kind=graph, file=two.edges", "routing: algorithm=up_down",
             "router: vcs=4, message_classes=2", "channel: node_bandwidth=2, ejection=immediate",
             "traffic: pattern=uniform, self=no, load=0.3, load_unit=flits",
             "run: warmup_cycles=1000, measure_cycles=20000")
CLASSES = ini("traffic.request: packet_flits=1",
              "traffic.reply: packet_flits=4, share=2, message_class=1, answers=request")


def edges(*classes):
    """Lines of an edge list: links of several networks, each with its message classes (""
    for no list)."""
    return "".join(f"{a} {b}{' 1 1 classes=' + own if own else ''}\n" for own, links in classes for a, b in links)


class MessageClasses(Command):
    FILES = {"two.edges": edges(("0", REQUESTS), ("1", REPLIES)), "c.ini": CONFIG + CLASSES, "plain.ini": CONFIG}

    def test_keep_to_their_links_and_load_them_as_analysed(self):
        row = self.row("run", "c.ini", "output.channels=used.csv", "run.measure_cycles=100000")
        self.assertEqual(row["verdict"], "stable")
        used = {channel["channel"]: channel for channel in self.table("used.csv")}
        self.assertEqual(len(used), 24)
        analysed = set()
        for message_class, load in (0, 0.1), (1, 0.2):
            self.orthant("analyze", "plain.ini", f"traffic.message_class={message_class}", "--channels", "c.csv",
                         "-o", "a.csv", "--overwrite", "-q")
            channels = self.table("c.csv")
            self.assertEqual(len(channels), 12)
            for channel in channels:
                own = used[channel["channel"]]
                self.assertEqual([channel[key] for key in ("from", "from_port", "to")],
                                 [own[key] for key in ("from", "from_port", "to")])
                self.assertIn((int(own["from"]), int(own["to"])),
                              {pair for a, b in (REQUESTS, REPLIES)[message_class] for pair in ((a, b), (b, a))})
                expected = load * float(channel["pattern_load"])
                self.assertGreater(expected, 0)
                self.assertAlmostEqual(float(own["utilization"]), expected, delta=0.04 * expected + 0.002)
                analysed.add(channel["channel"])
        self.assertEqual(analysed, set(used))

    def test_are_limited_by_the_fullest_link_of_any(self):
        report = {}
        for line in self.orthant("check", "c.ini").stdout.splitlines():
            report.setdefault(line.split("  ")[0], line.split("  ")[-1].strip())
        limits = []
        for message_class, share in (0, 1 / 3), (1, 2 / 3):
            row = self.row("analyze", "plain.ini", f"traffic.message_class={message_class}")
            limits.append(1 / share / float(row["channel_load_max"]))
        self.assertAlmostEqual(float(report["channel_limit_flits"]), min(limits), places=5)
        self.assertGreater(max(limits) - min(limits), 0.1)

    def test_equal_two_separate_networks(self):
        # Every router has a node for requests and one for replies, since the port to a node sends one
        # flit at a time.
        classes = ((0, REQUESTS, "request", 0.1, 1), (1, REPLIES, "reply", 0.2, 4))
        for own, _, name, load, _ in classes:
            nodes = range(own, 12, 2)
            self.write(f"{name}.flows", "".join(f"{s} {d} {load / 5}\n" for s in nodes for d in nodes if s != d))
        words = ["topology.nodes_per_router=2", "traffic.pattern=flows", "run.measure_cycles=40000"]
        plain = CONFIG.replace("load = 0.3\n", "")
        self.write("plain.ini", plain)
        self.write("c.ini", plain + CLASSES.replace("share = 2\n", ""))
        both = self.row("run", "c.ini", *words, "traffic.request.file=request.flows", "traffic.reply.file=reply.flows")
        for own, links, name, _, flits in classes:
            self.write("one.edges", edges(("", links)))
            alone = self.row("run", "plain.ini", *words, "topology.file=one.edges", "router.message_classes=1",
                             "router.vcs=2", f"traffic.file={name}.flows", f"traffic.packet_flits={flits}")
            self.assertEqual(alone["verdict"], "stable")
            self.assertAlmostEqual(float(alone["hops_mean"]), float(both[f"{name}.hops_mean"]), delta=0.02)
            # In a separate network half of the nodes send nothing and are not counted.
            self.assertAlmostEqual(float(alone["accepted_flits"]), 2 * float(both[f"{name}.accepted_flits"]),
                                   delta=0.005)
            self.assertAlmostEqual(float(alone["latency_mean"]), float(both[f"{name}.latency_mean"]),
                                   delta=float(alone["latency_ci95"]) + float(both[f"{name}.latency_ci95"]))

    def test_have_the_zero_load_latency_of_their_links(self):
        figures = [line.split()[1] for line in self.orthant("check", "c.ini").stdout.splitlines()
                   if line.startswith("zero_load_latency_mean")]
        self.assertEqual(len(figures), 1)
        row = self.row("run", "c.ini", "traffic.load=0.003", "run.measure_cycles=300000")
        self.assertAlmostEqual(float(row["latency_mean"]), float(figures[0]),
                               delta=2 * float(row["latency_ci95"]) + 0.02)

    def test_allowed_on_all_links_equal_no_lists(self):
        self.write("two.edges", edges(("0,1", REQUESTS), ("1,0", REPLIES)))
        listed = self.row("run", "c.ini")
        self.write("two.edges", edges(("", REQUESTS), ("", REPLIES)))
        self.assertEqual(self.row("run", "c.ini"), listed)

    def test_give_the_same_on_any_threads_and_from_a_checkpoint(self):
        whole = self.orthant("run", "c.ini", "-q", "-o", "-").stdout
        self.assertEqual(self.orthant("run", "c.ini", "-q", "--threads-per-run", "2", "-o", "-").stdout, whole)
        sweep = [self.orthant("sweep", "c.ini", "traffic.load=0.1,0.2", "-q", "-j", jobs, "-o", "-").stdout
                 for jobs in ("1", "2")]
        self.assertEqual(*sweep)
        words = ["run", "c.ini", "-q", "-o", "r.csv", "run.measure_cycles=2000000", "run.checkpoint_minutes=0.0005"]
        checkpoint = self.folder / "r.csv.checkpoint"
        self.interrupted(*words, until=lambda _: checkpoint.exists(), how=signal.SIGTERM)
        self.assertTrue(checkpoint.exists())
        self.orthant(*words, "--resume")
        self.assertEqual(self.text("r.csv"), self.orthant(*words[:3], "-o", "-", words[5]).stdout)

    def test_serve_a_workload_by_its_nics(self):
        self.write("w.ini", CONFIG[:CONFIG.index("[traffic]")] + ini(
            "traffic: injection=workload",
            "workload: kind=request_reply, bytes=16, reply_bytes=64, window=2, iterations=200"))
        self.assertEqual(self.row("run", "w.ini", "output.channels=used.csv")["verdict"], "drained")
        flits = [0, 0]
        for channel in self.table("used.csv"):
            flits[int(channel["channel"]) >= 2 * len(REQUESTS)] += int(channel["flits"])
        self.assertGreater(min(flits), 0)
        self.assertGreater(flits[1], 2 * flits[0])
        self.assertNotIn("no path of any pair", self.orthant("check", "w.ini").stdout)

    def test_need_paths_between_all_nodes_where_they_are_used(self):
        self.write("two.edges", edges(("0", REQUESTS), ("1", REPLIES[:2] + REPLIES[5:])))
        message = self.refused("run", "c.ini")
        self.assertIn("topology.file: no path of links that carry message class 1 leads from router 0 to router 3; "
                      "allowed: such links between all routers with nodes", message)
        self.orthant("run", "c.ini", "-q", "traffic.reply.message_class=0", "routing.allow_deadlock=yes")
        self.refused("analyze", "plain.ini", "traffic.message_class=1")
        # A router without nodes needs no path.
        self.write("two.edges", "nodes 6 0\n" + edges(("0", REQUESTS + ((0, 6), (6, 5))), ("1", REPLIES)))
        self.assertEqual(self.row("run", "c.ini", "routing.up_down.root=center")["verdict"], "stable")
        self.assertIn("routing.up_down.root: on the links that carry message class 1: no path leads from router 6 to "
                      "all nodes; allowed: ", self.refused("run", "c.ini", "routing.up_down.root=6"))

    def test_are_proven_each_on_its_own_links(self):
        ring = tuple((r, (r + 1) % 6) for r in range(6))
        self.write("two.edges", edges(("0", ring), ("1", ring[:5])))
        words = ["check", "c.ini", "routing.algorithm=shortest"]
        cyclic = self.orthant(*words, expect=4).stdout
        self.assertIn("for message class 0)", cyclic)
        self.assertIn("cycle of", cyclic)
        self.orthant("run", *words[1:], expect=4)
        other = [*words, "traffic.request.message_class=1", "traffic.reply.answers=", "traffic.request.answers="][:4]
        text = self.text("c.ini").replace("answers = request\n", "")
        self.write("c.ini", text)
        self.assertIn("for message class 1\n", self.orthant(*other).stdout)
        self.assertIn("for each of message classes 0, 1\n", self.orthant("check", "c.ini").stdout)
        # Two lines, each a ring without a link of its own: with one VC for both they close the ring together.
        self.write("two.edges", edges(("0", ring[:1]), ("1", ring[3:4]), ("0,1", ring[1:3] + ring[4:])))
        self.orthant(*words)
        self.assertIn("for message classes 0, 1)",
                      self.orthant(*words, "router.vcs=1", "routing.allow_deadlock=yes", expect=4).stdout)

    def test_are_kept_by_formats_that_can_hold_them(self):
        for ending in "edges", "graphml":
            self.orthant("analyze", "plain.ini", "--graph", f"back.{ending}", "-o", f"{ending}.csv", "-q")
            self.assertEqual(self.row("run", "c.ini", f"topology.file=back.{ending}"), self.row("run", "c.ini"))
        self.assertIn(" classes=1\n", self.text("back.edges"))
        self.assertIn("links carry certain message classes, which anynet cannot say; allowed: .edges, .graphml",
                      self.refused("analyze", "plain.ini", "--graph", "back.anynet", "-o", "x.csv", "-q"))

    def test_have_hops_of_their_own(self):
        hops = [[int(row["to"])
                 for row in self.rows_of("analyze", "plain.ini", "--hops", "1-4",
                                         f"traffic.message_class={m}")] for m in (0, 1)]
        self.assertEqual(hops[1], [4])
        self.assertIn(len(hops[0]), (3, 6))
