"""Figures of `orthant plot` for a paper of two columns: curves in panels.

All lines are solid: they differ in colour and marker. A dotted line always means that its points are not stable.
"""
import plot
import point_marks
from legends import place_legend
from panels import FACETS_IN_A_ROW, Curves
from pictures import COLUMN_INCHES, PAGE_INCHES, label_below, light_grid, name_ticks, note, plt
from plot_style import UNIT_NAMES
from tables import InputError

TITLE_PAD = 4  # points above a panel
NEARLY_ALIKE = 0.8  # of the largest: the least value from which an axis need not begin at 0
LABELS = {"saturation_capacity": "largest stable load\n(fraction of capacity)",
          "saturation_flits": "largest stable load\n(flits/node/cycle)", "latency_mean": "mean packet latency (cycles)", "path_length_normalized": "mean path length (minimal = 1)",
          "worst_case_throughput": "worst-case throughput\n(fraction of capacity)",
          "average_case_throughput": "average-case throughput\n(fraction of capacity)", "uniform_throughput": "throughput under uniform traffic\n(fraction of capacity)",
          "pattern_throughput": "throughput under the pattern\n(fraction of capacity)",
          "liquid_throughput": "liquid throughput\n(transfers/frame)", "duration": "duration (frames)",
          "delivery": "probability of delivery", "delivery_mean": "mean probability of delivery",
          "delivery_min": "least probability of delivery"}


def y_label(column, unit):
    if column == "accepted":
        return f"accepted load\n({UNIT_NAMES[unit]})"
    return LABELS.get(column, f"{column.replace('_', ' ')}" + (" (cycles)" if "latency" in column else ""))


def curve_figure(table, keys, unit, options):
    curves = Curves(table, keys, options, unit)
    if not curves.has_values():
        raise InputError(f"no row has a value of {curves.panels[0][1]}" + (f" and of {options.x}" if options.x else "") + "; allowed: a column with values")
    for text in curves.notes:
        note(text)
    fig, flat, columns = grid_of_panels(curves)
    for number, (panel, what) in enumerate(zip(flat, curves.panels)):
        draw_panel(panel, what, curves)
        if number % columns == 0:
            panel.set_ylabel(y_label(what[1], unit))
        if number + columns >= len(curves.panels):
            label_below(panel, curves.axis.label())
            panel.tick_params(labelbottom=True)
    scale_latency(flat, curves)
    signs, levels = point_marks.Signs(), []
    for panel, (_, y, series) in zip(flat, curves.panels):
        value = "accepted" if y == "accepted" else "latency"
        levels.append(point_marks.draw(panel, series, value, y, curves.axis, signs))
    above = [max(levels[begin:begin + columns]) * point_marks.LEVEL_POINTS for begin in range(0, len(levels), columns)]  # each row of panels
    for number, (panel, (name, y, _)) in enumerate(zip(flat, curves.panels)):
        if name and curves.row_of(y) == 0:
            panel.set_title(name, pad=TITLE_PAD + (point_marks.ARROW_POINTS + 3 if signs.above else 0) + above[number // columns])
    fig.set_figheight(fig.get_figheight() + sum(above) / 72)
    add_legends(fig, curves.looks, curves.title, signs)
    if options.title:
        fig.suptitle(options.title)
    return fig


def grid_of_panels(curves):
    """The figure, its panels in the order of those of `curves`, and how many stand beside each other."""
    if curves.facet:
        columns = 2 if curves.facets() == 4 else min(curves.facets(), FACETS_IN_A_ROW)
        rows = -(-len(curves.panels) // columns)
        size = (COLUMN_INCHES if columns == 1 else PAGE_INCHES, 2.0 * rows + 0.3)
    else:
        columns, rows = 1, len(curves.panels)
        size = (COLUMN_INCHES, 1.0 + 1.7 * rows)
    fig, axes = plt.subplots(rows, columns, figsize=size, squeeze=False, constrained_layout=True, sharex=True,
                             sharey=False if not curves.facet else "row" if curves.several_rows() else True)
    flat = [panel for row in axes for panel in row]
    for panel in flat[len(curves.panels):]:
        panel.set_visible(False)
    return fig, flat, columns


def draw_panel(panel, what, curves):
    """The axes, and what stands behind lines and markers: intervals."""
    _, y, series = what
    over_load = curves.axis.column is None
    for _, look, points in series:
        steady = points.assign(latency=points["latency"].where(points["verdict"].isin(plot.STABLE)))
        if y == "accepted":
            continue
        if over_load or y == "delivery" and not curves.axis.words:
            below = steady["half_width" if over_load else "below"]
            panel.fill_between(steady["offered"], steady["latency"] - below, steady["latency"] + steady["half_width"],
                               color=look["color"], alpha=0.2, linewidth=0)
        else:
            known = points[points["half_width"].notna()]
            if known.empty:
                continue
            panel.errorbar(known["offered"], known["latency"], yerr=known[["below", "half_width"]].to_numpy(float).T, fmt="none", ecolor=look["color"],
                           elinewidth=0.8, capsize=2)
    if ticks := curves.axis.ticks():
        name_ticks(panel, *ticks) if curves.axis.words else panel.set_xticks(*ticks)
    left, right = curves.ends()
    if curves.axis.words:
        panel.set_xlim(-0.5, len(curves.axis.words) - 0.5)
    elif over_load and right > 0:  # else no point has a place
        panel.set_xlim(0, right * 1.04)
        if y == "accepted":
            panel.plot([0, right], [0, right], color="0.75", linewidth=0.8, zorder=0)
    elif right > left:
        panel.set_xlim(left - 0.06 * (right - left), right + 0.06 * (right - left))
    light_grid(panel)


def scale_latency(flat, curves):
    """A common end for all panels of a column: over the load above the stable latencies, else above every value. Axes begin at 0
    but for values so nearly alike that nothing could be told apart."""
    for y in {y for _, y, _ in curves.panels}:
        own = [(panel, series) for panel, (_, name, series) in zip(flat, curves.panels) if name == y]
        lines = [line for _, series in own for line in series]
        if y == "accepted":
            top = 1.05 * max(points[["accepted", "offered"]].max().max() for _, _, points in lines)
        elif "latency" in y and not curves.axis.column:
            top = plot.latency_limit(lines)
            tell_above(lines, top)
        else:
            top = max((points["latency"] + points["half_width"].fillna(0)).max() for _, _, points in lines)
            least = min((points["latency"] - points["half_width"].fillna(0)).min() for _, _, points in lines)
            if NEARLY_ALIKE * top < least < top:
                for panel, _ in own:
                    panel.set_ylim(least - 0.2 * (top - least), top + 0.2 * (top - least))
                continue
            top *= 1.08
        for panel, _ in own:
            panel.set_ylim(0, top if top > 0 else None)


def tell_above(lines, top):
    above = [latency for _, _, points in lines for latency in points["latency"][points["verdict"].isin(plot.STABLE)] if latency > top]
    if above:
        note(f"above the latency axis: a stable point of {above[0]:.4g} cycles, more than {plot.FAR} times all others")


def add_legends(fig, looks, title, signs):
    """The lines below the panels, and what their markers mean below the lines: a heading is of its own entries alone."""
    lines = [plt.Line2D([], [], label=label, linewidth=1.3, markersize=4.2, **look) for label, look in looks.items()]
    below = place_legend(fig, lines if len(lines) > 1 else [], title)
    place_legend(fig, signs.handles(), None, below, handlelength=1.2)
