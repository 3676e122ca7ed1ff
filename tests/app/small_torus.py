"""Configs that end-to-end tests run: a 4x4 torus, done in a moment, and a ring."""


def ini(*sections):
    """A config of sections such as "router: vcs=2, buffer_flits=4"."""
    lines = [""]
    for section in sections:
        name, _, settings = section.partition(": ")
        lines += [f"[{name}]", *(setting.replace("=", " = ", 1)
                                 for setting in settings.split(", ") if setting)]
    return "\n".join(lines) + "\n"


TORUS = ini("topology: kind=torus, dimensions=4x4", "routing: algorithm=dor")
CONFIG = TORUS + ini(
    "router: vcs=2, buffer_flits=4",
    "traffic: pattern=uniform, load=0.2, load_unit=capacity, packet_flits=4",
    "run: warmup_cycles=500, measure_cycles=10000, drain_cycles=20000, seed=7")[1:]

# Overrides of a sweep of two loads and two routings.
TWO = ("traffic.load=0.1,0.2", "routing.algorithm=dor,o1turn", "router.vcs=4")

# A ring of 8 and messages from a list, as in docs/life_of_a_flit.md.
RING = ini("topology: kind=torus, dimensions=8", "routing: algorithm=dor",
           "traffic: injection=workload", "workload: file=p.csv, format=csv")
