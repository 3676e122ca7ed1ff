"""Tests of scripts/plot_schedule.py: order of the rows, colours, words, and wrong input."""

import contextlib
import io
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))
import plot_schedule  # noqa: E402


def transfer(number, name, channels, ends=(None, None)):
    return {"transfer": number, "name": name, "source": ends[0], "destination": ends[1], "channels": channels}


def document(frames, channels, **figures):
    """Of transfers by frame and (name, load) of the channels; the largest load makes a bottleneck."""
    most = max(load for _, load in channels)
    return {"topology": "example", "dimensions": None, "routing": None, "collective": None,
            "result": {"transfers": sum(map(len, frames)), "duration": most, "verdict": "liquid", **figures},
            "channels": [{"channel": number, "name": name, "load": load, "bottleneck": load == most}
                         for number, (name, load) in enumerate(channels)],
            "frames": [{"frame": number, "transfers": frame} for number, frame in enumerate(frames)]}


# Channel 1 is the bottleneck; a and c go at the same time.
EXAMPLE = document([[transfer(0, "a->x", [0, 1]), transfer(2, "c->y", [2])], [transfer(1, "b->x", [1])]],
                   [("p", 1), ("q", 2), ("r", 1)])
# Eight nodes send to their right at once, on a ring of channels.
RING = document([[transfer(n, f"{n}->{(n + 1) % 8}", [n], (n, (n + 1) % 8)) for n in range(8)]],
                [(f"{n}-{(n + 1) % 8}", 1) for n in range(8)])


def many(channels, frames):
    """Node n sends over channel n in each frame."""
    return document([[transfer(f * channels + n, "x", [n], (n % 40, 0)) for n in range(channels)]
                     for f in range(frames)], [(str(n), frames) for n in range(channels)])


class PlotScheduleTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, text):
        path = self.folder / "frames.json"
        path.write_text(text, encoding="utf-8")
        return str(path)

    def drawn(self, data):
        schedule = plot_schedule.read_schedule(self.write(json.dumps(data)))
        fig = plot_schedule.figure(schedule, None)
        self.addCleanup(plot_schedule.plt.close, fig)
        return schedule, fig

    def test_rows_are_the_bottlenecks_then_the_others_and_cells_who_sends(self):
        schedule, fig = self.drawn(EXAMPLE)
        self.assertEqual([channel["name"] for channel in schedule.channels], ["q", "p", "r"])
        self.assertEqual(schedule.sources, ["a", "b", "c"])
        self.assertEqual(schedule.cells.tolist(), [[0, 1], [0, -1], [2, -1]])
        self.assertEqual([label.get_text() for label in fig.axes[0].get_yticklabels()], ["q  (2)", "p  (1)", "r  (1)"])

    def test_a_channel_of_several_units_has_a_row_for_each(self):
        # Channel 1 carries two at a time; channel 0 is the bottleneck, of a smaller load.
        data = document([[transfer(0, "a->x", [0, 1]), transfer(1, "b->x", [1])],
                         [transfer(2, "c->x", [0]), transfer(3, "d->x", [1])]], [("p", 2), ("q", 3)])
        for channel, capacity in zip(data["channels"], (1, 2)):
            channel |= {"capacity": capacity, "bottleneck": capacity == 1}
        schedule, _ = self.drawn(data)
        self.assertEqual([channel["name"] for channel in schedule.channels], ["p", "q", "q"])
        self.assertEqual(schedule.cells.tolist(), [[0, 2], [0, 3], [1, -1]])
        self.assertEqual(schedule.busy, 1)

    def test_cells_are_named_where_there_is_room(self):
        _, fig = self.drawn(EXAMPLE)
        self.assertEqual([text.get_text() for text in fig.axes[0].texts], ["a→x", "a→x", "c→y", "b→x", "bottlenecks"])
        self.assertEqual(len(fig.axes), 1)  # and no scale beside them
        _, fig = self.drawn(many(256, 64))
        self.assertEqual([text.get_text() for text in fig.axes[0].texts], ["all are bottlenecks"])
        self.assertEqual(fig.axes[0].get_ylabel(), "256 channels")
        self.assertEqual([label.get_text() for label in fig.axes[1].get_yticklabels()][:3], ["0", "8", "16"])

    # Frames of a few numbers of two digits on a narrow picture.
    def test_numbers_of_frames_have_room(self):
        _, fig = self.drawn(many(100, 15))
        fig.canvas.draw()
        panel = fig.axes[0]
        boxes = [text.get_window_extent() for place, text in zip(panel.get_xticks(), panel.get_xticklabels()) if -0.5 < place < 14.5]
        self.assertGreater(len(boxes), 4)
        self.assertTrue(all(before.x1 + 2 < after.x0 for before, after in zip(boxes, boxes[1:])))

    def test_the_title_says_how_long_and_how_busy(self):
        for data, title in ((EXAMPLE, "example: 3 transfers in 2 frames\nduration 2, liquid; bottlenecks busy 100% of the "
                                      "time"),
                            (document([[transfer(0, "a", [0])], []], [("p", 1)], verdict="not_liquid"),
                             "example: 1 transfer in 2 frames\nduration 1, no schedule is liquid; bottlenecks busy 50% "
                             "of the time")):
            self.assertEqual(self.drawn(data)[0].title(), title)

    def test_few_senders_have_colours_of_their_own_and_many_a_scale(self):
        few, _ = self.drawn(EXAMPLE)
        self.assertEqual(plot_schedule.colours_of(few), plot_schedule.FEW_COLOURS[:3])
        ring, _ = self.drawn(RING)
        self.assertEqual(ring.sources, [str(n) for n in range(8)])
        self.assertEqual(len({tuple(colour) for colour in plot_schedule.colours_of(ring)}), 8)

    def test_nodes_are_ordered_by_number(self):
        schedule, _ = self.drawn(many(12, 1))
        self.assertEqual(schedule.sources, [str(n) for n in range(12)])

    def run_script(self, source):
        picture = self.folder / "x.png"
        done = subprocess.run([sys.executable, str(ROOT / "scripts" / "plot_schedule.py"), source, "-o", str(picture)],
                              capture_output=True, text=True)
        return done.returncode, done.stderr, picture

    def test_writes_the_same_picture_each_time(self):
        pictures = []
        for _ in range(2):
            code, err, picture = self.run_script(self.write(json.dumps(EXAMPLE)))
            self.assertEqual((code, err), (0, ""))
            pictures.append(picture.read_bytes())
        self.assertTrue(pictures[0].startswith(b"\x89PNG"))
        self.assertEqual(*pictures)

    def refused(self, source, *more):
        with contextlib.redirect_stderr(io.StringIO()) as err:
            code = plot_schedule.main([source, "-o", str(self.folder / "x.png"), *more])
        return code, err.getvalue()

    def test_wrong_input_is_one_clear_line(self):
        path = str(self.folder / "frames.json")
        made_by = "expected a file of `orthant schedule --frames FILE.json`"
        twice = document([[transfer(0, "a", [0]), transfer(1, "b", [0])]], [("p", 2)])
        idle = document([[transfer(0, "a", [])]], [("p", 1)])
        for text, message in (("frame,source\n", f"{path}: not JSON: Expecting value: line 1 column 1 (char 0); allowed: a file of `orthant schedule --frames FILE.json`"),
                              ("{}", f"{path}: 'channels' is missing or no list; {made_by}"),
                              (json.dumps(twice), f"{path}: two transfers of frame 0 use channel 0; allowed: no more than it carries"),
                              (json.dumps(idle), f"{path}: no transfer uses a channel; {made_by}")):
            code, err = self.refused(self.write(text))
            self.assertEqual((code, err), (2, f"plot_schedule.py: {message}\n"))
        code, err = self.refused("nowhere.json")
        self.assertEqual((code, err), (2, "plot_schedule.py: nowhere.json: no such file; allowed: a file that orthant wrote\n"))


if __name__ == "__main__":
    unittest.main()
