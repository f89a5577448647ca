"""What the Python peers share: finding the window, and which elements have a text or value that a person would read."""

import json
import time
from pathlib import Path

import pyatspi

# As many characters of a text as the others read.
ROW_CHARACTERS = 1000
# Between the looks the app may settle, as with every other contestant. Seconds.
PAUSE = 0.5

TEXTUAL = {
    pyatspi.ROLE_ENTRY,
    pyatspi.ROLE_TEXT,
    pyatspi.ROLE_TERMINAL,
    pyatspi.ROLE_SPIN_BUTTON,
    pyatspi.ROLE_AUTOCOMPLETE,
    pyatspi.ROLE_EDITBAR,
    pyatspi.ROLE_DATE_EDITOR,
}
NUMERIC = {
    pyatspi.ROLE_SLIDER,
    pyatspi.ROLE_SPIN_BUTTON,
    pyatspi.ROLE_PROGRESS_BAR,
    pyatspi.ROLE_SCROLL_BAR,
    pyatspi.ROLE_DIAL,
    pyatspi.ROLE_LEVEL_BAR,
    pyatspi.ROLE_RATING,
}


def wants_text(role, name, states):
    """Whether a person would read the element's text as its value."""
    if role == pyatspi.ROLE_PASSWORD_TEXT:
        return False
    return role in TEXTUAL or pyatspi.STATE_EDITABLE in states or (role == pyatspi.ROLE_LABEL and not name)


def wants_number(role):
    return role in NUMERIC


def find_frame(pid):
    """The largest frame of the app with that process id."""
    for app in pyatspi.Registry.getDesktop(0):
        try:
            if app is not None and app.get_process_id() == pid:
                return max((frame for frame in app if frame is not None), key=area)
        except Exception:
            continue
    raise SystemExit(f"no frame of process {pid}")


def area(element):
    try:
        extents = element.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
        return extents.width * extents.height
    except NotImplementedError:
        return 0


def app_cpu(pid):
    """Processor time of the app's main thread, in milliseconds."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e6


def look_twice(pid, anchor, warm_ups, walk):
    """Prints what two walks cost and found: `{"looks": [{"ms", "own", "app", "nodes", "values", "errors"}, …]}`."""
    other, frame = find_frame(anchor), find_frame(pid)
    for _ in range(warm_ups):
        walk(other, no_counts())
    looks = []
    for look in range(2):
        if look > 0:
            time.sleep(PAUSE)
        counts = no_counts()
        app, own, start = app_cpu(pid), time.process_time(), time.perf_counter()
        walk(frame, counts)
        spent = {"ms": (time.perf_counter() - start) * 1000, "own": (time.process_time() - own) * 1000}
        looks.append({**spent, "app": app_cpu(pid) - app, **counts})
    print(json.dumps({"looks": looks}))


def no_counts():
    return {"nodes": 0, "values": 0, "errors": 0}
