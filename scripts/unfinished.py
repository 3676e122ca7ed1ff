"""Which result files are a part of a sweep: one that was interrupted, that is still being written, or that is one of several shards."""
import os
import re

from row_configs import read_config

SHARD = re.compile(r".* --shard (\d+)/(\d+)\b.*")


def change(path, config):
    """What was done to a file after it was finished; None: nothing that its size tells."""
    size, now = config.finished_bytes, os.path.getsize(path)
    if size is None or size == now:
        return None
    return f"{path} was changed after it was written: {now} bytes, by its FILE.ini {size}"


def interruption(path):
    return f"{path} is not finished: the sweep that writes it was interrupted, or is still running"


def remarks(paths):
    """[(warning, the same in short for a title)] of the files that do not hold all rows that their configs ask for."""
    found, shards = [], {}
    for path in paths:
        config = read_config(f"{path}.ini")
        if config is None:
            continue
        if changed := change(path, config):
            found.append((changed, f"{os.path.basename(path)} was changed"))
        elif os.path.exists(f"{path}.partial") or (config.finished_bytes is None and config.is_sweep):
            found.append((interruption(path), f"{os.path.basename(path)} is not finished"))
        if shard := SHARD.fullmatch(config.made_by):
            shards.setdefault(int(shard[2]), {})[int(shard[1])] = path
    for of, parts in shards.items():
        if len(parts) < of:  # all of them are the whole sweep
            names = ", ".join(map(str, sorted(parts)))
            found.append((f"{', '.join(parts.values())}: part {names} of {of} of a sweep; the other parts are not drawn",
                          f"part {names} of {of} of a sweep"))
    return found
