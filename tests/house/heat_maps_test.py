"""Heat maps of large and of long networks: names of ticks have room, cells stand in their places, lines hide no others."""

import argparse
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))
import heat_maps  # noqa: E402
import numpy as np  # noqa: E402
import pandas as pd  # noqa: E402
import plot_routers  # noqa: E402
from pictures import COLUMN_INCHES  # noqa: E402
from plot_style import paper_style  # noqa: E402


class HeatMaps(unittest.TestCase):
    def setUp(self):
        paper_style()
        self.options = argparse.Namespace(width=COLUMN_INCHES, title="64x64 torus, dor", max=None)

    def drawn(self, fig):
        self.addCleanup(heat_maps.plt.close, fig)
        fig.canvas.draw()
        return fig

    def assert_apart(self, fig, what):
        """No two names of ticks of an axis lie upon each other, and all stand in the picture."""
        renderer = fig.canvas.get_renderer()
        for panel in fig.axes:
            for axis, low, high in ((panel.xaxis, "x0", "x1"), (panel.yaxis, "y0", "y1")):
                ends = [(getattr(box, low), getattr(box, high)) for label in axis.get_ticklabels() if label.get_visible() and label.get_text()
                        for box in [label.get_window_extent(renderer)]]
                view = sorted(axis.get_view_interval())
                ends = sorted(end for end, place in zip(ends, axis.get_ticklocs()) if view[0] <= place <= view[1])
                for before, after in zip(ends, ends[1:]):
                    self.assertLess(before[1], after[0], what)

    def test_names_of_ticks_have_room(self):
        for radices in ([64, 64], [128, 96], [100, 8], [8, 100], [300, 4], [4, 4], [16, 16, 16], [32, 32, 32], [8, 8, 32], [64]):
            width, height, depth = [*radices, 1, 1][:3]
            values = np.random.default_rng(1).random((2 * len(radices), depth, height, width))
            self.assert_apart(self.drawn(heat_maps.planes(values, "utilization", argparse.Namespace(**vars(self.options)))), radices)
            if len(radices) == 2:
                self.assert_apart(self.drawn(plot_routers.figure(values[0, 0], "picojoules", self.options)), radices)

    def test_low_maps_have_the_whole_width(self):
        fig = self.drawn(heat_maps.planes(np.ones((4, 1, 8, 100)), "utilization", self.options))
        self.assertEqual([panel.get_subplotspec().colspan.stop for panel in fig.axes[:4]], [1] * 4)
        self.assertGreater(fig.axes[0].get_window_extent().width, 0.6 * fig.bbox.width)

    # Of 32 planes some are shown, whose cells are square; the largest value stands in another one.
    def test_of_many_planes_some_are_shown(self):
        values = np.full((6, 32, 32, 32), 0.2)
        values[0, 17, 3, 3] = 0.9
        fig = self.drawn(heat_maps.planes(values, "utilization", self.options))
        panel = fig.axes[0]
        self.assertEqual((panel.get_title(), panel.get_aspect()), ("+x\nmean 0.20\nmax 0.90\nat z = 17", 1))
        self.assertEqual([text.get_text() for text in panel.get_yticklabels()], ["0", "6", "12", "19", "25", "31"])
        self.assertEqual(fig._suptitle.get_text(), "64x64 torus, dor\n6 of 32 planes; mean and max are of all")

    # Of five nodes, 1 and 3 sent nothing, and 0 and 2 received nothing.
    def test_nodes_without_flows_keep_their_places(self):
        table = pd.DataFrame({"source": [0, 2, 4], "destination": [1, 4, 3], "packets": [5, 6, 7]})
        image = self.drawn(heat_maps.pairs_figure(table, "packets", self.options)).axes[0].images[0].get_array()
        self.assertEqual(image.shape, (5, 5))
        self.assertEqual([image[0, 1], image[2, 4], image[4, 3]], [5, 6, 7])
        self.assertEqual(int(image.count()), 3)

    def network(self, routers):
        """A ring whose first link is the busiest."""
        rows = [(r, 0, (r + 1) % routers, 1.0 if r == 0 else 0.1) for r in range(routers)]
        table = pd.DataFrame(rows, columns=["from", "from_port", "to", "value"]).set_index(["from", "from_port"])
        axes = self.drawn(heat_maps.drawn_network(table, "utilization", self.options)).axes[0]
        dots = [found for found in axes.collections if len(found.get_offsets()) == routers]
        lines = next(found for found in axes.collections if found not in dots)
        return len(dots), set(np.round(lines.get_linewidths(), 3))

    def test_lines_of_large_networks_hide_no_busy_link(self):
        self.assertEqual(self.network(32), (1, {2.0}))
        self.assertEqual(self.network(200), (1, {0.8}))
        self.assertEqual(self.network(512), (0, {0.2, 0.8}))


if __name__ == "__main__":
    unittest.main()
