#!/usr/bin/python3
"""Draws how routers, ports and nodes are numbered: numbering.png has a mesh and a graph, as
`orthant analyze --map` has them."""
import csv
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
from drawing import panels, write
from paper import PAGE_INCHES, plt
from study import Study

MESH = "[topology]\nkind = mesh\ndimensions = 3x2\nnodes_per_router = 2\n"
GRAPH = "[topology]\nkind = graph\nfile = g.edges\n"
EDGES = "0 1\n0 2\n1 2\n"  # in the order of the ports
SPOTS = [(0.0, 0.0), (2.2, 0.0), (1.1, 1.9)]
BOX, REACH = 0.34, 0.52


def mapped(study, config):
    """The rows of `analyze --map`."""
    (study.out / "c.ini").write_text(config)
    done = subprocess.run([study.program, "analyze", "c.ini", "--map", "-q"], cwd=study.out,
                          capture_output=True, text=True, check=True)
    return list(csv.DictReader(done.stdout.splitlines()))


def draw_router(axes, spot, name):
    axes.add_patch(plt.Rectangle((spot[0] - BOX, spot[1] - BOX), 2 * BOX, 2 * BOX,
                                 facecolor="#DDE8F3", edgecolor="black", zorder=3))
    axes.text(*spot, name, ha="center", va="center", fontsize=7.5, zorder=4)


def draw_node(axes, spot, place, up, row):
    """A node below the left or the right half of its router, or above it, its port on the outer
    side of the line."""
    side, right = (1 if up else -1), place > 0
    x, y = spot[0] + place, spot[1] + side * (BOX + 0.42)
    axes.plot([x, x], [spot[1] + side * BOX, y], color="0.5", lw=1, zorder=1)
    axes.add_patch(plt.Circle((x, y), 0.15, facecolor="#F7E3C5", edgecolor="black", zorder=3))
    axes.text(x, y, row["node"], ha="center", va="center", fontsize=7, zorder=4)
    axes.text(x + (0.05 if right else -0.05), spot[1] + side * (BOX + 0.14), row["port"], ha="left"
              if right else "right", va="center", fontsize=6.5, color="#B03000")


def draw_link(axes, from_spot, to_spot, port):
    axes.plot(*zip(from_spot, to_spot), color="black", lw=1.2, zorder=1)
    dx, dy = to_spot[0] - from_spot[0], to_spot[1] - from_spot[1]
    length = (dx * dx + dy * dy) ** 0.5
    x, y = from_spot[0] + REACH * dx / length, from_spot[1] + REACH * dy / length
    axes.text(x - 0.09 * dy / length, y + 0.09 * dx / length, port, ha="center", va="center",
              fontsize=6.5, color="#B03000", zorder=5)


def draw(axes, rows, spots, title):
    for router, spot in enumerate(spots):
        own = [row for row in rows if row["router"] == str(router)]
        nodes = [row for row in own if row["node"]]
        for i, row in enumerate(nodes):
            draw_node(axes, spot, 0 if len(nodes) == 1 else (-0.25, 0.25)[i], len(nodes) == 1
                      and spot[1] > 0, row)
        for row in own:
            if row["to"]:
                draw_link(axes, spot, spots[int(row["to"])], row["port"])
        draw_router(axes, spot, f"{router}\n({own[0]['coordinates'].replace(' ', ',')})"
                    if own[0]["coordinates"] else str(router))
    axes.set_title(title)
    axes.set_aspect("equal")
    axes.set_axis_off()
    axes.autoscale_view()


def main():
    study = Study("numbering", __doc__)
    (study.out / "g.edges").write_text(EDGES)
    mesh, graph = mapped(study, MESH), mapped(study, GRAPH)
    fig, ((left, right),) = panels(1, 2, (PAGE_INCHES, 3.0), width_ratios=(3, 2))
    spots = [(1.9 * (r % 3), 2.1 * (r // 3)) for r in range(6)]
    draw(left, mesh, spots, "mesh 3x2, two nodes per router")
    draw(right, graph, SPOTS, "graph: links 0 1, 0 2, 1 2")
    write(fig, study.out / "numbering")


if __name__ == "__main__":
    main()
