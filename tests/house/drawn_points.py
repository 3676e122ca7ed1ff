"""Files of points with verdicts that a test chooses, and what `orthant plot` draws of them."""

import contextlib
import io
import pathlib
import sys

from matplotlib.path import Path

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "scripts"))
import legends  # noqa: E402
import orthant_plot  # noqa: E402


def read_rows(texts, columns):
    """Texts that fill column by column, the first columns longer where they do not come out even."""
    places = legends.row_by_row(list(range(len(texts))), columns)
    return [text for _, text in sorted(zip(places, texts))]


class DrawnPoints:
    """What a TestCase with a `folder` gets."""

    def write_points(self, *rows, name="points.csv"):
        """Rows of (routing, vcs, load, verdict, latency or ''); what is accepted is the load, at most 0.5."""
        lines = ["topology,dimensions,routers,nodes,routing,pattern,vcs,load_unit,load,seed,verdict,offered_flits,accepted_flits,"
                 "offered_capacity,accepted_capacity,latency_mean,latency_ci95"]
        for routing, vcs, load, verdict, latency in rows:
            lines.append(f"torus,8x8,64,64,{routing},uniform,{vcs},capacity,{load},1,{verdict},{load},{min(load, 0.5)},{load},"
                         f"{min(load, 0.5)},{latency},")
        (self.folder / name).write_text("\n".join(lines) + "\n")
        return name

    def figure_of(self, words):
        with contextlib.chdir(self.folder), contextlib.redirect_stderr(io.StringIO()) as err:
            fig = orthant_plot.drawn(orthant_plot.parse(["--output", "x.png", *words.split()]))
        self.addCleanup(orthant_plot.figures.plt.close, fig)
        return fig, err.getvalue()

    @staticmethod
    def markers(panel):
        """[(x, y, 'filled', 'half', 'open', 'cross' or 'arrow')] of all that stands in a panel, the arrow on its own place."""
        found = []
        for line in panel.lines:
            if line.get_linestyle() in ("none", "None"):
                look = ("cross" if line.get_marker() == "x" else "arrow" if isinstance(line.get_marker(), Path) else
                        "open" if line.get_markerfacecolor() == "white" else "half" if line.get_fillstyle() == "bottom" else "filled")
                found += [(round(x, 3), round(y, 3), look) for x, y in zip(line.get_xdata(), line.get_ydata())]
        return found

    @staticmethod
    def legend(fig):
        """Row by row, as it is read."""
        return [text for legend in fig.legends for text in read_rows([text.get_text() for text in legend.get_texts()], legend._ncols)]
