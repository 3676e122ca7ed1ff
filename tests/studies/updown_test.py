"""What routers of up/down routing store, on a small network by hand."""
import pathlib
import tempfile
import unittest

from study_modules import module

memory = module("updown", "memory")
# A tree of routers 1 and 2 below 0, 3 and 4 below 1, 5 below 2, and a link beside it.
LINKS = """nodes 0 1
0 1
0 2  # a remark
1 3 2 1/2
4 1

2 5
4 5
"""


class UpdownMemoryTest(unittest.TestCase):
    def setUp(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "net.edges"
            path.write_text(LINKS, encoding="utf-8")
            self.neighbors = memory.read_links(path)
        self.children = memory.children_of_tree(self.neighbors)

    def test_reads_links_both_ways(self):
        self.assertEqual(self.neighbors, {0: {1, 2}, 1: {0, 3, 4}, 2: {0, 5}, 3: {1}, 4: {1, 5},
                                          5: {2, 4}})

    def test_the_tree_is_breadth_first(self):
        self.assertEqual(self.children, {0: [1, 2], 1: [3, 4], 2: [5], 3: [], 4: [], 5: []})

    # Clusters of two: {0, 1}, then {2, 5}, {3} and {4} below it.
    def test_a_router_stores_the_clusters_on_its_way_to_the_root(self):
        self.assertEqual(memory.stored_bits(self.children, 2),
                         ({0: 2, 1: 2, 2: 4, 5: 4, 3: 2.5, 4: 2.5}, 4))
        self.assertEqual(memory.stored_bits(self.children, 6),
                         (dict.fromkeys(range(6), 18), 1))
        self.assertEqual(memory.stored_bits(self.children, 1),
                         ({0: 0.5, 1: 1, 2: 1, 3: 1.5, 4: 1.5, 5: 1.5}, 6))

    # The paper has Q = 15 for 10^4 bits and 1,000 routers; its formula has 13 to 14.
    def test_the_formula_of_the_paper(self):
        self.assertEqual(memory.stated_bits(8, 2), 4)
        self.assertEqual(memory.stated_bits(8, 8), 0)
        bits = [memory.stated_bits(1000, 1000 / clusters) for clusters in (13, 14, 15)]
        self.assertEqual([round(value) for value in bits], [10948, 9713, 8682])


if __name__ == "__main__":
    unittest.main()
