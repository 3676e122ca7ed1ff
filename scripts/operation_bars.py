"""What is drawn of the operations of a workload, a file of output.operations: bars of ranks and the critical path."""
from collections import namedtuple

MADE_BY = "a file of output.operations"
# From the back to the front; of a row the height that it takes.
LOOKS = {"recv": ("waits for a message", "#DDDDDD", 0.9), "send": ("sends", "#0072B2", 0.5), "calc": ("computes", "#E69F00", 0.9)}
Operation = namedtuple("Operation", "operation_kind rank start cycles end")


def critical_line(steps):
    """Cycles and ranks of the corners of the critical path, whose operations are given in order; a message is a line from its
    send to its receive."""
    cycles, ranks = [], []
    for step, after in zip(steps, [*steps[1:], None]):
        begin = {"calc": step.end - step.cycles, "send": step.start, "recv": step.end}[step.operation_kind]
        stays = after is None or after.rank == step.rank  # else its message goes on
        corners = [begin, max(begin, min(step.end, after.start if after else step.end))] if stays else [begin]
        cycles += corners
        ranks += [step.rank] * len(corners)
    return cycles, ranks
