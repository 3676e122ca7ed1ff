"""Files of output.channel_timeline: the load of every channel over time, and its picture."""
import numpy as np

from channel_files import NEEDED, direction, grid_of
from palette import MAP_COLOURS
from pictures import plt
from tables import read_table

STRIP_SHARE = 0.75  # of the width, beside names and colours
MOST_LINES = 250  # of an image: more channels are averaged in groups of neighbours


def read_course(path):
    """(ends, ports, values): the ends of the spans (cycles); for every channel that carried something, by its id, the port
    that it leaves; and its utilization by [channel][span], the mean over repetitions."""
    table = read_table(path, ["seed", "cycle", "channel", "utilization", *NEEDED], "a file of output.channel_timeline", "rows")
    of = table.pivot_table(index="channel", columns="cycle", values="utilization", aggfunc="sum", fill_value=0)
    ports = table.groupby("channel")["from_port"].first()
    return of.columns.to_numpy(), ports.loc[of.index].to_numpy(), of.to_numpy() / table["seed"].nunique()


def strips(ports, radices):
    """[(name, places of channels)]: one of each direction of a grid, else one of all channels."""
    if not radices:
        return [("all channels", np.arange(len(ports)))]
    return [(direction(port), np.flatnonzero(ports == port)) for port in sorted(set(ports))]


def in_few_lines(values):
    """Means of so many neighbours that MOST_LINES lines are not exceeded."""
    group = -(-len(values) // MOST_LINES)
    begins = np.arange(0, len(values), group)
    return np.add.reduceat(values, begins) / np.diff([*begins, len(values)])[:, None]


def figure(path, options):
    """A strip for each direction: a line is a channel (of many a few neighbours), time goes to the right."""
    ends, ports, values = read_course(path)
    edges = np.array([0, *ends])
    parts = strips(ports, grid_of(path))
    inches = max(0.45, 1.8 / len(parts))
    fig, axes = plt.subplots(len(parts), 1, squeeze=False, sharex=True, constrained_layout=True,
                             figsize=(options.width, len(parts) * (inches + 0.08) + 0.9))
    top = values.max() or 1
    for panel, (name, places) in zip(axes[:, 0], parts):
        lines = in_few_lines(values[places])
        drawn = panel.pcolormesh(edges, np.arange(len(lines) + 1), lines, cmap=MAP_COLOURS, vmin=0, vmax=top, rasterized=True)
        panel.set_yticks([])
        panel.set_ylabel(name)
        panel.tick_params(length=2)
        for side in panel.spines.values():
            side.set_visible(False)
    axes[-1, 0].set_xlabel("cycle")
    axes[-1, 0].xaxis.set_major_locator(plt.MaxNLocator(max(2, int(options.width * STRIP_SHARE / (0.2 + 0.07 * len(f"{edges[-1]:.0f}"))))))
    if len(parts) > 1:
        fig.supylabel("channels", fontsize="medium")
    fig.colorbar(drawn, ax=axes, label="utilization", pad=0.02, aspect=30)
    if options.title:
        fig.suptitle(options.title)
    return fig
