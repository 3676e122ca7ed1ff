"""Heat maps of the channels of any network: planes of a grid of up to three dimensions, else the network drawn."""
import textwrap

import numpy as np

from channel_files import LABELS, direction, grid_of
from network_shape import channel_maps, path, place
from palette import MAP_COLOURS
from pictures import TICK_INCHES, plt, whole_ticks
from plot_channels import noise_in, read_channels, said_of_colours, scale
from tables import InputError

LOW = 1 / 3  # of its width: a map of a direction that has the whole width
PLANE_INCHES = 0.14  # of the name of a plane
LEAST_ASPECT = 0.4  # of cells: lower ones are squashed, and fewer planes are shown
MOST_INCHES = 5.5  # of the planes that are shown then
LARGE = 256  # routers of a network that is drawn with dots for them
FLOW_UNITS = {"accepted_flits": "flits/cycle", **{f"latency_{what}": "cycles" for what in ("mean", "p50", "p95", "p99", "max")}}


def channels_figure(path, wanted, options):
    channels, column = read_channels(path, wanted)
    radices = grid_of(path)
    if radices is None:
        raise InputError(f"{path}: {path}.ini, which says what network it is, is missing; allowed: both files")
    noise = noise_in(path, channels)
    if not 1 <= len(radices) <= 3:
        return drawn_network(channels, column, options, noise)
    values = channel_maps(channels, radices)
    return planes(values, column, options, noise)


def wrapped(label, inches):
    """Lines of a label that fit beside a figure."""
    return "\n".join(textwrap.fill(line, max(16, int(inches / 0.075))) for line in label.split("\n"))


def planes(values, column, options, noise=0):
    """A panel for each direction; the planes of a third dimension stand above each other, z = 0 lowest."""
    directions, depth, height, width = values.shape
    every, shown = values, range(depth)
    low = depth == 1 and 1 < height <= LOW * width
    columns = directions if depth > 1 else 1 if low else min(directions, 2)
    if depth > 1:
        options.width = 7.16
    rows = -(-directions // columns)
    room = (options.width - 1.3) / columns * 0.85  # inches of a map beside the others, within their pads
    most_inches = 4.0
    if depth > 1 and most_inches / (room * (depth * (height + 1) - 1) / width) < LEAST_ASPECT:
        shown = some_planes(depth, int(MOST_INCHES / room * width / (height + 1)))
        values, depth, most_inches = values[:, shown], len(shown), MOST_INCHES
    tall = depth * (height + 1) - 1
    flat = height == 1
    for_scale = 0.6 if flat else 1.3  # inches: below the maps, or beside them
    map_inches = max(min((options.width - for_scale) / columns * tall / width, most_inches), 0.12 if low else 0.35)
    fig, axes = plt.subplots(rows, columns, squeeze=False, constrained_layout=True, sharex=True, sharey=True,
                             figsize=(options.width, rows * (map_inches + (0.3 if low else 0.6)) + 0.6))
    bottom, top = scale(every, None, noise)
    for index in range(rows * columns):
        panel = axes[index // columns][index % columns]
        if index >= directions:
            panel.set_visible(False)
            continue
        image = np.full((tall, width), np.nan)
        for z in range(depth):
            image[z * (height + 1):z * (height + 1) + height] = values[index, z]
        drawn = panel.imshow(np.ma.masked_invalid(image), origin="lower", vmin=bottom, vmax=top, cmap=MAP_COLOURS,
                             aspect="auto" if tall > 2 * width and len(shown) == every.shape[1] else "equal", interpolation="nearest")
        name_panel(panel, index, every[index], shown, map_inches, (options.width - for_scale) / columns, in_one_line=flat or low)
        for side in panel.spines.values():
            side.set_visible(False)
    for row in axes:
        row[0].set_ylabel("y" if depth == 1 and height > 1 else "plane z (rows: y)" if depth > 1 else "")
    for panel in axes[-1]:
        panel.set_xlabel("x")
    fig.colorbar(drawn, ax=axes, label=wrapped(label_of(column, said_of_colours(every, bottom, noise)), options.width if flat else fig.get_figheight()), pad=0.02, aspect=30,
                 location="bottom" if flat else "right")
    left_out = every.shape[1] - depth
    title = [options.title, f"{depth} of {every.shape[1]} planes; mean and max are of all"] if left_out else [options.title]
    if any(title):
        fig.suptitle("\n".join(filter(None, title)))
    return fig


def some_planes(depth, most):
    """So many planes, the first and the last among them, as far from each other as can be."""
    return sorted({round(z) for z in np.linspace(0, depth - 1, max(most, 2))})


def name_panel(panel, index, values, planes_shown, map_inches, panel_inches, in_one_line):
    """The height that a map has at most, and its width."""
    depth, height, width = values.shape
    with_values = ~np.isnan(values)
    what = ["no channel"]
    if with_values.any():
        what = [f"mean {np.nanmean(values):.2f}", f"max {np.nanmax(values):.2f}"]
        if len(planes_shown) < depth:
            what.append(f"at z = {np.unravel_index(np.nanargmax(values), values.shape)[0]}")
    panel.set_title(f"{direction(index)}  {', '.join(what)}" if in_one_line else "\n".join([direction(index), *what]),
                    fontsize=7)
    panel.xaxis.set_major_locator(plt.MaxNLocator(6, integer=True))
    if depth > 1:
        step = max(1, -int(-len(planes_shown) * PLANE_INCHES // map_inches))
        panel.set_yticks([place * (height + 1) + (height - 1) / 2 for place in range(0, len(planes_shown), step)], planes_shown[::step])
    elif height == 1:
        panel.set_yticks([])
    else:
        whole_ticks(panel.yaxis, min(panel_inches * height / width, TICK_INCHES * min(6, max(1, height // 2))))
    panel.tick_params(length=2)


def label_of(column, said):
    return LABELS[column].replace("\n", " ") + (f" ({said})" if said else "")


def drawn_network(channels, column, options, noise=0):
    """Every link has the colour of the busier of its two channels."""
    routers = 1 + int(max(channels.index.get_level_values("from").max(), channels["to"].max()))
    busiest = {}
    for (source, _), channel in channels.iterrows():
        link = tuple(sorted((int(source), int(channel["to"]))))
        busiest[link] = max(busiest.get(link, 0), channel["value"])
    spots = place(routers, list(busiest))
    fig, axes = plt.subplots(figsize=(options.width, options.width * 0.85), constrained_layout=True)
    links = sorted(busiest, key=busiest.get)
    lines = plt.matplotlib.collections.LineCollection([path(spots, link) for link in links], cmap=MAP_COLOURS,
                                                      linewidths=widths_of([busiest[link] for link in links], routers))
    values = np.array([busiest[link] for link in links])
    lines.set_array(values)
    lines.set_clim(*scale(values, None, noise))
    axes.add_collection(lines)
    if routers <= LARGE:  # else they would hide the links
        axes.scatter(*spots.T, s=60 if routers <= 40 else 6, color="white", edgecolor="0.3", linewidth=0.7, zorder=3)
    if routers <= 40:
        for router, (x, y) in enumerate(spots):
            axes.text(x, y, router, ha="center", va="center", fontsize=5.5, zorder=4)
    axes.set_axis_off()
    axes.autoscale_view()
    axes.margins(0.05)
    fig.colorbar(lines, label=f"{label_of(column, said_of_colours(values, lines.get_clim()[0], noise))},\nof the busier channel of a link", shrink=0.9)
    if options.title:
        fig.suptitle(options.title)
    return fig


def widths_of(values, routers):
    """Of lines, in points; in a large network the busy ones are wider, since the others would hide them."""
    if routers <= LARGE:
        return 2 if routers <= 100 else 0.8
    top = max(values) or 1
    return [0.8 * max(LARGE / routers * 0.5, value / top) for value in values]


def pairs_figure(table, column, options):
    """A cell for every source (row) and destination (column) of a file of output.flows."""
    means = table.pivot_table(index="source", columns="destination", values=column)
    nodes = range(1 + int(max(means.index.max(), means.columns.max())))
    means = means.reindex(index=nodes, columns=nodes)  # a node that sent or received nothing has its place, too
    fig, axes = plt.subplots(figsize=(options.width, options.width * 0.85), constrained_layout=True)
    bottom, top = scale(means.to_numpy(), None)
    said = said_of_colours(means.to_numpy(), bottom, 0)
    image = axes.imshow(means, cmap=MAP_COLOURS, origin="lower", vmin=bottom, vmax=top, interpolation="nearest")
    axes.set_xlabel("destination")
    axes.set_ylabel("source")
    fig.colorbar(image, label=column.replace("_", " ") + (f" ({FLOW_UNITS[column]})" if column in FLOW_UNITS else "") + (f"\n({said})" if said else ""))
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(plt.MaxNLocator(8, integer=True))
    if options.title:
        fig.suptitle(options.title)
    return fig
