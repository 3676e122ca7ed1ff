"""What the page draws of files of saturate: a bar for the largest stable load of every combination of keys; and of runs without a load."""
import collections
import math

from palette import MARKS, UNIT_NAMES
from repetitions import check_verdict, mean, value, verdict

from report_page.curves import HIDDEN_COLUMNS, column_title
from report_page.result_rows import short

ENDS = ("completion_cycles", "cycles")  # what is drawn first of programs and schedules


def section(results):
    rows = range(len(results.rows))
    units = [unit for unit in UNIT_NAMES if all(
        not math.isnan(file.number(row, f"saturation_{unit}")) or math.isnan(file.number(row, "saturation_flits"))
        for file, row in results.rows)]
    bars = [bar(results, group, units) | {"values": values} for values, group in results.indexed_groups(results.differing, rows)]
    marks = [{"name": name, "title": words, "filled": filled, "shape": {"o": "circle", "x": "crossRot", "D": "rectRot"}[shape]}
             for name, (words, shape, filled) in MARKS.items()
             if any(load is not None for one in bars for load in one["marks"].get(name, {}).values())]
    return {"kind": "bars", "title": "Largest stable loads", "chosen": "loads as",
            "upwards": "largest stable load", "repetitions": "searches", "units": units, "unit": results.choose_unit(units), "unit_names": UNIT_NAMES,
            "keys": [results.key_data(key) for key in results.differing], "bars": bars, "marks": marks}


def programs(results):
    """Bars of rows without a load, a column at a time: workloads and schedules, which are over when all has arrived."""
    rows = [number for number, (file, row) in enumerate(results.rows) if not file.text(row, "load")]
    for file, row in map(results.rows.__getitem__, rows):
        check_verdict(file.path, row + 1, file.text(row, "verdict"))
    numeric = list(dict.fromkeys(name for file in results.files for name in file.numeric() if name not in HIDDEN_COLUMNS))
    columns = [name for name in numeric if any(not math.isnan(file.number(row, name)) for file, row in map(results.rows.__getitem__, rows))]
    ends = [name for name in ENDS if name in columns]
    if not ends:
        return None
    columns = [ends[0], *(name for name in columns if name != ends[0])]
    bars = []
    for values, group in results.indexed_groups(results.differing, rows):
        records = [results.record(number, [*columns, "latency_ci95"]) for number in group]
        figures = {name: value(records, name) for name in columns}
        bars.append({"values": values, "load": {name: short(figure) for name, (figure, _) in figures.items()},
                     "half_width": {name: short(width) for name, (_, width) in figures.items()}, "runs": len(records),
                     "verdict": verdict(records), "marks": {}})
    return {"kind": "bars", "title": "Runs without a load", "chosen": "drawn", "upwards": "", "repetitions": "runs", "units": columns, "unit": columns[0],
            "unit_names": {name: column_title(name) for name in columns}, "keys": [results.key_data(key) for key in results.differing],
            "bars": bars, "marks": []}


def bar(results, group, units):
    names = ["saturation_load", *(f"saturation_{unit}" for unit in units), "saturation_flits", *MARKS]
    records = [results.record(number, list(dict.fromkeys(names))) for number in group]
    loads = {unit: value(records, f"saturation_{unit}") for unit in units}
    verdicts = collections.Counter(record["verdict"] for record in records)
    return {"load": {unit: short(load) for unit, (load, _) in loads.items()},
            "half_width": {unit: short(width) for unit, (_, width) in loads.items()},
            "runs": len(records), "verdict": ", ".join(verdicts),
            "marks": {name: {unit: short(mean(in_unit(record, name, unit) for record in records)) for unit in units} for name in MARKS}}


def in_unit(record, name, unit):
    """A load of a column in `unit`; NaN where it cannot be converted, at a saturation load of 0."""
    own = record["saturation_flits" if name.endswith("_flits") else "saturation_load"]
    return record[name] * record[f"saturation_{unit}"] / own if own else math.nan
