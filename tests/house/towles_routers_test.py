"""Tests of scripts/towles_routers.py: which load a search ends at, and that it simulates no point twice."""

import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))
import towles_routers  # noqa: E402
from towles_routers import NOT_SATURATED, STABLE  # noqa: E402


class Simulated(towles_routers.Search):
    """Stable up to a load of 0.5, unfinished up to 0.6, then saturated."""

    def __init__(self, folder):
        super().__init__(folder, "loads", ("routing", "step"))
        self.loads = []

    def simulate(self, config, keys):
        load = float(keys[-1].removeprefix("traffic.load="))
        self.loads.append(load)
        return "stable" if load <= 0.5 else "unfinished" if load <= 0.6 else "saturated"


class TowlesRoutersTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def last_step(self, search, start, verdicts):
        return search.last_step(start, verdicts, ("dor",), "simulated", [], 0.05)

    def test_ends_at_the_last_good_load_from_below_and_from_above(self):
        for start in (6, 10, 11, 12, 13, 18):
            search = self.fresh()
            self.assertEqual(self.last_step(search, start, NOT_SATURATED), 12)
            self.assertEqual(self.last_step(search, start, STABLE), 10)

    def fresh(self):
        (self.folder / "loads.csv").unlink(missing_ok=True)
        return Simulated(self.folder)

    def test_a_search_that_goes_on_simulates_no_point_again(self):
        first = self.fresh()
        self.last_step(first, 9, NOT_SATURATED)
        self.assertEqual(first.loads, [0.45, 0.5, 0.55, 0.6, 0.65])
        again = Simulated(self.folder)
        self.assertEqual(self.last_step(again, 9, NOT_SATURATED), 12)
        self.assertEqual(again.loads, [])


if __name__ == "__main__":
    unittest.main()
