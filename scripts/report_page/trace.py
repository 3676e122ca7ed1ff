"""What the page draws of files of output.trace: the packets cycle by cycle, and those that wait for each other at the end."""
import math

from channel_files import direction, grid_of
from row_configs import read_config
from trace_rows import CAUSE_WORDS, EVENT_NAMES, TraceRows

from report_page.titles import titled

MOST_EVENTS = 300_000  # that are animated
MOST_DRAWN = 1500  # routers
MOST_CIRCLES = 12


def read(path):
    return TraceRows(path, MOST_EVENTS)


def sections(file):
    circles = sorted(file.circles(), key=len)
    title = titled("Trace", file.path)
    network = network_of(file)
    if network["routers"] > MOST_DRAWN:
        return [{"kind": "words", **title, "words": f"Not drawn: {network['routers']} routers; at most {MOST_DRAWN} are."}]
    found = [animation(file, network, title)]
    if circles:
        found.append(knots(file, network, circles))
    return found


def animation(file, network, title):
    if file.event_count > MOST_EVENTS:
        return {"kind": "words", **title, "words": f"Not animated: {file.event_count} events; at most {MOST_EVENTS} are. Fewer are "
                "written with trace.from_cycle and trace.to_cycle, trace.one_in, trace.source or trace.packets."}
    return {"kind": "trace", **title, "network": network, "words": said_of(file)} | data_of(file, file.events)


def data_of(file, events):
    return {"packets": file.packets, "flits": [file.flits.get(packet, 0) for packet in range(len(file.packets))],
            "event_names": EVENT_NAMES, "causes": list(CAUSE_WORDS.values()), "events": {name: list(column) for name, column in events.items()}}


def knots(file, network, circles):
    """The last event of each flit of the packets of the circles tells where it is. `numbers`: their order in the circles, for their colours."""
    shown = circles[:MOST_CIRCLES]
    members = {packet for circle in shown for packet in circle}
    in_circles = {packet: i for circle in shown for i, packet in enumerate(circle)}
    events = sorted(event for (packet, _), event in file.last.items() if packet in members)
    held = [[packet, *channel] for packet in sorted(members) for channel in file.held.get(packet, ())]
    columns = {name: [event[i] for event in events] for i, name in enumerate(file.FIELDS)}
    own = sorted({packet for name in ("packet", "by") for packet in columns[name] if packet >= 0})
    place = {packet: i for i, packet in enumerate(own)} | {-1: -1}
    columns |= {name: [place[packet] for packet in columns[name]] for name in ("packet", "by")}
    return {"kind": "knot", **titled("Circles of waits at the end", file.path), "network": network, "last_cycle": file.last_cycle,
            "left_out": len(circles) - len(shown), "circles": [[place[packet] for packet in circle] for circle in shown],
            "held": [[place[packet], *channel] for packet, *channel in held]} | data_of(file, columns) | {
                "packets": [file.packets[packet] for packet in own], "flits": [file.flits.get(packet, 0) for packet in own], "numbers": [in_circles.get(packet, 0) for packet in own]}


def said_of(file):
    """What the file holds, as far as the config beside it says."""
    config = read_config(f"{file.path}.ini")
    settings = config.settings if config else {}
    usual = {"packets": "", "source": "", "destination": "", "from_cycle": "0", "to_cycle": "", "one_in": "1"}
    chosen = [f"trace.{key} = {settings[f'trace.{key}']}" for key in usual if settings.get(f"trace.{key}", usual[key]) != usual[key]]
    words = ("Only packets that were traced are shown, and buffers hold what is shown and what was not traced. "
             + (f"This file has those of {', '.join(chosen)}." if chosen
                else "No key of [trace] chose some of them, so these are all packets." if config
                else "Nothing says which ones, since FILE.ini is missing."))
    return words + (" Of several seeds the first is shown." if file.more_seeds else "")


def network_of(file):
    """Routers, links [router, port, to, its port], and radices of a grid of up to three dimensions."""
    radices = grid_of(file.path) or ()
    seen = {*file.routers}
    if radices and math.prod(radices) <= max(seen):  # the config is of another network
        radices = ()
    drawn_grid = 1 <= len(radices) <= 3
    if radices and math.prod(radices) <= MOST_DRAWN:
        routers, links = list(range(math.prod(radices))), grid_links(radices, is_torus(file.path))
    else:
        routers, links = sorted(seen), [[*left, *arrived] for left, arrived in sorted(file.links.items())]
    return {"routers": len(routers) if not radices else math.prod(radices), "ids": routers, "links": links,
            "radices": list(radices) if drawn_grid else [], "learned": not radices, "node_ports": sorted(map(list, file.node_ports)),
            "directions": [direction(port) for port in range(2 * len(radices))] if drawn_grid else [], "vcs": 1 + max(0, file.most_vc)}


def is_torus(path):
    return read_config(f"{path}.ini").settings.get("topology.kind") == "torus"


def grid_links(radices, torus):
    """Port 2d leads in the plus direction of dimension d, 2d + 1 in the minus direction; lines of three and more close to rings."""
    found, stride = [], 1
    for d, radix in enumerate(radices):
        for router in range(math.prod(radices)):
            x = router // stride % radix
            for port, to in ((2 * d, x + 1), (2 * d + 1, x - 1)):
                if 0 <= to < radix or torus and radix >= 3:
                    found.append([router, port, router + (to % radix - x) * stride, port ^ 1])
        stride *= radix
    return found
