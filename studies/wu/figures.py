"""The pictures of Wu 1996: policies.png (probability of delivery over p for the farthest offset of
the 16x16 torus with the bounds of drawn links, what the mean loses against the best order, the p
that a mean of 99 % needs over the radix) and offsets.png (where MP loses on the 32x32 torus, and
where messages are lost)."""
import numpy as np
from drawing import legend_below, panels, write
from matplotlib.colors import LogNorm
from matplotlib.ticker import LogLocator, MaxNLocator, NullFormatter
from paper import light_grid, plt

POLICIES = {"optimal": ("optimal", "#f0b400", "-"), "mp": ("MP", "#0b5394", "--"),
            "z2": ("Z2", "#e0702c", ":"),
            "random": ("random order", "#b36ab8", "-"),
            "dor_retry": ("dimension order, retries", "#14705a", "-"),
            "dor_strict": ("dimension order, one try", "#777777", "-")}
WIDTHS = {"optimal": 3.5}  # drawn first, it shows beneath those that are nearly as good
FARTHEST = "8x8"  # offset of the 16x16 torus


def draw_delivery(axes, study):
    rows = study.table("torus16")
    for policy, (name, colour, style) in POLICIES.items():
        own = rows[(rows["policy"] == policy) & (rows["offset"] == FARTHEST)]
        axes.plot(own["p"], own["delivery"], style, color=colour, lw=WIDTHS.get(policy, 1.4),
                  label=name)
    faults = study.table("faults")
    own = faults[(faults["policy"] == "optimal") & (faults["offset"] == FARTHEST)]
    axes.plot(own["p"], own["shortest_path_healthy"], "v", color="#555555", ms=5,
              label="some shortest path healthy")
    axes.plot(own["p"], own["some_path_healthy"], "^", color="#bbbbbb", ms=5,
              label="some path healthy")
    axes.set(xlabel="p, a link is healthy", ylabel="probability of delivery", xlim=(0, 1),
             ylim=(0, 1.02), title=f"16x16 torus, offset {FARTHEST}")


def draw_loss(axes, study):
    rows = study.table("means16").pivot(
        index="p", columns="policy", values="delivery_mean")
    for policy, (name, colour, style) in POLICIES.items():
        if policy == "optimal":
            continue
        loss = rows["optimal"] - rows[policy]
        axes.semilogy(loss.index, loss.where(loss > 1e-12), style, color=colour,
                      lw=WIDTHS.get(policy, 1.4), label=name)
    axes.set(xlabel="p, a link is healthy", ylabel="lost against the best order", xlim=(0, 1),
             ylim=(1e-8, 1), title="16x16 torus, mean over all pairs")


def draw_needed(axes, study):
    rows = study.table("means")
    rows["k"] = rows["dimensions"].str.split("x").str[0].astype(int)
    for policy, (name, colour, style) in POLICIES.items():
        own = rows[rows["policy"] == policy]
        axes.semilogy(own["k"], 1 - own["p_for_target"], style, color=colour,
                      lw=WIDTHS.get(policy, 1.4), label=name)
    axes.set(xlabel="radix k of a square torus", ylabel="1 - p, links that may fail",
             title="for a mean delivery of 99 %")
    axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.yaxis.set_minor_formatter(NullFormatter())


def draw_offsets(axes, values, title, unit, **options):
    image = axes.imshow(values.T, origin="lower", **options)
    axes.set_title(title)
    axes.set(xlabel="hops left, first dimension", ylabel="second dimension")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(integer=True))
    plt.colorbar(image, ax=axes, shrink=0.85, label=unit)


def by_offset(rows, column):
    """The values of a column, [hops in dimension 0][in dimension 1]."""
    places = rows["offset"].str.split("x", expand=True).astype(int)
    values = np.full((places[0].max() + 1, places[1].max() + 1), np.nan)
    values[places[0], places[1]] = rows[column]
    return values


def figures(study):
    fig, (row,) = panels(1, 3, (12.5, 4))
    for axes, draw in zip(row, (draw_delivery, draw_loss, draw_needed)):
        draw(axes, study)
        light_grid(axes)
    legend_below(fig, row[0], 4)
    write(fig, study.out / "policies")
    fig, ((left, right),) = panels(1, 2, (9, 4))
    rows = study.table("loss32")
    best, ours = (by_offset(rows[rows["policy"] == policy], "delivery")
                  for policy in ("optimal", "mp"))
    draw_offsets(left, best - ours, "32x32 torus, p = 0.99: what MP loses",
                 "probability of delivery", cmap="viridis")
    deaths = study.table("deaths")
    died = by_offset(deaths[(deaths["policy"] == "mp") & (deaths["p"] == 0.95)], "died")
    draw_offsets(right, np.where(died > 0, died, np.nan),
                 "16x16 torus, p = 0.95: where MP loses them",
                 "messages lost; white: none", cmap="magma", norm=LogNorm())
    write(fig, study.out / "offsets")
