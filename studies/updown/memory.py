"""What routers of up/down routing have to store, by the clusters of Zakrevski, Jaiswal & Karpovsky
2000.

Clusters grow from the root of a breadth-first tree, as those of routing.up_down.cluster_size do. A
router stores the links inside its own cluster and inside those on its way to the root: at most h^2
/ 2 bits for a cluster of h routers.
"""
import math


def read_links(path):
    """The neighbours of each router of an edge list."""
    neighbors = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        words = line.split("#")[0].split()
        if len(words) < 2 or words[0] == "nodes":
            continue
        a, b = int(words[0]), int(words[1])
        neighbors.setdefault(a, set()).add(b)
        neighbors.setdefault(b, set()).add(a)
    return neighbors


def children_of_tree(neighbors):
    """Of the breadth-first tree from router 0, neighbours by ascending number."""
    children, seen, order = {}, {0}, [0]
    for router in order:
        children[router] = [n for n in sorted(neighbors[router]) if n not in seen]
        seen.update(children[router])
        order += children[router]
    return children


def stored_bits(children, size):
    """The bits of each router, and the number of clusters of at most `size` routers."""
    bits, clusters = {}, 0
    tops = [(0, 0)]  # the first router of a cluster, bits of the clusters above it
    for top, above in tops:
        opened, taken = [top], []
        while opened and len(taken) < size:
            taken.append(opened.pop(0))
            opened += children[taken[-1]]
        own = above + len(taken) ** 2 / 2
        bits.update(dict.fromkeys(taken, own))
        tops += [(router, own) for router in opened]
        clusters += 1
    return bits, clusters


def stated_bits(routers, size):
    """M_r = log2(Q) N^2 / (2 Q^2), which the paper states for Q = N / H equal clusters of H routers
    of a balanced binary tree."""
    clusters = routers / size
    return math.log2(clusters) * routers**2 / (2 * clusters**2)
