"""What the page draws of files of run and sweep: curves over the load, a point for rows that differ in the seed only."""
import math

from palette import UNIT_NAMES
from repetitions import VERDICTS, check_point, offered, value, verdict

from report_page.result_rows import short

MOST_POINTS = 20000  # with all columns; the page of more has the main ones
MAIN_COLUMNS = {"latency_mean", "latency_p99", "accepted_capacity", "accepted_flits"}
DRAWN_FIRST = {"latency_mean", "accepted_capacity", "accepted_flits"}
HIDDEN_COLUMNS = {"load", "seed", "latency_ci95", "offered_capacity", "offered_flits"}
WORDS = {"latency_mean": "mean packet latency (cycles)", "accepted_capacity": "accepted load (fraction of capacity)",
         "accepted_flits": "accepted load (flits/node/cycle)", "hops_mean": "mean hops"}


def column_title(column):
    words = column.replace("_", " ").replace("latency p", "latency, percentile ")
    return WORDS.get(column, words + (" (cycles)" if "latency" in column and not column.endswith("_ns") else ""))


def section(results):
    """The data of the section, None where no row has a load, or none a latency or an accepted load."""
    with_load = [number for number, (file, row) in enumerate(results.rows) if file.text(row, "load")]
    if not with_load:
        return None
    for number in with_load:
        file, row = results.rows[number]
        check_point(file.path, row + 1, file.text(row, "verdict"), file.number(row, "load"))
    units = [unit for unit in UNIT_NAMES if has_all(results, with_load, unit)]
    columns = drawn_columns(results, with_load)
    if not DRAWN_FIRST & {*columns}:  # all deadlocked before anything was measured
        return None
    keys = results.differing
    drained = any(file.text(row, "verdict") == "drained" for file, row in (results.rows[number] for number in with_load))
    lines = [line(results, rows, units, columns, drained) | {"values": values}
             for values, rows in results.indexed_groups(keys, with_load)]
    return {"kind": "curves", "title": "Latency and accepted load", "units": units, "unit": results.choose_unit(units),
            "unit_names": UNIT_NAMES, "verdicts": VERDICTS, "keys": [results.key_data(key) for key in keys],
            "columns": [{"name": name, "title": column_title(name)} for name in columns], "lines": lines}


def has_all(results, rows, unit):
    """Whether every row with a measured load has it in this unit."""
    return all(not math.isnan(file.number(row, f"offered_{unit}")) or math.isnan(file.number(row, "offered_flits"))
               for file, row in (results.rows[number] for number in rows)) and \
        any(f"offered_{unit}" in file.place for file in results.files)


def drawn_columns(results, rows):
    names = dict.fromkeys(name for file in results.files for name in file.numeric() if name not in HIDDEN_COLUMNS)
    return [name for name in names if len(rows) <= MOST_POINTS or name in MAIN_COLUMNS]


def line(results, rows, units, columns, until_drained):
    loads = [f"{name}_{unit}" for unit in units for name in ("offered", "accepted")]
    needed = list(dict.fromkeys([*columns, "load", "latency_ci95", *loads]))
    points = {}
    for number in rows:
        record = results.record(number, needed)
        points.setdefault(record["load"], []).append(record)
    loads = sorted(points)
    points = [points[load] for load in loads]
    data = {"loads": loads, "verdicts": [VERDICTS.index(verdict(point)) for point in points], "runs": [len(point) for point in points],
            "x": {unit: [short(offered(point, unit, until_drained)) for point in points] for unit in units},
            "y": {}, "half_width": {}}
    for column in columns:
        pairs = [value(point, column) for point in points]
        data["y"][column] = [short(mean) for mean, _ in pairs]
        if any(not math.isnan(width) for _, width in pairs):
            data["half_width"][column] = [short(width) for _, width in pairs]
    return data
