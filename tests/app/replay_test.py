"""Collectives in the simulator from the command line: traffic.injection = schedule."""

import subprocess
import sys

from command import Command
from small_torus import TORUS

# On a line of four routers four messages cross channel 1 to 2, one stays at its node, one goes
# back.
PAIRS = "0 3\n0 2\n1 3\n1 2\n2 2\n3 0\n"
MESH = ("topology.kind=mesh", "topology.dimensions=4", "schedule.collective=file", "schedule.file=pairs.txt")


class Replay(Command):
    FILES = {"t.ini": TORUS + "[traffic]\ninjection = schedule\npacket_flits = 64\n", "pairs.txt": PAIRS}

    def rows_of(self, *words, verb="run"):
        return super().rows_of(verb, "t.ini", *words)

    def cycles(self, *words):
        row = self.row(*words)
        self.assertEqual(row["verdict"], "drained")
        return int(row["cycles"])

    def refused(self, *words, verb="run"):
        return super().refused(verb, "t.ini", *words)

    def test_takes_the_frames_of_the_schedule_one_after_the_other(self):
        # Every frame lasts 64 + 2 + 2 d cycles, d the most hops of its transfers (docs/timing_model.md).
        self.orthant("schedule", "t.ini", "--frames", "f.csv", "-q", "-o", "s.csv")
        most = {}
        for line in self.table("f.csv"):
            s, t = int(line["source"]), int(line["destination"])
            ring = [min((a - b) % 4, (b - a) % 4) for a, b in ((s % 4, t % 4), (s // 4, t // 4))]
            most[line["frame"]] = max(most.get(line["frame"], 0), sum(ring))
        expected = sum(64 + 2 + 2 * hops for hops in most.values())
        self.assertEqual(self.cycles("schedule.frames_file=f.csv"), expected)
        self.assertEqual(self.cycles("schedule.frames_file=f.csv", "router.switching=virtual_cut_through",
                                     "router.buffer_flits=64"), expected)
        # Without a file the run solves the schedule: 15 frames of 1 to 4 hops.
        self.assertEqual(len(most), 15)
        self.assertIn(self.cycles(), range(15 * 68, 15 * 74 + 1))

    def test_finds_the_same_where_the_limit_ends_the_search(self):
        # The limit ends the search for this mesh; the best schedule found must not depend
        # on the clock.
        words = ("topology.kind=mesh", "topology.dimensions=7x7", "schedule.time_limit_seconds=0.3", "schedule.barrier=no")
        done = self.orthant("run", "t.ini", *words, "--format", "csv")
        self.assertIn("the schedule is not liquid: ", done.stderr)
        self.assertNotIn("not read", done.stderr)
        row, = self.rows(done.stdout)
        burners = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(4)]
        try:
            self.assertEqual(self.cycles(*words), int(row["cycles"]))
        finally:
            for burner in burners:
                burner.kill()
                burner.wait()

    def test_leaves_the_fields_of_a_load_empty(self):
        row = self.row("traffic.message_packets=3")
        self.assertEqual((row["pattern"], row["injection"], row["load"], row["load_unit"], row["packets"]),
                         ("all_to_all", "schedule", "", "", "720"))
        # Flits per sending node and cycle.
        self.assertAlmostEqual(float(row["accepted_flits"]), 15 * 3 * 64 / int(row["cycles"]))

    def test_is_never_faster_than_the_busiest_channel(self):
        # 4x4 torus: the channels of a node have 15 messages. 4x4 mesh: the middle channels of a row have 2 x 2 x 4 = 16.
        for network, duration in ((), 15), (("topology.kind=mesh",), 16), (MESH, 4):
            for order in "liquid", "round_robin", "random":
                for barrier in "yes", "no":
                    cycles = self.cycles(*network, f"schedule.order={order}", f"schedule.barrier={barrier}")
                    self.assertGreater(cycles, duration * 64, (network, order, barrier))

    def test_in_other_orders_is_no_faster_on_a_mesh(self):
        liquid = self.cycles("topology.kind=mesh")
        self.assertLessEqual(liquid, 16 * (64 + 2 + 2 * 6))
        for order in "round_robin", "random":
            self.assertGreater(self.cycles("topology.kind=mesh", f"schedule.order={order}"), liquid)

    def test_without_a_barrier_sends_everything_and_counts_from_the_start(self):
        for order in "liquid", "round_robin", "random":
            row = self.row(f"schedule.order={order}", "schedule.barrier=no")
            self.assertEqual((row["verdict"], row["packets"], row["latency_max"]), ("drained", "240", row["cycles"]))

    def test_rolling_schedules_never_wait_in_the_network(self):
        # Every message has its channels to itself: 64 + 2 + 2 d cycles for d hops, whatever the order.
        for order in "liquid", "round_robin", "random":
            for delays in ((), ("router.routing_delay_cycles=2", "router.vc_allocation_delay_cycles=1",
                                "channel.latency_cycles=3", "router.buffer_flits=32")):
                words = (f"schedule.order={order}", "schedule.barrier=rolling", *delays)
                row = self.row(*words)
                per_router, channel = (4, 3) if delays else (1, 1)
                hops = float(row["hops_mean"])
                expected = 64 - 1 + 1 + 1 + (hops + 1) * per_router + hops * channel
                self.assertAlmostEqual(float(row["latency_mean"]), expected, places=9)
                self.assertEqual((row["verdict"], row["packets"]), ("drained", "240"))

    def test_rolling_frames_overlap_and_repeat(self):
        self.orthant("schedule", "t.ini", "--frames", "f.csv", "-q", "-o", "s.csv")
        words = ("schedule.frames_file=f.csv", "schedule.barrier=rolling")
        behind, rolling = self.cycles("schedule.frames_file=f.csv"), self.cycles(*words)
        self.assertLess(rolling, behind)
        self.orthant("schedule", "t.ini", "--frames", "g.csv", "schedule.repetitions=3", "-q", "-o", "r.csv")
        row, = self.rows_of("schedule.frames_file=g.csv", "schedule.barrier=rolling", "schedule.repetitions=3")
        self.assertEqual(row["packets"], "720")
        self.assertGreater(int(row["cycles"]), 3 * 15 * 64)
        self.assertLess(int(row["cycles"]), 3 * behind)

    def test_rolling_schedules_need_buffers_of_a_credit_loop(self):
        row, = self.rows_of("schedule.barrier=rolling", "router.switching=virtual_cut_through", "router.buffer_flits=67")
        self.assertEqual(row["latency_max"], "74")  # 64 + 2 + 2 * 4 hops

    def test_draws_a_random_order_from_the_seed(self):
        rows = self.rows_of("schedule.order=random", "run.repetitions=3")
        self.assertEqual([row["seed"] for row in rows], ["1", "2", "3"])
        self.assertEqual(len({row["cycles"] for row in rows}), 3)
        again = self.row("schedule.order=random", "run.seed=2")
        self.assertEqual(again, rows[1])

    def test_sweeps_and_goes_on_where_it_was(self):
        words = ("schedule.order=liquid,round_robin", "schedule.barrier=yes,no", "traffic.packet_flits=16,32")
        rows = self.rows_of(*words, verb="sweep")
        self.assertEqual(len(rows), 8)
        self.assertEqual({row["schedule.order"] for row in rows}, {"liquid", "round_robin"})
        for _ in range(2):
            self.orthant("sweep", "t.ini", *words, "-q", "-o", "s.csv")
            self.assertEqual(self.table("s.csv"), rows)

    def test_sends_to_the_own_node_through_the_router(self):
        row = self.row(*MESH)
        self.assertEqual((row["verdict"], row["packets"], row["dimensions"]), ("drained", "6", "4"))
        self.assertIn("traffic.self: no, but node 2 sends to itself; allowed: yes, or other transfers",
                      self.refused(*MESH, "traffic.self=no"))

    def test_refuses_frames_of_other_transfers(self):
        self.orthant("schedule", "t.ini", "--frames", "f.csv", "-q", "-o", "s.csv")
        lines = self.text("f.csv").splitlines()

        def judged(text):
            self.write("g.csv", "\n".join(text) + "\n")
            return self.refused("schedule.frames_file=g.csv")

        allowed = "; allowed: a schedule of these transfers, as orthant schedule --frames writes it"
        self.assertIn("schedule.frames_file: g.csv: transfer ", judged(lines[:-1]))
        self.assertIn(" missing" + allowed, judged(lines[:-1]))
        self.assertIn(" repeated, in frames 14 and 14" + allowed, judged(lines + lines[-1:]))
        self.assertIn("schedule.frames_file: g.csv:242: 3 sends nothing to 3", judged(lines + ["7,3,3"]))
        self.assertIn(" congest at link ", judged([line.replace("14,", "13,", 1) if line.startswith("14,") else line
                                                   for line in lines]))

    def test_is_checked_with_the_routes_that_are_simulated(self):
        done = self.orthant("check", "t.ini", "routing.ties=split", "run.until=window")
        self.assertIn("deadlock_free", done.stdout)
        self.assertIn("channel_limit_flits", done.stdout)
        self.assertNotIn("load is given", done.stdout)
        self.assertIn("not read by this run: run.until", done.stdout)
        self.assertNotIn("routing.ties\n", done.stdout)
        done = self.orthant("run", "t.ini", "--format", "csv")
        self.assertEqual(done.stderr.count("routing.ties = source instead of split"), 1)
