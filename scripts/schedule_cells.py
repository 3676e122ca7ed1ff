"""A schedule of `orthant schedule --frames FILE.json` as a table of channels and frames."""
from input_error import InputError
from sound_files import json_of

MADE_BY = "a file of `orthant schedule --frames FILE.json`"
IDLE = -1
NUMBERS = {2: "two", 3: "three"}
VERDICTS = {"liquid": "liquid", "not_liquid": "no schedule is liquid",
            "unknown": "whether one is liquid is unknown"}


MOST_CAPACITY, MOST_CELLS = 1024, 20_000_000
# What the members of each object are; None: null.
FORMS = {"result": {"transfers": (int, float), "duration": (int, float), "verdict": str},
         "channels": {"channel": int, "name": (str, type(None)), "load": (int, float), "bottleneck": bool},
         "transfers": {"transfer": int, "source": (int, type(None)), "name": (str, type(None)), "channels": list}}
TEXTS = ("topology", "dimensions", "routing", "collective")


def check_members(found, what):
    """Refuses an object that lacks a member, or has one of another kind."""
    if not isinstance(found, dict):
        raise InputError(f"an entry of '{what}' is no object; expected {MADE_BY}")
    for name, kinds in FORMS[what].items():
        value = found.get(name, found)
        if not isinstance(value, kinds) or isinstance(value, bool) and kinds is not bool:
            raise InputError(f"'{name}' of an entry of '{what}' is missing or of another kind; expected {MADE_BY}")


def list_of(found, name):
    if not isinstance(found, dict) or not isinstance(found.get(name), list):
        raise InputError(f"'{name}' is missing or no list; expected {MADE_BY}")
    return found[name]


def check_document(document):
    """Refuses what is no schedule, so that nothing else need look."""
    channels, frames = list_of(document, "channels"), list_of(document, "frames")
    check_members(document.get("result"), "result")
    if document["result"]["verdict"] not in VERDICTS:
        raise InputError(f"'verdict' is {document['result']['verdict']!r}; allowed: {', '.join(VERDICTS)}")
    for name in TEXTS:
        if not isinstance(document.get(name, 0), (str, type(None))):
            raise InputError(f"'{name}' is missing or no text; expected {MADE_BY}")
    for channel in channels:
        check_members(channel, "channels")
        if channel.get("capacity", 1) not in range(1, MOST_CAPACITY + 1):
            raise InputError(f"'capacity' of channel {channel['channel']} is {channel['capacity']!r}; allowed: 1 to {MOST_CAPACITY}")
    known = {channel["channel"] for channel in channels}
    for frame in frames:
        for transfer in list_of(frame, "transfers"):
            check_members(transfer, "transfers")
            for channel in transfer["channels"]:
                if not isinstance(channel, int) or channel not in known:
                    raise InputError(f"transfer {transfer['transfer']} uses channel {channel!r}; allowed: those of 'channels'")
    if len(frames) * sum(channel.get("capacity", 1) for channel in channels) > MOST_CELLS:
        raise InputError(f"{len(frames)} frames of {len(channels)} channels; allowed: at most {MOST_CELLS} cells")


class Schedule:
    """The cells of a picture, [channel][frame]: number of the transfer's source, or IDLE. A channel that
    carries several transfers at a time has a row for each."""

    def __init__(self, document):
        check_document(document)
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
                                         f"use channel {channel}; allowed: no more than it carries")
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
    document = json_of(path, MADE_BY)
    try:
        schedule = Schedule(document)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    if not schedule.texts:
        raise InputError(f"{path}: no transfer uses a channel; expected {MADE_BY}")
    return schedule
