"""matplotlib and the page draw the same description; pictures look as printers ask."""

import json
import re
import struct

from figure_files import Figures

from orthant.figures.draw import COLOURS, draw
from orthant.figures.style import plt
from orthant.page import build

MAGIC = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}
PICTURES = ("sweep.csv", "sweep.csv --facet routing", "sweep.csv --kind bar",
            "sweep.csv --x routing --y hops_mean", "many.csv", "many.csv --logy", "limits.csv",
            "limits.csv --kind curve", "channels.csv", "cube_channels.csv", "ring_channels.csv",
            "graph_channels.csv", "histogram.csv", "packets.csv --kind tail", "flows.csv",
            "timeline.csv", "strips.csv", "energy.csv", "best.csv exact.csv",
            "exact.csv --kind bar", "policy.csv", "faults.csv --x p", "messages.csv",
            "means.csv --kind bar", "given.csv", "frames.json", "program.csv --x workload.bytes",
            "replay.csv", "operations.csv", "trace.csv", "schedule.csv")


class Drawers(Figures):
    FILES = True

    def picture(self, words):
        fig = draw(self.figure(words))
        self.addCleanup(plt.close, fig)
        return fig

    def test_every_kind_of_file_has_a_picture(self):
        for words in PICTURES:
            with self.subTest(words):
                self.assertTrue(self.picture(words).axes)
                plt.close("all")

    # The page holds what matplotlib is given: plain data, which JSON changes in nothing.
    def test_the_page_and_matplotlib_are_given_the_same(self):
        for words in PICTURES:
            figure = self.figure(words)
            self.assertEqual(json.loads(build.as_json(figure)), figure, words)
        for name in ("sweep.csv", "limits.csv", "channels.csv", "histogram.csv", "operations.csv",
                     "frames.json"):
            code, err = self.run_main("report", "x.html", name)
            self.assertEqual((code, err), (0, ""))
            text = (self.folder / "x.html").read_text(encoding="utf-8")
            data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>',
                                        text, re.DOTALL)[1])
            self.assertEqual(data["sections"][0]["views"][0]["figure"], self.figure(name))

    # A line of four points, its exit, markers filled and open: what stands in the description
    # stands in the picture.
    def test_a_curve_is_drawn_where_its_description_says(self):
        name = self.points(("dor", 2, 0.1, "stable", 10), ("dor", 2, 0.3, "stable", 12),
                           ("dor", 2, 0.4, "saturated", ""), ("val", 2, 0.1, "stable", 20))
        latency, accepted = self.picture(name).axes
        dor = next(line for line in latency.lines if line.get_linestyle() == "-")
        self.assertEqual((list(dor.get_xdata()), list(dor.get_ydata())[:2], dor.get_color(),
                          dor.get_linewidth()), ([0.1, 0.3, 0.4], [10, 12], COLOURS[0], 1))
        self.assertEqual(latency.get_ylim(), (0, 21.2))
        self.assertIn(([0.3, 0.3], [12, 21.2]),
                      [(list(line.get_xdata()), list(line.get_ydata())) for line in latency.lines])
        markers = {line.get_markerfacecolor(): list(zip(*line.get_data()))
                   for line in accepted.lines if line.get_marker() == "o"}
        self.assertEqual(markers, {COLOURS[0]: [(0.1, 0.1), (0.3, 0.3)], "white": [(0.4, 0.4)]})
        self.assertEqual([text.get_text() for text in self.picture(name).legends[0].get_texts()],
                         ["dor", "val"])

    # Luminance by the ITU's weights for red, green and blue, 0 to 255.
    def test_neighbouring_colours_stay_apart_in_print_without_colour(self):
        grey = [sum(weight * int(colour[i:i + 2], 16)
                    for i, weight in ((1, 0.299), (3, 0.587), (5, 0.114))) for colour in COLOURS]
        self.assertGreater(min(abs(a - b) for a, b in zip(grey, grey[1:])), 40)

    def test_bars_and_cells_are_drawn_where_their_description_says(self):
        name = self.points(("dor", 2, 0.1, "stable", 10), ("val", 2, 0.1, "stable", 20))
        axes, = self.picture(f"{name} --kind bar").axes
        heights = [path.vertices[:, 1].max() for collection in axes.collections
                   for path in collection.get_paths() if len(path.vertices) == 5]
        self.assertEqual(heights, [10, 20])
        self.write("f.csv", "seed,source,destination,accepted_flits\n1,0,1,0.5\n1,1,0,0.25\n")
        mesh = self.picture("f.csv").axes[0].collections[0]
        self.assertEqual(mesh.get_array().ravel().filled(-1).tolist(), [-1, 0.5, 0.25, -1])

    def test_tick_labels_do_not_overlap(self):
        rows = [(f"{routing}{more}", 2, 0.1, "stable", 10)
                for routing in ("dor", "romm", "minimal_adaptive")
                for more in ("", "_by_two_turns")]
        for words, slanted in ((self.points(*rows) + " --x routing", True),
                               ("sweep.csv --x routing", False)):
            axes = self.picture(words).axes[0]
            axes.figure.canvas.draw()
            labels = [label for label in axes.get_xticklabels() if label.get_text()]
            self.assertEqual({label.get_rotation() != 0 for label in labels}, {slanted})
            boxes = [label.get_window_extent() for label in labels]
            self.assertTrue(slanted
                            or all(left.x1 < right.x0 for left, right in zip(boxes, boxes[1:])))

    # Every picture is as wide as a column or a page, at 300 dpi.
    def test_pictures_have_the_width_of_a_column_or_of_a_page(self):
        for words in ("sweep.csv", "many.csv", "limits.csv", "channels.csv", "frames.json",
                      "operations.csv", "histogram.csv", "many.csv --size=5,3"):
            self.assertEqual(
                self.run_main("plot", "x.png",
                              *sorted(words.split(), key=lambda word: word[0] != "-"))[0], 0)
            width, = struct.unpack(">I", (self.folder / "x.png").read_bytes()[16:20])
            widths = [5] if "--size" in words else [3.5, 7.16]
            self.assertTrue(any(0.9 * inches <= width / 300 <= 1.04 * inches for inches in widths),
                            (words, width / 300))

    # IEEE and ACM require embedded TrueType fonts and text as text; equal data gives equal files.
    def test_fonts_are_embedded_and_files_are_reproducible(self):
        name = self.points(("dor", 2, 0.1, "stable", 10), ("dor", 2, 0.2, "stable", 11))
        found = {}
        for ending in (".pdf", ".svg", ".png", ".svg"):
            self.assertEqual(self.run_main("plot", f"x{ending}", "--title=50 $ or $x^2$", name),
                             (0, ""))
            before, found[ending] = found.get(ending), (self.folder / f"x{ending}").read_bytes()
            self.assertTrue(found[ending].startswith(MAGIC[ending]))
        self.assertEqual(before, found[".svg"])
        self.assertNotIn(b"/Type3", found[".pdf"])
        self.assertIn(b"/FontFile2", found[".pdf"])
        self.assertRegex(found[".svg"].decode(), "<text[^>]*>mean packet latency")
        self.assertIn(">50 $ or $x^2$</text>", found[".svg"].decode())  # no mathematics
