"""Confidence intervals of the mean over repetitions."""
import math
import statistics

# Two-sided 95 % points of Student's t for 1, 2, ... degrees of freedom.
T95 = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179,
       2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064,
       2.060, 2.056, 2.052, 2.048, 2.045, 2.042]
NORMAL95 = 1.960


def half_width(samples):
    """Of the 95 % interval of the mean of two or more independent samples."""
    degrees = len(samples) - 1
    t = T95[degrees - 1] if degrees <= len(T95) else NORMAL95
    return t * statistics.stdev(samples) / math.sqrt(len(samples))
