"""Costs of two programs that are measured pair by pair, since the speed of a machine drifts:
ratios, with their spread."""
import statistics


def quartiles(values):
    return statistics.quantiles(values, n=4,
                                method="inclusive") if len(values) > 1 else [values[0]] * 3


def ratios(pairs, before, after):
    """A row for each scenario that both have: the median costs by name, and that of `after` over
    that of `before`, pair by pair: median and quartiles. `pairs`: ({scenario: cost of before},
    {scenario: cost of after})."""
    rows = []
    for scenario in pairs[0][0]:
        both = [(old[scenario], new[scenario]) for old, new in pairs if scenario in old
                and scenario in new]
        if both:
            low, median, high = quartiles([new / old for old, new in both])
            rows.append({"scenario": scenario, f"{before}_ns": statistics.median(old for old,
                                                                                 _ in both),
                         f"{after}_ns": statistics.median(new for _, new in both), "ratio": median,
                         "ratio_low": low, "ratio_high": high, "pairs": len(both)})
    return rows


def rounded(rows):
    """Of a CSV file."""
    return [{name: f"{value:.4f}" if isinstance(value, float) else value for name,
             value in row.items()} for row in rows]


def spread(row):
    return f"{row['ratio']:.3f} ({row['ratio_low']:.3f} to {row['ratio_high']:.3f})"
