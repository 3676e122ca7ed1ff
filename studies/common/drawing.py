"""How the pictures of studies are drawn and written."""
from paper import COLOURS, DASHES, MARKERS, PAGE_INCHES, plt, save, set_style


def panels(rows, columns, size, **options):
    """A figure and its grid of axes, [row][column], at most as wide as a page."""
    set_style()
    scale = min(1, PAGE_INCHES / size[0])
    return plt.subplots(rows, columns, figsize=[scale * inches for inches in size],
                        constrained_layout=True, squeeze=False, **options)


def look(i):
    """Colour, marker and dashes of the i-th line of a small picture, for axes.plot()."""
    return {"color": COLOURS[i % len(COLOURS)], "marker": MARKERS[i],
            "linestyle": DASHES[i % len(DASHES)], "markersize": 3.5, "linewidth": 1.1}


def until_unstable(rows):
    """The points of a curve in the order of their loads, up to the first that is not stable."""
    rows = rows.sort_values("load")
    return rows[(rows["verdict"] == "stable").cummin()]


def diagonal(axes, top):
    """The line of all offered load that is accepted."""
    axes.plot([0, top], [0, top], color="0.8", linewidth=0.8, zorder=0)


def legend_below(fig, axes, columns):
    """One legend for all panels, with the lines of one of them."""
    fig.legend(*axes.get_legend_handles_labels(), loc="upper center", bbox_to_anchor=(0.5, 0.0),
               ncol=columns, frameon=False)


def write(fig, stem):
    """`stem`.png and `stem`.svg."""
    for suffix in (".png", ".svg"):
        save(fig, f"{stem}{suffix}")
