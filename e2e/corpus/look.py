"""Writes what shows of a process group's windows, as AT-SPI itself tells it: one JSON line for every element."""
import json, os, subprocess, sys, warnings
warnings.simplefilter('ignore')
import gi
gi.require_version('Atspi', '2.0')
from gi.repository import Atspi

group, most = int(sys.argv[1]), 3000
told = 0

def text_of(node):
    try:
        face = node.get_text_iface()
        return face.get_text(0, min(face.get_character_count(), 20000)) if face else ''
    except Exception:
        return ''

def value_of(node):
    try:
        face = node.get_value_iface()
        return face.get_current_value() if face else None
    except Exception:
        return None

def place_of(node):
    try:
        face = node.get_component_iface()
        place = face.get_extents(Atspi.CoordType.SCREEN) if face else None
        return [place.x, place.y, place.width, place.height] if place else None
    except Exception:
        return None

def origin_of(window):
    """GTK 4 tells places inside the window, which has a frame of its own: where that is on the screen."""
    listed = subprocess.run(['wmctrl', '-lpG'], capture_output=True, text=True).stdout
    for line in listed.splitlines():
        parts = line.split(None, 8)
        if os.getpgid(int(parts[2])) != group or parts[8] != window.get_name():
            continue
        x, y, width, height = map(int, parts[3:7])
        own = place_of(window)
        return x + (width - own[2]) // 2, y + (height - own[3]) // 2
    return 0, 0

def walk_corner(node, window, origin):
    """Of a sheet with millions of cells those that a small window shows."""
    table = node.get_table_iface()
    for row in range(12 if table else 0):
        for column in range(6):
            walk(table.get_accessible_at(row, column), window, origin)

def walk(node, window, origin):
    global told
    if node is None or told >= most:
        return
    try:
        states, role, name = node.get_state_set(), node.get_role_name(), node.get_name() or ''
        shows = states.contains(Atspi.StateType.VISIBLE if origin else Atspi.StateType.SHOWING)
        place = place_of(node)
        if place and origin:
            place = [place[0] + origin[0], place[1] + origin[1], place[2], place[3]]
        if not shows and role not in ('page tab', 'panel', 'filler', 'list box', 'menu', 'combo box', 'list'):
            return
        told += 1
        on = [each for each in ('checked', 'selected', 'focused', 'sensitive', 'expanded', 'pressed')
              if states.contains(getattr(Atspi.StateType, each.upper()))]
        print(json.dumps({'role': role, 'name': name, 'text': text_of(node), 'value': value_of(node), 'shows': shows,
                          'place': place, 'states': on, 'window': window}))
        if states.contains(Atspi.StateType.MANAGES_DESCENDANTS) and node.get_child_count() > 500:
            walk_corner(node, window, origin)
            return
        for index in range(node.get_child_count()):
            walk(node.get_child_at_index(index), window, origin)
    except Exception:
        return

desktop = Atspi.get_desktop(0)
for index in range(desktop.get_child_count()):
    app = desktop.get_child_at_index(index)
    try:
        if app is None or os.getpgid(app.get_process_id()) != group:
            continue
        for number in range(app.get_child_count()):
            window = app.get_child_at_index(number)
            is_gtk4 = app.get_toolkit_name() == 'GTK' and app.get_toolkit_version().startswith('4')
            walk(window, window.get_name() or '', origin_of(window) if is_gtk4 else None)
    except Exception:
        continue
