"""Legends below the panels, in columns that are no wider than they are."""
import textwrap

LETTER_INCHES = 0.058  # of an entry
HANDLE_INCHES = 0.48  # with its pad
MOST_COLUMNS = 6


def place_legend(fig, handles, title, below):
    """Returns where the legend ends, in heights of the figure: the next one goes there."""
    if not handles:
        return below
    letters = int((fig.get_figwidth() - HANDLE_INCHES) / LETTER_INCHES)
    for handle in handles:
        handle.set_label("\n".join(textwrap.wrap(handle.get_label(), letters)) or " ")
    columns = most_columns([handle.get_label() for handle in handles], fig.get_figwidth())
    # read row by row
    ordered = [handle for column in range(columns) for handle in handles[column::columns]]
    legend = fig.legend(handles=ordered,
                        title=title, loc="upper center", bbox_to_anchor=(0.5, below),
                        borderaxespad=0.2, ncol=columns)
    return below - legend.get_window_extent(fig.canvas.get_renderer()).height / fig.bbox.height


def most_columns(labels, inches):
    """How many columns stand beside each other within `inches`; no more than the rows need."""
    widths = [HANDLE_INCHES + LETTER_INCHES * max(map(len, label.split("\n"))) for label in labels]

    def fit(columns):
        return columns == 1 or sum(max(widths[column::columns])
                                   for column in range(columns)) <= inches
    most = next(columns for columns in range(min(len(labels), MOST_COLUMNS), 0, -1) if fit(columns))
    even = -(-len(labels) // -(-len(labels) // most))
    return even if fit(even) else most
