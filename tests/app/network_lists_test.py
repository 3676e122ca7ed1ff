"""`orthant analyze --map` and `--hops`: ports and their neighbours, and the hops of packets of a
pair of nodes."""

from command import Command

MESH = ("topology.kind=mesh", "topology.dimensions=3x2", "topology.nodes_per_router=2")


class NetworkLists(Command):
    def listed(self, *words):
        return self.rows_of("analyze", "c.ini", *words)

    # Router = x + 3y; ports 0 to 3 lead to +x, -x, +y, -y, those at the edge are absent; then nodes 2r and 2r + 1.
    def test_the_map_of_a_mesh_is_that_of_its_coordinates(self):
        rows = self.listed("--map", *MESH)
        for router in range(6):
            x, y = router % 3, router // 3
            own = [row for row in rows if row["router"] == str(router)]
            self.assertEqual({row["coordinates"] for row in own}, {f"{x} {y}"})
            there = {0: (x + 1, y, "+x"), 1: (x - 1, y, "-x"), 2: (x, y + 1, "+y"), 3: (x, y - 1, "-y")}
            expected = [(str(port), word, str(u + 3 * v), str(port ^ 1)) for port, (u, v, word) in there.items() if 0 <= u < 3 and 0 <= v < 2]
            self.assertEqual([(row["port"], row["direction"], row["to"], row["to_port"]) for row in own if row["to"]], expected)
            self.assertEqual([(row["port"], row["node"]) for row in own if row["node"]], [("4", str(2 * router)), ("5", str(2 * router + 1))])
        channels = [int(row["channel"]) for row in rows if row["channel"]]
        self.assertEqual(sorted(channels), list(range(2 * (2 * 2 + 3))))

    def test_the_map_of_a_graph_has_the_names_of_its_file(self):
        self.write("g.graphml", '<?xml version="1.0"?>\n<graphml><key id="n" for="node" attr.name="name"/><graph edgedefault="undirected">'
            '<node id="b"><data key="n">bern</data></node><node id="a"><data key="n">aarau</data></node><edge source="a" target="b"/></graph></graphml>\n')
        rows = self.listed("--map", "topology.kind=graph", "topology.file=g.graphml", "routing.algorithm=up_down")
        self.assertEqual([(row["router"], row["router_name"], row["port"], row["direction"], row["node"], row["to"]) for row in rows],
                         [("0", "bern", "0", "", "", "1"), ("0", "bern", "1", "", "0", ""), ("1", "aarau", "0", "", "", "0"), ("1", "aarau", "1", "", "1", "")])

    def test_the_map_needs_no_routing(self):
        self.write("bare.ini", "[topology]\nkind = torus\ndimensions = 4\n")
        self.assertEqual(len(self.rows_of("analyze", "bare.ini", "--map")), 12)

    # Every packet of the pair makes each of the four hops of a minimal path, so the shares of
    # a hop sum to 1.
    def test_hops_of_an_oblivious_routing_have_their_shares(self):
        rows = self.listed("--hops", "0-10", "routing.algorithm=o1turn", "topology.dimensions=4x4", "router.vcs=4")
        for hop in range(4):
            self.assertAlmostEqual(sum(float(row["share"]) for row in rows if row["hop"] == str(hop)), 1)
        first = {(row["direction"], float(row["share"])) for row in rows if row["hop"] == "0"}
        # Offset of half a ring in both dimensions.
        self.assertEqual({word for word, _ in first}, {"+x", "-x", "+y", "-y"})

    # From (0,0) to (2,1) of a mesh: adaptive VCs offer every productive direction, the escape
    # VC x before y.
    def test_hops_of_an_adaptive_routing_are_its_candidates(self):
        mesh = (*MESH[:2], "topology.nodes_per_router=1", "routing.algorithm=minimal_adaptive", "router.vcs=2")
        rows = self.listed("--hops", "0-5", *mesh)
        ways = {}
        for row in rows:
            self.assertEqual(row["share"], "")
            ways.setdefault((row["hop"], row["coordinates"], row["escape"]), []).append(row["direction"])
        self.assertEqual(ways, {("0", "0 0", "no"): ["+x", "+y"], ("0", "0 0", "yes"): ["+x"],
                                ("1", "1 0", "no"): ["+x", "+y"], ("1", "1 0", "yes"): ["+x"],
                                ("1", "0 1", "no"): ["+x"], ("1", "0 1", "yes"): ["+x"],
                                ("2", "2 0", "no"): ["+y"], ("2", "2 0", "yes"): ["+y"],
                                ("2", "1 1", "no"): ["+x"], ("2", "1 1", "yes"): ["+x"]})

    def test_files_say_how_they_were_made(self):
        self.orthant("analyze", "c.ini", "--hops", "0-5", "-o", "hops.csv", "-q")
        self.assertIn("\n; analyze --hops=0-5\n", self.text("hops.csv.ini"))
        self.orthant("analyze", "hops.csv.ini", "--hops=0-5", "-o", "again.csv", "-q")
        self.assertEqual(self.text("hops.csv"), self.text("again.csv"))
