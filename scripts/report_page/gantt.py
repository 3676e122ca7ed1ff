"""What the page draws of files of schedule --frames FILE.json: which transfer uses which channel in which frame."""
from schedule_cells import read_schedule

MOST_TEXTS = 20000  # names of transfers, for the pointer


def section(path):
    schedule = read_schedule(path)
    named = len(schedule.texts) <= MOST_TEXTS
    short = f"Frames of {path}"
    title = f"Frames: {', '.join(schedule.what)}" if schedule.what else short
    return {"kind": "gantt", "title": title, "short": short, "words": schedule.title(), "frames": schedule.frames, "sources": schedule.sources,
            "channels": [f"{channel['name'] or channel['channel']}" for channel in schedule.channels],
            "loads": [channel["load"] for channel in schedule.channels], "bottlenecks": schedule.bottlenecks, "cells": schedule.cells,
            "texts": [[*place, text] for place, text in schedule.texts.items()] if named else []}
