"""pyatspi and dogtail as an agent would use them. Answers each line of standard input with a line of JSON; the first one is the list
of windows. Usage: accessible.py pyatspi|dogtail
"""

import json
import sys

import pyatspi

dogtail = sys.argv[1] == "dogtail"
if dogtail:
    from dogtail.config import config

    config.checkForA11y = False
    config.logDebugToFile = False
    config.logDebugToStdOut = False
    # Importing it gives every accessible object dogtail's properties.
    import dogtail.tree  # noqa: F401


def say(answer):
    print(json.dumps(answer), flush=True)


def frames():
    return [(app, frame) for app in pyatspi.Registry.getDesktop(0) if app for frame in app if frame]


def line_of(element, depth):
    """What a person would need of it, as one line."""
    if dogtail:
        role, name, actions, place = element.roleName, element.name, list(element.actions), element.extents
    else:
        role, name, actions, place = element.getRoleName(), element.name, actions_of(element), place_of(element)
    states = [pyatspi.stateToString(state) for state in element.getState().getStates()]
    return f"{' ' * depth}{role} {name!r} {element.description!r} {actions} {place} {states}"


def actions_of(element):
    try:
        action = element.queryAction()
        return [action.getName(i) for i in range(action.nActions)]
    except Exception:
        return []


def place_of(element):
    try:
        extents = element.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
        return (extents.x, extents.y, extents.width, extents.height)
    except Exception:
        return None


def look(element, depth=0):
    yield line_of(element, depth)
    for child in element:
        if child is not None:
            yield from look(child, depth + 1)


def press(frame, name):
    button = pyatspi.findDescendant(frame, lambda element: element.name == name)
    if dogtail:
        button.doActionNamed("click")
    else:
        button.queryAction().doAction(0)


say({"windows": len(frames())})
frame = None
for line in sys.stdin:
    order, argument = json.loads(line)
    if order == "look":
        frame = next(frame for app, frame in frames() if app.get_process_id() == argument)
        lines = list(look(frame))
        say({"elements": len(lines), "text": "\n".join(lines)})
    else:
        press(frame, argument)
        say({})
