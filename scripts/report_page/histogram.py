"""What the page draws of files of output.histogram and output.packets: how many packets had which latency, and the CDF."""
from latency_histogram import Histogram, bins_of

from report_page.result_rows import short
from report_page.titles import file_names, titled


def section(files):
    names = file_names([file.path for file in files])
    lines = [line(histogram_of(file)) | {"name": names[file.path]} for file in files]
    return {"kind": "histogram", **titled("Latencies of packets", *names), "lines": lines}


def histogram_of(file):
    rows = range(len(file.rows))
    if "latency_from" not in file.place:
        return Histogram(file.path, bins_of([file.number(row, "latency") for row in rows]))
    return Histogram(file.path, ([file.whole(row, name) for name in ("latency_from", "latency_to", "packets")] for row in rows))


def line(histogram):
    return {"edges": histogram.edges, "per_cycle": [short(100 * share) for share in histogram.per_cycle()],
            "below": [short(100 * share) for share in histogram.below], "packets": histogram.packets, "end": histogram.end(),
            "percentiles": [[100 * share, histogram.percentile(share)] for share in histogram.known()]}
