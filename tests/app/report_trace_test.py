"""Traces in the page of `orthant report`: it has what the file has, circles of waits are the knots that a run prints, and mistakes are one line."""

import json
import pathlib
import re
import unittest

from command import Command

ROOT = pathlib.Path(__file__).parents[2]
SHORT = ("run.warmup_cycles=100", "run.measure_cycles=1000", "-q", "--overwrite")
HEADER = "seed,cycle,event,packet,flit,router,port,vc,out_port,out_vc,cause,blocked_by,destination,flits"
ARRIVES = "1,5,arrive,3:0,0,3,4,0,,,,,2,4"
KNOT_PLACE = re.compile(r"  router (\d+) \(\d+,\d+\) port (\d+) .*, vc (\d+)")


class ReportTrace(Command):
    def traced(self, *words, name="t.csv"):
        self.orthant("run", "c.ini", *SHORT, f"output.trace={name}", *words)
        return self.rows(self.text(name))

    def sections(self, name="t.csv"):
        done = self.orthant("report", name, "-o", "x.html")
        self.assertEqual((done.stdout, done.stderr), ("", ""))
        data = re.search(r'<script type="application/json" id="data">(.*?)</script>', self.text("x.html"), re.DOTALL)[1]
        return json.loads(data)["sections"]

    def refuse(self, rows, message, header=HEADER):
        (self.folder / "b.csv").write_text("\n".join([header, *rows]) + "\n")
        done = self.orthant("report", "b.csv", "-o", "x.html", expect=2)
        self.assertEqual((done.stdout, done.stderr), ("", f"orthant: error: b.csv: {message}\n"))

    def test_the_page_holds_the_events_of_the_file(self):
        rows = self.traced()
        trace, = self.sections()
        events, packets = trace["events"], trace["packets"]
        self.assertEqual(len(events["cycle"]), len(rows))
        for column in ("cycle", "flit", "router", "port", "vc", "out_port", "out_vc"):
            self.assertEqual(events[column], [int(row[column] or -1) for row in rows], column)
        self.assertEqual([trace["event_names"][kind] for kind in events["event"]], [row["event"] for row in rows])
        self.assertEqual([packets[packet] for packet in events["packet"]], [row["packet"] for row in rows])
        self.assertEqual([packets[packet] if packet >= 0 else "" for packet in events["by"]], [row["blocked_by"] for row in rows])
        self.assertEqual({packets[i]: flits for i, flits in enumerate(trace["flits"]) if flits}, {row["packet"]: 4 for row in rows})
        self.assertIn("<p class=soft>1 file, ", self.text("x.html"))
        self.assertIn(f"The first 200 of {len(rows)} rows", self.text("x.html"))

    # A flit that departs through a port is next seen to arrive at the other end of it.
    def test_the_network_is_the_one_on_which_flits_moved(self):
        for words, routers, links in ((("topology.dimensions=4x4",), 16, 64), (("topology.kind=mesh", "topology.dimensions=3x2"), 6, 14),
                                      (("topology.dimensions=4x2x3", "router.vcs=4"), 24, 96 + 24),
                                      (("topology.kind=hypercube", "topology.dimensions=2x2x2"), 8, 24),
                                      (("topology.dimensions=3x3x3x3", "router.vcs=4"), 81, 81 * 8)):
            rows = self.traced("trace.to_cycle=200", *words)
            network = self.sections()[0]["network"]
            self.assertEqual((network["routers"], len(network["links"])), (routers, links), words)
            drawn = {(link[0], link[1]): link[2:] for link in network["links"]}
            left = {}
            for row in rows:
                flit = row["packet"], row["flit"]
                if row["event"] == "arrive" and flit in left:
                    self.assertEqual(drawn[left[flit]], [int(row["router"]), int(row["port"])], (words, row))
                left.pop(flit, None)
                if row["event"] == "depart":
                    left[flit] = int(row["router"]), int(row["out_port"])

    # Of the links of a graph the file knows those that packets took.
    def test_a_graph_is_drawn_as_far_as_packets_went(self):
        (self.folder / "g.edges").write_text("0 1\n1 2\n2 0\n")
        config = self.text("c.ini").replace("kind = torus\ndimensions = 4x4", "kind = graph\nfile = g.edges").replace("dor", "up_down")
        (self.folder / "c.ini").write_text(config)
        self.traced("traffic.load_unit=flits")
        network = self.sections()[0]["network"]
        self.assertEqual((network["ids"], network["radices"], network["learned"]), ([0, 1, 2], [], True))
        self.assertEqual(sorted((link[0], link[2]) for link in network["links"]), [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)])

    def test_says_which_packets_are_traced(self):
        self.traced()
        self.assertIn("so these are all packets.", self.sections()[0]["words"])
        self.traced("trace.one_in=4", "trace.from_cycle=150")
        self.assertIn("This file has those of trace.from_cycle = 150, trace.one_in = 4.", self.sections()[0]["words"])
        (self.folder / "t.csv.ini").unlink()
        trace, = self.sections()
        self.assertIn("Nothing says which ones, since FILE.ini is missing.", trace["words"])
        self.assertEqual(trace["network"]["radices"], [])
        self.traced("run.repetitions=2")
        trace, = self.sections()
        self.assertIn("Of several seeds the first is shown.", trace["words"])
        self.assertEqual(len(trace["events"]["cycle"]), sum(row["seed"] == "7" for row in self.rows(self.text("t.csv"))))

    # A buffer of a knot holds a packet in front that cannot move; the packets of a circle hold these buffers and no others.
    def test_circles_of_waits_are_the_knots_that_a_run_prints(self):
        done = self.orthant("run", str(ROOT / "configs" / "deadlock.ini"), "run.deadlock_cycles=300", "output.trace=t.csv", "-v", expect=4)
        knots = []
        for line in done.stderr.splitlines():
            if line.startswith("knot of "):
                knots.append(set())
            elif place := KNOT_PLACE.fullmatch(line):
                knots[-1].add(tuple(map(int, place.groups())))
        words, found = self.sections()
        self.assertEqual((words["kind"], found["kind"], len(knots)), ("words", "knot", 7))
        self.assertRegex(words["words"], r"^Not animated: \d{6} events; at most 300000 are\.")
        held, columns = {}, found["events"]
        names = [found["event_names"][event] for event in columns["event"]]
        for name, packet, *place in zip(names, columns["packet"], columns["router"], columns["port"], columns["vc"]):
            if name in ("arrive", "blocked"):
                held.setdefault(packet, set()).add(tuple(place))
        self.assertCountEqual([set().union(*(held[packet] for packet in circle)) for circle in found["circles"]], knots)
        # Each packet of a circle waits for the next one.
        by = {packet: who for packet, flit, who in zip(columns["packet"], columns["flit"], columns["by"]) if flit == 0}
        for circle in found["circles"]:
            self.assertEqual([by[packet] for packet in circle], circle[1:] + circle[:1])

    def test_what_is_too_large_to_draw_says_so(self):
        (self.folder / "b.csv").write_text("\n".join([HEADER, *(f"1,5,arrive,3:{router},0,{router},4,0,,,,,2,4" for router in range(1501))]))
        section, = self.sections("b.csv")
        self.assertEqual(section["words"], "Not drawn: 1501 routers; at most 1500 are.")

    def test_broken_traces_are_one_line(self):
        def changed(**cells):
            row = dict(zip(HEADER.split(","), ARRIVES.split(",")))
            return ",".join((row | cells).values())
        self.refuse([], "no rows; allowed: one or more")
        self.refuse([ARRIVES], "column 'vc' is missing; allowed: a file of output.trace", HEADER.replace(",vc,", ",vx,"))
        self.refuse([ARRIVES, ARRIVES + ",1"], "row 2 has 15 cells; allowed: 14, as the header has")
        self.refuse([changed(event="leap")], "row 1: event is 'leap'; allowed: birth, inject, arrive, route, vc_allocated, blocked, switch_won, "
                                             "depart, eject")
        self.refuse([changed(cycle="soon")], "row 1: cycle is 'soon'; allowed: a number from 0 on")
        self.refuse([changed(cycle="nan")], "row 1: cycle is 'nan'; allowed: a number from 0 on")
        self.refuse([changed(cycle="1e400")], "row 1: cycle is '1e400'; allowed: a number from 0 on")
        self.refuse([ARRIVES, changed(cycle="4")], "row 2: cycle 4 after cycle 5; allowed: the order of cycles, as orthant writes it")
        self.refuse([changed(packet="3")], "row 1: packet is '3'; allowed: SOURCE:NUMBER")
        self.refuse([changed(router="-1")], "row 1: router is '-1'; allowed: a whole number from 0 on")
        self.refuse([changed(router="9" * 5000)], f"row 1: router is '{'9' * 5000}'; allowed: a whole number from 0 on")
        self.refuse([changed(flit="")], "row 1: flit is ''; allowed: a whole number from 0 on")
        self.refuse([changed(out_vc="x")], "row 1: out_vc is 'x'; allowed: a whole number from 0 on")
        self.refuse([changed(flit="4")], "row 1: flit 4 of a packet of 4; allowed: flits below the length")
        self.refuse([ARRIVES, changed(flits="5")], "row 2: flits is 5; allowed: 4, as before of packet 3:0")
        self.refuse([changed(port="")], "row 1: arrive without port; allowed: a file of output.trace")
        queued = "packets in output-queued routers; allowed on a page: input-queued ones (orthant plot draws both)"
        self.refuse([changed(vc="")], queued)
        self.refuse([changed(event="blocked", cause="refused")], queued)
        causes = "behind, no_vc, lost_vc, no_credit, lost_switch, channel_busy, injection_limit, marked_slot, node_full, of blocked alone"
        self.refuse([changed(event="blocked", cause="bored")], f"row 1: cause of blocked is 'bored'; allowed: {causes}")
        self.refuse([changed(cause="no_vc")], f"row 1: cause of arrive is 'no_vc'; allowed: {causes}")
        self.refuse([changed(event="blocked", cause="no_vc", blocked_by="who")], "row 1: blocked_by is 'who'; allowed: SOURCE:NUMBER")


if __name__ == "__main__":
    unittest.main()
