"""Reads the tree of one window with dogtail's own node properties, twice. Usage: dogtail_tree.py PID ANCHOR_PID MAX_CHILDREN WARM_UPS"""

import sys

from dogtail.config import config

config.checkForA11y = False
config.logDebugToFile = False
config.logDebugToStdOut = False

# Importing it gives every accessible object dogtail's properties.
import dogtail.tree  # noqa: E402,F401

from atspi_window import look_twice, wants_number, wants_text  # noqa: E402


def read_element(node, counts):
    counts["nodes"] += 1
    role = node.role
    name = node.name
    node.description
    states = node.getState().getStates()
    node.extents
    has_text = wants_text(role, name, states) and node.text is not None
    if has_text or (wants_number(role) and node.value is not None):
        counts["values"] += 1


def children_of(node, max_children):
    # dogtail's own limit works once per process only.
    if node.childCount <= max_children:
        return node.children
    return [child for child in (node[index] for index in range(max_children)) if child is not None]


def walk(node, max_children, counts):
    try:
        read_element(node, counts)
        children = children_of(node, max_children)
    except Exception:
        counts["errors"] += 1
        return
    for child in children:
        walk(child, max_children, counts)


def main():
    sys.setrecursionlimit(10_000)
    pid, anchor, max_children, warm_ups = map(int, sys.argv[1:])
    config.childrenLimit = max_children
    look_twice(pid, anchor, warm_ups, lambda frame, counts: walk(frame, max_children, counts))


main()
