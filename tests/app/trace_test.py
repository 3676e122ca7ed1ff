"""Events of single packets: output.trace, the keys of trace, CSV and JSON."""

import json
import os

from command import Command
from small_torus import RING

COLUMNS = "seed,cycle,event,packet,flit,router,port,vc,out_port,out_vc,cause,blocked_by,destination,flits".split(",")
SHORT = ("run.warmup_cycles=100", "run.measure_cycles=600", "traffic.load=0.5")
# Configs with specialised code paths: a trace must not change the results of any.
KINDS = (
    (),
    ("routing.algorithm=val", "router.vcs=4"),
    ("routing.algorithm=minimal_adaptive", "router.vcs=3", "router.selection=most_free"),
    ("routing.algorithm=o1turn", "router.vcs=4", "router.switching=virtual_cut_through", "router.buffer_flits=8"),
    ("router.switching=store_and_forward", "router.switch_hold=packet", "router.buffer_flits=8"),
    ("router.switching=virtual_cut_through", "router.flow_control=bubble", "router.vcs=1", "router.buffer_flits=16"),
    ("router.switching=virtual_cut_through", "router.flow_control=critical_bubble", "router.vcs=1", "router.buffer_flits=8"),
    ("router.routing_delay_cycles=1", "router.vc_allocation_delay_cycles=1", "router.switch_allocation_delay_cycles=1"),
    ("router.vc_allocation_delay_cycles=1", "router.switch_allocation_delay_cycles=1", "router.speculative=yes"),
    ("channel.bandwidth=2/3", "channel.latency_cycles=3"),
    ("channel.bandwidth=2", "router.speedup=2"),
    ("channel.ejection=immediate", "router.allocator=wavefront"),
    ("router.arbitration=random", "router.allocator_iterations=2", "traffic.packet_flits=1:0.5 6:0.5"),
)


class Trace(Command):
    def traced(self, *words, name="t.csv"):
        self.orthant("run", "c.ini", *words, f"output.trace={name}", "-q", "--overwrite")
        return self.table(name)

    def messages(self, config, *lines):
        """The events of messages time,source,destination,flits."""
        self.write("c.ini", RING + config)
        self.write("p.csv", "time,source,destination,bytes,after\n" + "".join(f"{line},\n" for line in lines))
        return self.traced()

    def cycles(self, rows, event, flit=0):
        return [int(row["cycle"]) for row in rows if row["event"] == event and row["flit"] == str(flit)]

    def test_follows_the_three_packets_of_the_life_of_a_flit(self):
        rows = self.messages("", "0,0,2,1")
        self.assertEqual(list(rows[0])[:len(COLUMNS)], COLUMNS)
        for event, cycles in (("birth", [0]), ("inject", [0]), ("arrive", [1, 3, 5]), ("route", [1, 3, 5]),
                              ("vc_allocated", [1, 3, 5]), ("switch_won", [1, 3, 5]), ("depart", [2, 4, 6]), ("eject", [7])):
            self.assertEqual(self.cycles(rows, event), cycles, event)
        self.assertEqual(len(rows), 18)
        self.assertEqual({row["packet"] for row in rows}, {"0:0"})
        self.assertEqual([row["router"] for row in rows if row["event"] == "arrive"], ["0", "1", "2"])
        rows = self.messages("[channel]\nlatency_cycles = 2\n[router]\nrouting_delay_cycles = 1\nvc_allocation_delay_cycles = 1\n"
                             "switch_allocation_delay_cycles = 1\n", "0,0,1,3")
        for flit in range(3):
            for event, cycles in (("inject", [0]), ("arrive", [1, 7]), ("switch_won", [3, 9]), ("eject", [12])):
                self.assertEqual(self.cycles(rows, event, flit), [cycle + flit for cycle in cycles], event)
        rows = self.messages("[router]\nswitching = store_and_forward\n", "0,0,1,3")
        for flit in range(3):
            for event, cycles in (("inject", [0]), ("arrive", [1, 5]), ("switch_won", [3, 7]), ("eject", [9])):
                self.assertEqual(self.cycles(rows, event, flit), [cycle + flit for cycle in cycles], event)

    def test_names_the_packet_that_blocks(self):
        # At router 1 the packet of node 1 holds the only VC of its class from cycle 1 to 4 (no dateline is crossed).
        rows = self.messages("[router]\nvcs = 2\n", "0,0,2,4", "0,1,2,4")
        blocked, = [row for row in rows if row["event"] == "blocked"]
        self.assertEqual([blocked[name] for name in ("cycle", "packet", "router", "cause", "blocked_by")],
                         ["3", "0:0", "1", "no_vc", "1:0"])
        self.assertEqual(self.cycles([row for row in rows if row["packet"] == "0:0"], "vc_allocated"), [1, 5, 7])

    def test_changes_no_result(self):
        for words in KINDS:
            with self.subTest(words):
                plain = self.orthant("run", "c.ini", *SHORT, *words, "-q", "output.packets=p.csv", "--overwrite").stdout
                packets = self.text("p.csv")
                traced = self.orthant("run", "c.ini", *SHORT, *words, "-q", "output.packets=p.csv", "output.trace=t.csv",
                                      "--overwrite").stdout
                self.assertEqual(traced, plain)
                self.assertEqual(self.text("p.csv"), packets)
                self.assertGreater(len(self.text("t.csv")), 10000)

    def test_agrees_with_output_packets(self):
        rows = self.traced(*SHORT, "output.packets=p.csv")
        tails = {row["packet"]: row["cycle"] for row in rows if row["event"] == "eject" and int(row["flit"]) + 1 == int(row["flits"])}
        generated = {row["packet"]: row["cycle"] for row in rows if row["event"] == "birth"}
        packets = self.table("p.csv")
        self.assertGreater(len(packets), 500)
        for packet in packets:
            self.assertEqual((generated[packet["packet"]], tails[packet["packet"]]), (packet["birth"], packet["arrival"]))
        numbers = {}
        for packet in generated:
            source, number = packet.split(":")
            numbers.setdefault(source, []).append(int(number))
        for source, own in numbers.items():
            self.assertEqual(own, list(range(len(own))), source)

    def test_is_the_same_on_any_number_of_threads(self):
        words = (*SHORT, "run.repetitions=2", "output.packets=p.csv")
        self.traced(*words, "-j", "1")
        trace, packets = self.text("t.csv"), self.text("p.csv")
        self.traced(*words, "--threads-per-run", "3", "-j", "2")
        self.assertEqual((self.text("t.csv"), self.text("p.csv")), (trace, packets))
        self.assertEqual({row["seed"] for row in self.rows(trace)}, {"7", "8"})
        self.orthant("run", "c.ini", *words, "--threads-per-run", "3", "-q", "--overwrite")  # without a trace
        self.assertEqual(self.text("p.csv"), packets)

    def test_is_in_the_order_of_cycles_and_routers(self):
        places = [(float(row["cycle"]), int(row["router"])) for row in self.traced(*SHORT)]
        self.assertEqual(places, sorted(places))

    def test_filters(self):
        everything = self.traced(*SHORT)

        def expect(holds, *words):
            self.assertEqual(self.traced(*SHORT, *words), [row for row in everything if holds(row)])

        expect(lambda row: row["packet"] in ("3:1", "5:0"), "trace.packets=3:1 5:0")
        expect(lambda row: row["packet"].split(":")[0] in ("3", "5"), "trace.source=3 5")
        expect(lambda row: row["destination"] == "4", "trace.destination=4")
        expect(lambda row: 200 <= int(row["cycle"]) <= 250, "trace.from_cycle=200", "trace.to_cycle=250")
        expect(lambda row: int(row["packet"].split(":")[1]) % 4 == 0, "trace.one_in=4")
        expect(lambda row: row["packet"].split(":")[0] == "3" and row["destination"] == "4" and int(row["cycle"]) >= 200,
               "trace.source=3", "trace.destination=4", "trace.from_cycle=200")

    def test_names_packets_without_events(self):
        done = self.orthant("run", "c.ini", *SHORT, "output.trace=t.csv", "trace.packets=3:1 3:99999 4:88888", "-q")
        self.assertEqual(done.stderr, "orthant: warning: output.trace: seed 7: nothing happened in these cycles to the packets "
                                      "3:99999 4:88888\n")
        self.assertEqual({row["packet"] for row in self.table("t.csv")}, {"3:1"})

    def test_reads_no_filter_without_a_trace(self):
        done = self.orthant("run", "c.ini", *SHORT, "trace.source=3", "-q")
        self.assertEqual(done.stderr, "orthant: warning: not read by this run: trace.source\n")

    def test_joins_with_the_operations_of_a_workload(self):
        self.write("c.ini", RING.replace("file = p.csv\nformat = csv", "kind = allreduce\nbytes = 64") +
                                           "packet_flits = 3\n")
        rows = self.traced("output.operations=o.csv")
        operations = {(row["rank"], row["operation"]): row for row in self.table("o.csv")}
        generated = [row for row in rows if row["event"] == "birth"]
        self.assertGreater(len(generated), 50)
        for row in generated:
            send = operations[row["rank"], row["operation"]]
            receive = operations[row["to_rank"], row["to_operation"]]
            self.assertEqual((send["operation_kind"], send["peer"], send["start"]), ("send", row["to_rank"], row["cycle"]))
            self.assertEqual((receive["operation_kind"], receive["peer"]), ("recv", row["rank"]))
        last = {}
        for row in rows:
            if row["event"] == "eject":
                last[row["to_rank"], row["to_operation"]] = row["cycle"]
        for key, cycle in last.items():
            self.assertEqual(operations[key]["message_arrival"], cycle)

    def check_json(self, name):
        events = json.loads(self.text(name))
        open_slices, last = {}, {}
        for event in events:
            for member in ("ph", "ts", "pid", "tid", "name"):
                self.assertIn(member, event)
            self.assertIn(event["ph"], "MXBEi")
            thread = event["pid"], event["tid"]
            if event["ph"] == "X":
                self.assertGreater(event["dur"], 0)
            if event["ph"] == "B":
                self.assertLess(max(event["args"].values()), 64)  # port and VC
            if event["ph"] in "BE":
                self.assertGreaterEqual(event["ts"], last.get(thread, 0))
                last[thread] = event["ts"]
                open_slices[thread] = open_slices.get(thread, 0) + (1 if event["ph"] == "B" else -1)
                self.assertIn(open_slices[thread], (0, 1))
        self.assertEqual(set(open_slices.values()) - {0}, set())
        return events

    def test_writes_what_trace_viewers_read(self):
        self.orthant("run", "c.ini", *SHORT, "output.trace=t.json", "-q")
        events = self.check_json("t.json")
        names = {event["name"] for event in events}
        self.assertLessEqual({"in the source", "on the channel", "waits for a VC", "waits for the switch", "tail follows",
                              "router 3", "process_name", "thread_name"}, names)
        rows = self.traced(*SHORT)
        self.assertEqual(sum(event["name"] == "thread_name" for event in events), len({row["packet"] for row in rows}))
        # The slices of a packet cover the time from its generation to its ejection without gaps.
        slices = [event for event in events if event["ph"] == "X" and (event["pid"], event["tid"]) == (3, 1)]
        own = [int(row["cycle"]) for row in rows if row["packet"] == "3:1"]
        self.assertEqual((slices[0]["ts"], slices[-1]["ts"] + slices[-1]["dur"]), (own[0], own[-1]))
        for before, after in zip(slices, slices[1:]):
            self.assertEqual(before["ts"] + before["dur"], after["ts"])
        # Several seeds have processes of their own.
        self.orthant("run", "c.ini", *SHORT, "run.repetitions=2", "output.trace=two.json", "-q")
        self.assertGreater({event["pid"] for event in self.check_json("two.json")}, set(range(16)))

    def test_follows_packets_through_output_queues(self):
        words = (*SHORT, "router.model=output_queued", "router.vcs=auto", "output.packets=p.csv")
        rows = self.traced(*words)
        self.assertLess({"behind", "channel_busy"}, {row["cause"] for row in rows})
        ends = {row["packet"]: row["cycle"] for row in rows if row["event"] == "eject"}
        packets = self.table("p.csv")
        self.assertGreater(len(packets), 500)
        for packet in packets:
            self.assertEqual(ends[packet["packet"]], packet["arrival"])
        self.orthant("run", "c.ini", *words[:-1], "output.trace=t.json", "-q")
        self.assertIn("waits behind a packet", {event["name"] for event in self.check_json("t.json")})

    def test_is_whole_when_the_run_is_interrupted(self):
        for name in "t.csv", "t.json":
            self.interrupted("run", "c.ini", f"output.trace={name}", "trace.one_in=10", "run.measure_cycles=1000000000", "-q",
                             until=lambda _: any(file.stat().st_size > 100_000 for file in self.folder.glob("*.tmp")))
        rows = self.table("t.csv")
        self.assertGreater(len(rows), 100)
        self.assertNotIn(None, rows[-1].values())
        self.assertGreater(len(self.check_json("t.json")), 100)
        self.assertEqual([name for name in os.listdir(self.folder) if name.endswith(".tmp")], [])

    def test_shows_what_a_deadlock_waits_for(self):
        self.write("c.ini", RING.split("[traffic]")[0] + "[router]\nvcs = 1\nbuffer_flits = 2\n[traffic]\n"
                                           "pattern = tornado\nload = 1\nload_unit = flits\npacket_flits = 8\n"
                                           "[run]\ndeadlock_cycles = 500\n")
        done = self.orthant("run", "c.ini", "routing.allow_deadlock=yes", "output.trace=t.csv", "-q", expect=4)
        self.assertIn("deadlocked", done.stdout)
        rows = self.table("t.csv")
        waits = {}
        for row in rows:
            if row["flit"] == "0":
                waits[row["packet"]] = row if row["event"] == "blocked" else None
        chain = [next(packet for packet, row in waits.items() if row and row["cause"] == "no_vc")]
        while waits.get(chain[-1]) and chain.count(chain[-1]) == 1:
            chain.append(waits[chain[-1]]["blocked_by"])
        self.assertEqual(chain.count(chain[-1]), 2, chain)  # a circle
