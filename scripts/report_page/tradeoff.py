"""What the page draws of files of analyze and design: path length against guaranteed throughput, a point for each row."""
import math

from row_configs import DERIVED_KEYS

from report_page.curves import column_title
from report_page.result_rows import short

THROUGHPUTS = {"worst_case_throughput": "worst-case throughput", "average_case_throughput": "average-case throughput",
               "uniform_throughput": "throughput under uniform traffic", "pattern_throughput": "throughput under the pattern"}
LENGTHS = {"path_length_normalized": "mean path length (minimal = 1)", "path_length_mean": "mean path length (hops)",
           "path_length_max": "longest path (hops)", "stretch_max": "largest stretch"}
RATIOS = {"path_length_normalized", "stretch_max"}  # of shortest paths
VERB = "verb"  # tells rows of analyze from those of design
# Keys along which rows are a curve, of designs and of mixtures of two routings.
ALONG = ["locality", "design.throughput", "routing.interpolated.weight"]


def section(results):
    rows = range(len(results.rows))
    named = {**THROUGHPUTS, **LENGTHS, "vc_classes": column_title("vc_classes")}
    columns = [name for name in named if any(not math.isnan(file.number(row, name)) for file, row in results.rows)]
    keys = differing_keys(results)
    along = next((key for key in ALONG if key in keys), None)
    points = []
    for values, group in results.indexed_groups(keys, rows):
        for number in group:
            record = results.record(number, columns)
            points.append({"values": values, "figures": [short(record[name]) for name in columns],
                           "along": results.keys[along][number] if along else ""})
    return {"kind": "tradeoff", "title": "Throughput against path length", "keys": [key_data(results, key) for key in keys],
            "columns": [{"name": name, "title": named[name] + (" (fraction of capacity)" if name in THROUGHPUTS else ""),
                         "least": 1 if name in RATIOS else 0} for name in columns],
            "x": next((name for name in THROUGHPUTS if name in columns), None), "y": next((name for name in LENGTHS if name in columns), None),
            "along": keys.index(along) if along else None, "points": points}


def differing_keys(results):
    """Those that differ among the rows of one verb: what design does not read tells nothing of its rows. The verb is another."""
    verbs = ["design" if "dual_gap" in file.place else "analyze" for file, _ in results.rows]
    found = [key for key, values in results.keys.items() if key not in DERIVED_KEYS and any(
        len({value for value, own in zip(values, verbs) if own == verb}) > 1 for verb in set(verbs))]
    if len(set(verbs)) > 1:
        results.keys[VERB] = verbs
        found.insert(0, VERB)
    return found


def key_data(results, key):
    """A key that a file lacks, as the routing of a design, has no word in a name."""
    if key == VERB:
        values = list(dict.fromkeys(results.keys[VERB]))
        return {"name": VERB, "title": VERB, "values": values, "labels": ["" if verb == "analyze" else "by design" for verb in values]}
    data = results.key_data(key)
    missing = [text == "" for text in dict.fromkeys(results.keys[key])]
    return data | {"labels": ["" if none else label for none, label in zip(missing, data["labels"])]}
