"""What the page draws of files of output.operations: what every rank of a workload does when, and the critical path."""
import math

from input_error import InputError
from operation_bars import LOOKS, MADE_BY, Operation, critical_line

from report_page.result_rows import short
from report_page.titles import titled

MOST_OPERATIONS, MOST_RANKS = 200_000, 4096


def section(file):
    title = titled("Ranks", file.path)
    missing = [name for name in ("seed", "rank", "start", "cycles", "end") if name not in file.place]
    if missing:
        raise InputError(f"{file.path}: column '{missing[0]}' is missing; allowed: {MADE_BY}")
    seed = file.text(0, "seed")
    rows = [row for row in range(len(file.rows)) if file.text(row, "seed") == seed]
    if len(rows) > MOST_OPERATIONS:
        return {"kind": "words", **title, "words": f"Not drawn: {len(rows)} operations; at most {MOST_OPERATIONS} are."}
    own = {row: read_operation(file, row) for row in rows}
    ranks = 1 + max(one.rank for one in own.values())
    if ranks > MOST_RANKS:
        return {"kind": "words", **title, "words": f"Not drawn: {ranks} ranks; at most {MOST_RANKS} are."}
    last = max((cycle for one in own.values() for cycle in (one.start, one.end) if not math.isnan(cycle)), default=None)
    if last is None:
        raise InputError(f"{file.path}: no operation has started; allowed: {MADE_BY}")
    places = {row: file.number(row, "critical") for row in rows}
    chain = sorted((row for row in rows if places[row] > 0), key=places.get)
    cycles, of_ranks = critical_line([own[row] for row in chain])
    several = len({file.text(row, "seed") for row in range(len(file.rows))}) > 1
    return {"kind": "operations", **title, "ranks": ranks, "last": last,
            "kinds": [{"words": words, "colour": colour, "height": height,
                       "bars": [bar for row, one in own.items() if one.operation_kind == kind and (bar := bar_of(one, last, file.text(row, "operation")))]}
                      for kind, (words, colour, height) in LOOKS.items()],
            "critical": [[short(cycle), rank] for cycle, rank in zip(cycles, of_ranks)],
            "words": (f"The run of seed {seed}, the first of the file. " if several else "")
                     + "A row is a rank; operations that never ended last to the right edge. The pointer names an operation."}


def read_operation(file, row):
    kind = file.text(row, "operation_kind")
    if kind not in LOOKS:
        raise InputError(f"{file.path}: operation_kind is '{kind}'; allowed: {', '.join(LOOKS)}")
    return Operation(kind, file.whole(row, "rank"), *(file.number(row, name) for name in ("start", "cycles", "end")))


def bar_of(one, last, name):
    """[rank, begin, end, number], None where nothing is seen of it."""
    if math.isnan(one.start):
        return None
    end = last if math.isnan(one.end) else one.end
    begin = end - one.cycles if one.operation_kind == "calc" and not math.isnan(one.cycles) else one.start
    return [one.rank, begin, end, name] if end > begin else None
