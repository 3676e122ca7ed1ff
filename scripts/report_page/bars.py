"""What the page draws of files of saturate: a bar for the largest stable load of every combination of keys."""
import collections
import math

from palette import MARKS, UNIT_NAMES
from repetitions import mean, value

from report_page.result_rows import short


def section(results):
    rows = range(len(results.rows))
    units = [unit for unit in UNIT_NAMES if all(
        not math.isnan(file.number(row, f"saturation_{unit}")) or math.isnan(file.number(row, "saturation_flits"))
        for file, row in results.rows)]
    bars = [bar(results, group, units) | {"values": values} for values, group in results.indexed_groups(results.differing, rows)]
    marks = [{"name": name, "title": words, "filled": filled, "shape": {"o": "circle", "x": "crossRot", "D": "rectRot"}[shape]}
             for name, (words, shape, filled) in MARKS.items()
             if any(load is not None for one in bars for load in one["marks"].get(name, {}).values())]
    return {"kind": "bars", "title": "Largest stable loads", "units": units, "unit": results.choose_unit(units), "unit_names": UNIT_NAMES,
            "keys": [results.key_data(key) for key in results.differing], "bars": bars, "marks": marks}


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
