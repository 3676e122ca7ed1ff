"""A schedule of `orthant schedule --frames FILE.json` as a table of channels and frames."""
import json

from input_error import InputError

MADE_BY = "a file of `orthant schedule --frames FILE.json`"
IDLE = -1
NUMBERS = {2: "two", 3: "three"}
VERDICTS = {"liquid": "liquid", "not_liquid": "no schedule is liquid",
            "unknown": "whether one is liquid is unknown"}


class Schedule:
    """The cells of a picture, [channel][frame]: number of the transfer's source, or IDLE. A channel that
    carries several transfers at a time has a row for each."""

    def __init__(self, document):
        self.result = document["result"]
        network = " ".join(document[key] for key in ("dimensions", "topology") if document[key])
        self.what = [part.replace("_", " ") for part in (network, document["routing"], document["collective"]) if part]
        channels = sorted(document["channels"],
                          key=lambda channel: (not channel["bottleneck"], -channel["load"], channel["channel"]))
        self.channels = [channel for channel in channels for _ in range(channel.get("capacity", 1))]
        rows_of = {}
        for row, channel in enumerate(self.channels):
            rows_of.setdefault(channel["channel"], []).append(row)
        self.bottlenecks = sum(channel["bottleneck"] for channel in self.channels)
        names = {channel["channel"]: channel["name"] or str(channel["channel"])
                 for channel in self.channels}
        transfers = [transfer for frame in document["frames"] for transfer in frame["transfers"]]
        self.sources = sorted({source_of(transfer, names) for transfer in transfers}, key=by_number)
        number_of = {source: number for number, source in enumerate(self.sources)}
        self.cells = [[IDLE] * len(document["frames"]) for _ in self.channels]
        self.texts = {}
        for column, frame in enumerate(document["frames"]):
            for transfer in frame["transfers"]:
                for channel in transfer["channels"]:
                    rows = rows_of[channel]
                    row = next((row for row in rows if self.cells[row][column] == IDLE), None)
                    if row is None:
                        raise InputError(f"{NUMBERS.get(len(rows) + 1, len(rows) + 1)} transfers of frame {column} "
                                         f"use channel {channel}")
                    self.cells[row][column] = number_of[source_of(transfer, names)]
                    self.texts[row, column] = transfer["name"] or str(transfer["transfer"])
        used = sum(cell != IDLE for row in self.cells[:self.bottlenecks] for cell in row)
        self.frames = len(document["frames"])
        self.busy = used / max(1, self.bottlenecks * self.frames)

    def title(self):
        size = f"{counted(self.result['transfers'], 'transfer')} in {counted(self.frames, 'frame')}"
        return (f"{', '.join(self.what)}: {size}\n"
                f"duration {self.result['duration']}, {VERDICTS[self.result['verdict']]}; "
                f"bottlenecks busy {100 * self.busy:.3g}% of the time")


def counted(number, what):
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def source_of(transfer, names):
    """The node that sends; of a case what its name says, else its first channel."""
    if transfer["source"] is not None:
        return str(transfer["source"])
    source, arrow, _ = (transfer["name"] or "").partition("->")
    return source if arrow or not transfer["channels"] else names[transfer["channels"][0]]


def by_number(text):
    return (0, int(text), "") if text.isdigit() else (1, 0, text)


def read_schedule(path):
    try:
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
    except OSError as error:
        raise InputError(f"{path}: cannot read: {error.strerror}") from None
    except ValueError as error:
        raise InputError(f"{path}: not JSON: {error}; expected {MADE_BY}") from None
    try:
        schedule = Schedule(document)
    except (KeyError, TypeError) as error:
        raise InputError(f"{path}: {error!r}; expected {MADE_BY}") from None
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    if not schedule.texts:
        raise InputError(f"{path}: no transfer uses a channel")
    return schedule
