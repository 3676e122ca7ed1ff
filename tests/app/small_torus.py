"""The config that end-to-end tests run: a 4x4 torus, done in a moment."""

CONFIG = """
[topology]
kind = torus
dimensions = 4x4
[routing]
algorithm = dor
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
