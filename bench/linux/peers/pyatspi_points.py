"""Descends to the element under each point with pyatspi. Usage: pyatspi_points.py PID POINTS

POINTS: [{"x", "y", "role", "name"}, …] with what is expected there. Prints {"ms": all of it, "right": how many were}.
"""

import json
import sys
import time

import pyatspi

from atspi_window import find_frame


def element_at(frame, x, y):
    """As deep as the app answers: GTK answers one level at a time, Chromium all of them."""
    element = frame
    while True:
        try:
            child = element.queryComponent().getAccessibleAtPoint(x, y, pyatspi.DESKTOP_COORDS)
        except Exception:
            return element
        if child is None or child == element:
            return element
        element = child


def main():
    points = json.loads(sys.argv[2])
    frame = find_frame(int(sys.argv[1]))
    start = time.perf_counter()
    right = 0
    for point in points:
        element = element_at(frame, point["x"], point["y"])
        if element.getRoleName() == point["role"] and element.name == point["name"]:
            right += 1
    print(json.dumps({"ms": (time.perf_counter() - start) * 1000, "right": right}))


main()
