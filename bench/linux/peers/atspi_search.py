"""Finds an element by role and name, twice. Usage: atspi_search.py pyatspi|dogtail PID ROLE NAME

Prints {"looks": [milliseconds, milliseconds], "found": how many of the two found it}.
"""

import json
import sys
import time

from dogtail.config import config

config.checkForA11y = False
config.logDebugToFile = False
config.logDebugToStdOut = False
config.childrenLimit = 1000

import dogtail.tree  # noqa: E402,F401
import pyatspi  # noqa: E402
from dogtail.predicate import GenericPredicate  # noqa: E402

from atspi_window import find_frame  # noqa: E402


def search_with_pyatspi(frame, role, name):
    return pyatspi.findDescendant(frame, lambda element: element.name == name and element.getRoleName() == role)


def search_with_dogtail(frame, role, name):
    return frame.findChild(GenericPredicate(name=name, roleName=role), retry=False, requireResult=False)


def main():
    who, pid, role, name = sys.argv[1:]
    search = search_with_pyatspi if who == "pyatspi" else search_with_dogtail
    frame = find_frame(int(pid))
    looks = []
    found = 0
    for _ in range(2):
        start = time.perf_counter()
        element = search(frame, role, name)
        looks.append((time.perf_counter() - start) * 1000)
        found += element is not None
    print(json.dumps({"looks": looks, "found": found}))


main()
