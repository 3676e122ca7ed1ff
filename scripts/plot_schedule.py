#!/usr/bin/python3
"""Draws a schedule of `orthant schedule --frames FILE.json`: which transfer uses which channel when.

A row is a channel, a column a frame. Bottlenecks come first, marked by a bar at the right edge; below them
the other channels by falling load. A cell has the colour of the node whose message uses the channel in the
frame; where there is room, also its name. White cells are idle.

examples:
  build/orthant schedule configs/all_to_all.ini topology.dimensions=4x4 --frames frames.json
  scripts/plot_schedule.py frames.json -o schedule.png
"""

import sys

import matplotlib
import numpy as np
from matplotlib.colors import ListedColormap, to_rgb
from matplotlib.patches import Patch

import schedule_cells
from config_titles import wrapped
from pictures import COLUMN_INCHES, PAGE_INCHES, add_output, parser_of, plt, save
from plot_style import paper_style
from schedule_cells import IDLE, MADE_BY
from tables import in_one_line

# Told apart without seeing red or green (Okabe & Ito 2008, without black and yellow).
FEW_COLOURS = ["#0072B2", "#E69F00", "#009E73", "#D55E00", "#56B4E9", "#CC79A7"]
MOST_NAMED_CHANNELS = 64
MOST_NAMED_FRAMES = 16
MOST_RULED_FRAMES = 32
MOST_LETTERS = 14
SIDE_INCHES = 1.6  # beside the frames
FEW_CHANNELS = 32
FONT_SIZE, SMALL_SIZE = 8, 6.5  # of names, and of those of many channels
TICK_INCHES, LETTER_INCHES = 0.08, 0.075  # below the frames: between numbers, and of a digit
WORD_INCHES = 1.2  # that a word needs beside its bar


def read_schedule(path):
    schedule = schedule_cells.read_schedule(path)
    schedule.cells = np.array(schedule.cells)
    return schedule


def figure(schedule, title):
    paper_style()
    rows, columns = schedule.cells.shape
    named = rows <= MOST_NAMED_CHANNELS
    few = rows <= FEW_CHANNELS
    longest = max(map(len, schedule.texts.values()))
    with_text = named and columns <= MOST_NAMED_FRAMES and longest <= MOST_LETTERS
    row_height = (0.25 if few else 0.115) if named else 5.5 / rows
    needed = columns * (max(0.07 * longest + 0.12, 0.6) if with_text else 0.1)
    inches = COLUMN_INCHES if needed + SIDE_INCHES <= COLUMN_INCHES else PAGE_INCHES
    width = inches - SIDE_INCHES
    with_text = with_text and needed <= width
    fig, axes = plt.subplots(figsize=(inches, rows * row_height + 1.1), constrained_layout=True)
    colours = colours_of(schedule)
    image = axes.imshow(np.ma.masked_equal(schedule.cells, IDLE), aspect="auto", interpolation="nearest",
                        cmap=ListedColormap(colours), vmin=-0.5, vmax=len(colours) - 0.5)
    label_axes(axes, schedule, named, width)
    if named and columns <= MOST_RULED_FRAMES:
        draw_grid(axes, rows, columns)
    if with_text:
        write_texts(axes, schedule, colours)
        fig.set_constrained_layout_pads(w_pad=0.08)
    word = mark_bottlenecks(axes, schedule, row_height, width)
    if not with_text and len(schedule.sources) > 1:
        word.set_in_layout(False)  # the legend makes the room for it
        draw_legend(fig, axes, image, schedule, width)
    fig.suptitle(title or "\n".join(wrapped(line, inches) for line in schedule.title().split("\n")))
    return fig


def colours_of(schedule):
    """One per source: different ones for few, from dark blue to yellow for many."""
    if len(schedule.sources) <= len(FEW_COLOURS):
        return FEW_COLOURS[:len(schedule.sources)]
    return list(plt.get_cmap("cividis")(np.linspace(0, 1, len(schedule.sources))))


def label_axes(axes, schedule, named, width):
    rows, columns = schedule.cells.shape
    axes.set_xlabel("frame")
    axes.xaxis.set_major_locator(matplotlib.ticker.MaxNLocator(max(1, min(columns, 16, int(width / (TICK_INCHES + LETTER_INCHES * len(str(columns)))))), integer=True))
    axes.set_xlim(-0.5, columns - 0.5)
    axes.tick_params(length=2, labelsize=8)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    if not named:
        loads = {channel["load"] for channel in schedule.channels}
        axes.set_ylabel(f"{rows} channels" + (", the busiest first" if len(loads) > 1 else ""))
        return
    labels = [f"{channel['name'] or channel['channel']}  ({channel['load']})" for channel in schedule.channels]
    axes.set_yticks(range(rows), labels=labels, fontsize=FONT_SIZE if rows <= FEW_CHANNELS else SMALL_SIZE)
    axes.set_ylabel("channel (its load)")


def draw_grid(axes, rows, columns):
    axes.set_xticks(np.arange(columns + 1) - 0.5, minor=True)
    axes.set_yticks(np.arange(rows + 1) - 0.5, minor=True)
    axes.grid(which="minor", color="0.85", lw=0.6)
    axes.tick_params(which="minor", length=0)


def write_texts(axes, schedule, colours):
    for (row, column), text in schedule.texts.items():
        red, green, blue = to_rgb(colours[schedule.cells[row, column]])
        dark = 0.299 * red + 0.587 * green + 0.114 * blue < 0.5
        axes.text(column, row, text.replace("->", "→"), ha="center", va="center",
                  fontsize=FONT_SIZE if schedule.cells.shape[0] <= FEW_CHANNELS else SMALL_SIZE,
                  color="white" if dark else "black", clip_on=True)


def mark_bottlenecks(axes, schedule, row_height, width):
    """A bar along their rows, a tenth of an inch beside the frames, with a word where there is room."""
    rows, columns = schedule.cells.shape
    inch = columns / width
    right = columns - 0.5 + 0.1 * inch
    axes.plot([right] * 2, [-0.5, schedule.bottlenecks - 0.5], color="black", lw=2.5, clip_on=False,
              solid_capstyle="butt")
    whole = schedule.bottlenecks == rows
    upright = schedule.bottlenecks * row_height > WORD_INCHES
    if not whole:
        axes.axhline(schedule.bottlenecks - 0.5, color="black", lw=1)
    return axes.text(right + 0.06 * inch, (schedule.bottlenecks - 1) / 2,
                     "all are bottlenecks" if whole else "bottlenecks", rotation=270 if upright else 0,
                     va="center", fontsize=8)


def draw_legend(fig, axes, image, schedule, width):
    """Who sends, for cells without a name; below the word at the bar."""
    sources = schedule.sources
    if len(sources) <= len(FEW_COLOURS):
        axes.legend([Patch(color=colour) for colour in FEW_COLOURS], sources, title="sent by", loc="lower left",
                    bbox_to_anchor=(1 + 0.35 / width, 0), frameon=False, fontsize=8, title_fontsize=8)
        return
    bar = fig.colorbar(image, ax=axes, shrink=0.45, anchor=(0, 0), pad=0.4 / width, aspect=16)
    step = next(10 ** power * step for power in range(9) for step in (1, 2, 4, 5, 8) if 10 ** power * step * 6 >= len(sources))
    shown = range(0, len(sources), step)
    bar.set_ticks(shown, labels=[sources[number] for number in shown])
    bar.ax.tick_params(length=2, labelsize=8)
    bar.set_label("sent by", fontsize=8)


@in_one_line
def main(arguments):
    parser = parser_of(__doc__)
    parser.add_argument("frames", help=MADE_BY.replace("`", ""))
    add_output(parser)
    parser.add_argument("--title", help="instead of what the schedule is")
    options = parser.parse_args(arguments)
    fig = figure(read_schedule(options.frames), options.title)
    for path in options.output:
        save(fig, path, bbox_inches="tight", pad_inches=0.04)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
