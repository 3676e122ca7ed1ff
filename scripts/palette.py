"""Colours and words that all drawings of results share."""
# Colours that stay apart for colour-blind readers.
COLOURS = ["#0b5394", "#c8501e", "#1b8a6b", "#8f4a93", "#8a6d00", "#3d3d3d", "#5aa9dc", "#b3446c"]
MAP_COLOURS = "viridis"  # of heat maps: told apart in grey, and by colour-blind readers
UNIT_NAMES = {"capacity": "fraction of capacity", "flits": "flits/node/cycle"}
# Columns of loads that are marked where they are filled: name, marker, whether the mark is filled.
MARKS = {"metastable_from": ("metastable from", "o", False),
         "deadlock_load": ("a deadlock at", "x", True),
         "accepted_beyond_flits": ("accepted at full load", "D", False)}
# Columns of output.energy.
ROUTER_FIGURES = {"picojoules": "energy of the window (pJ)",
                  "buffer_writes": "flits written",
                  "buffer_reads": "flits read",
                  "crossbar": "flits through the switch",
                  "link": "flits to other routers",
                  "vc_allocations": "grants of VCs",
                  "switch_allocations": "grants of the switch"}
