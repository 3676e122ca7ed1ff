"""How pictures made by matplotlib look and are written."""
import os

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

from ..results.reader import InputError  # noqa: E402
from .describe import COLOURS  # noqa: E402, F401
from .whole_file import whole_file  # noqa: E402

MARKERS = ["o", "s", "^", "D", "v", "P", "X", "h", "<", ">", "p", "*"]
DASHES = ["-", (0, (5, 1.6)), (0, (6, 1.4, 1.2, 1.4)), (0, (2.6, 1.1))]
# Sizes suit the width of a column. PDF files embed TrueType fonts, SVG files keep text as text; the
# salt makes files reproducible.
STYLE = {"font.size": 8, "axes.labelsize": 8, "axes.titlesize": 8, "figure.titlesize": 8,
         "xtick.labelsize": 7.5, "ytick.labelsize": 7.5, "legend.fontsize": 7.5,
         "legend.title_fontsize": 7.5, "legend.frameon": False, "legend.handlelength": 2.4,
         "legend.columnspacing": 1.2, "axes.spines.top": False, "axes.spines.right": False,
         "axes.linewidth": 0.7, "axes.edgecolor": "0.3", "xtick.color": "0.3", "ytick.color": "0.3",
         "xtick.labelcolor": "black", "ytick.labelcolor": "black", "hatch.linewidth": 0.6,
         "savefig.dpi": 300, "pdf.fonttype": 42, "ps.fonttype": 42, "svg.fonttype": "none",
         "svg.hashsalt": "orthant"}


def set_style(**more):
    plt.rcParams.update(STYLE | more)


def light_grid(axes, axis="both"):
    axes.grid(True, axis=axis, color="0.92", linewidth=0.6)
    axes.set_axisbelow(True)


def save(fig, path):
    """Writes `fig` without a date, so that the same data gives the same file: whole or not at all.
    """
    suffix = os.path.splitext(path)[1].lower()
    undated = {".png": None, ".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
    if suffix not in undated:
        raise InputError(f"{path}: the name must end in .png, .svg or .pdf")
    with whole_file(path) as temporary:
        fig.savefig(temporary, metadata=undated[suffix], bbox_inches="tight", pad_inches=0.04)
    plt.close(fig)
