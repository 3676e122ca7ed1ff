"""Legends of pictures for papers: below the panels, in columns that are no wider than they are."""
import textwrap

LETTER_INCHES = 0.058  # of an entry of a legend
HANDLE_LETTERS, PAD_INCHES = 2.4, 0.23  # of its handle
MOST_COLUMNS = 6


def place_legend(fig, handles, title, below=0.0, **look):
    """Below the panels, where it covers nothing, and no wider than they are: long names go on in a second line. Returns
    where it ends, in heights of the figure."""
    if not handles:
        return below
    handle_inches = PAD_INCHES + 0.104 * look.get("handlelength", HANDLE_LETTERS)
    letters = int((fig.get_figwidth() - handle_inches) / LETTER_INCHES)
    for handle in handles:
        handle.set_label("\n".join(textwrap.wrap(handle.get_label(), letters)))
    legend = fig.legend(handles=handles, title=title, loc="upper center", bbox_to_anchor=(0.5, below), borderaxespad=0.2, **look,
                        ncol=most_columns([handle.get_label() for handle in handles], fig.get_figwidth(), handle_inches))
    return below - legend.get_window_extent(fig.canvas.get_renderer()).height / fig.bbox.height


def most_columns(labels, inches, handle_inches):
    """How many columns of a legend, which is filled column by column, stand beside each other within `inches`."""
    widths = [handle_inches + LETTER_INCHES * max(map(len, label.split("\n"))) for label in labels]
    for columns in range(min(len(labels), MOST_COLUMNS), 1, -1):
        rows, longer = divmod(len(labels), columns)
        ends = [sum(rows + (index < longer) for index in range(column)) for column in range(columns + 1)]
        if sum(max(widths[begin:end]) for begin, end in zip(ends, ends[1:])) <= inches:
            return columns
    return 1
