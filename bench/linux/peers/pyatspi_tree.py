"""Reads the tree of one window with pyatspi, twice. Usage: pyatspi_tree.py PID ANCHOR_PID MAX_CHILDREN WARM_UPS"""

import sys

import pyatspi

from atspi_window import ROW_CHARACTERS, look_twice, wants_number, wants_text


def read_text(element):
    try:
        text = element.queryText()
    except NotImplementedError:
        return False
    text.getText(0, min(text.characterCount, ROW_CHARACTERS))
    return True


def read_number(element):
    try:
        element.queryValue().currentValue
        return True
    except NotImplementedError:
        return False


def read_extents(element):
    try:
        element.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
    except NotImplementedError:
        pass


def read_element(element, counts):
    counts["nodes"] += 1
    role = element.getRole()
    name = element.name
    element.description
    states = element.getState().getStates()
    read_extents(element)
    if (wants_text(role, name, states) and read_text(element)) or (wants_number(role) and read_number(element)):
        counts["values"] += 1


def walk(element, max_children, counts):
    try:
        read_element(element, counts)
        child_count = min(element.childCount, max_children)
    except Exception:
        counts["errors"] += 1
        return
    for index in range(child_count):
        try:
            child = element.getChildAtIndex(index)
        except Exception:
            counts["errors"] += 1
            continue
        if child is not None:
            walk(child, max_children, counts)


def main():
    sys.setrecursionlimit(10_000)
    pid, anchor, max_children, warm_ups = map(int, sys.argv[1:])
    look_twice(pid, anchor, warm_ups, lambda frame, counts: walk(frame, max_children, counts))


main()
