"""Configs that end-to-end tests run: a 4x4 torus, done in a moment, and a ring."""

TORUS = """
[topology]
kind = torus
dimensions = 4x4
[routing]
algorithm = dor
"""
CONFIG = TORUS + """\
[router]
vcs = 2
buffer_flits = 4
[traffic]
pattern = uniform
load = 0.2
load_unit = capacity
packet_flits = 4
[run]
warmup_cycles = 500
measure_cycles = 10000
drain_cycles = 20000
seed = 7
"""

# Overrides of a sweep of two loads and two routings.
TWO = ("traffic.load=0.1,0.2", "routing.algorithm=dor,o1turn", "router.vcs=4")

# A ring of 8 and messages from a list, as in docs/life_of_a_flit.md.
RING = """
[topology]
kind = torus
dimensions = 8
[routing]
algorithm = dor
[traffic]
injection = workload
[workload]
file = p.csv
format = csv
"""
