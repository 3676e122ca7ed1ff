"""How plots of results look: colours, units, titles, legends."""
import pictures
from palette import COLOURS, UNIT_NAMES  # noqa: F401, for those who draw
from tables import InputError

# Markers and dashes carry the same distinction as the colours in print without colour.
MARKERS = ["o", "s", "^", "D", "v", "P", "X", "h", "<", ">", "p", "*"]
# Dots stand for what was not measured, in no line of its own.
DASHES = ["-", (0, (5, 1.6)), (0, (6, 1.4, 1.2, 1.4)), (0, (2.6, 1.1))]


def series_look(i):
    """Colour, marker and dashes of the i-th series of a small picture, for axes.plot()."""
    return {"color": COLOURS[i], "marker": MARKERS[i], "linestyle": DASHES[i], "markersize": 4, "linewidth": 1.2}


def choose_unit(table, wanted):
    """The unit that is asked for, else that of the configs; where they differ in it, fractions of capacity
    if all networks have one."""
    pairs = [(f"{name}_flits", f"{name}_capacity") for name in ("offered", "accepted", "saturation")
             if f"{name}_capacity" in table]
    has_capacity = bool(pairs) and all((table[capacity].notna() | table[flits].isna()).all()
                                       for flits, capacity in pairs)
    if wanted == "capacity" and not has_capacity:
        raise InputError("--unit capacity: some rows have no capacity; use --unit flits")
    in_flits = "load_unit" in table and set(table["load_unit"]) == {"flits"}
    return wanted or ("capacity" if has_capacity and not in_flits else "flits")


def common_title(table, traffic=None, network=None):
    """What all rows share: '8x8 torus, uniform traffic'; `traffic`, `network`: other words for them."""
    def only(key):
        return table[key].iloc[0].replace("_", " ") if key in table and table[key].nunique() == 1 else ""
    parts = [network or " ".join(filter(None, [only("dimensions"), only("topology")])), only("routing"),
             traffic or (f"{only('pattern')} traffic" if only("pattern") else "")]
    return ", ".join(part for part in parts if part)


def set_style():
    pictures.set_style(**{
        "axes.labelsize": 9, "figure.titlesize": 9.5, "legend.fontsize": 8, "legend.title_fontsize": 8,
        "legend.frameon": False, "axes.spines.top": False, "axes.spines.right": False,
        "axes.linewidth": 0.7, "axes.edgecolor": "0.3", "xtick.color": "0.3", "ytick.color": "0.3",
        "xtick.labelcolor": "black", "ytick.labelcolor": "black", "legend.handlelength": 3.0,
        "xtick.labelsize": 8, "ytick.labelsize": 8})


def paper_style():
    """Letters for the width of a column."""
    set_style()
    pictures.plt.rcParams.update({"font.size": 8, "axes.labelsize": 8, "xtick.labelsize": 7.5, "ytick.labelsize": 7.5,
                                  "legend.fontsize": 7.5, "legend.title_fontsize": 7.5, "figure.titlesize": 8,
                                  "axes.titlesize": 8, "legend.handlelength": 2.4, "legend.columnspacing": 1.2})
