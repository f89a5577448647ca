#!/usr/bin/env bash
# While a person edits a cell of a tree view of GTK 3, the field is in no accessibility tree, and no element there says that it has the
# focus (only the event that it gets it names the field); the cell's action `edit` answers true and edits nothing.
#
# One would expect the entry that opens in the cell to be a child of the table or the cell, and `edit` to open it. A click opens it and keys go to
# it, yet no element appears, the cell tells its old text until Enter, and no element says FOCUSED. `edit`, which each cell offers (also
# those that are not editable), selects the row and moves the keyboard there. To change a cell one has to click and type unseen.
#
# Seen with Debian 12: GTK 3.24.38, at-spi2-core 2.46.0, openbox 3.6.1, xdotool 3.20160805.
# Exits 0 while this is so, 1 once the field is an element or `edit` edits, 2 where it cannot be set up.
set -u
packages="gir1.2-gtk-3.0 libgtk-3-0 gir1.2-atspi-2.0 python3-gi xvfb dbus at-spi2-core openbox xdotool"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/app.py" <<'PY'
import os
import gi
gi.require_version('Gtk', '3.0')
from gi.repository import Gtk

def tell(*words):
    with open(os.environ['work'] + '/log', 'a') as log:
        log.write(' '.join(map(str, words)) + '\n')

store = Gtk.ListStore(str)
for name in ('First', 'Second'):
    store.append([name])
cells = Gtk.CellRendererText(editable=True)
cells.connect('editing-started', lambda *_: tell('editing'))
cells.connect('edited', lambda _, path, text: tell('edited', path, text))
table = Gtk.TreeView(model=store, enable_search=False)
table.append_column(Gtk.TreeViewColumn('Name', cells, text=0))
window = Gtk.Window(title='Cells')
window.add(table)
window.show_all()
Gtk.main()
PY
cat >"$work/ask.py" <<'PY'
import os, sys, time
import gi
gi.require_version('Atspi', '2.0')
from gi.repository import Atspi, GLib

def walk(node, depth=0):
    yield node
    for index in range(min(node.get_child_count(), 300) if depth < 25 else 0):
        child = node.get_child_at_index(index)
        if child:
            yield from walk(child, depth + 1)

def everything():
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        app = desktop.get_child_at_index(index)
        if app:
            yield from walk(app)

def listen(seconds):
    context = GLib.MainContext.default()
    end = time.time() + seconds
    while time.time() < end:
        if not context.iteration(False):
            time.sleep(0.01)

def named(*names):
    end = time.time() + 60
    while time.time() < end:
        found = {}
        try:
            for node in everything():
                if node.get_name() in names:
                    found.setdefault(node.get_name(), node)
        except GLib.Error:
            pass
        if len(found) == len(names):
            listen(1)
            return found
        listen(1)
    sys.exit(2)

import subprocess

def told():
    listen(1)
    try:
        return open(os.environ['work'] + '/log').read().splitlines()
    except FileNotFoundError:
        return []

cell = named('First', 'Second')['First']

def fields():
    return [node.get_role_name() for node in everything() if 'EditableText' in node.get_interfaces()]

def focused():
    return [f'{node.get_role_name()} {node.get_name()}' for node in everything() if node.get_state_set().contains(Atspi.StateType.FOCUSED)]

actions = [Atspi.Action.get_action_name(cell, index) for index in range(Atspi.Action.get_n_actions(cell))]
answer = Atspi.Action.do_action(cell, actions.index('edit'))
by_action = told()
print(f'saw after `edit`, which answers {answer}: the app tells {by_action}, focus {focused()}')
box = Atspi.Component.get_extents(cell, Atspi.CoordType.SCREEN)
for _ in range(2):
    subprocess.run(['xdotool', 'mousemove', str(box.x + box.width // 2), str(box.y + box.height // 2), 'click', '1'], check=True)
    listen(1.5)
    if told():
        break
by_click = told()
unseen = fields(), focused()
print(f'saw after a click: the app tells {by_click}, fields {unseen[0]}, focus {unseen[1]}')
subprocess.run(['xdotool', 'type', 'New'], check=True)
listen(1)
print(f'saw after typing: the cell says {cell.get_name()!r}')
subprocess.run(['xdotool', 'key', 'Return'], check=True)
typed = told()[-1:]
print(f'saw after Enter: the app tells {typed}')
if 'editing' not in by_click or typed != ['edited 0 New']:
    sys.exit(2)
sys.exit(0 if answer and not by_action and unseen == ([], []) else 1)
PY
cat >"$work/session.sh" <<'SH'
unset WAYLAND_DISPLAY AT_SPI_BUS_ADDRESS
Xvfb -displayfd 3 -screen 0 1000x800x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display") XDG_CONFIG_HOME=$work/config GTK_USE_PORTAL=0 QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1
dbus-send --session --print-reply --dest=org.a11y.Bus /org/a11y/bus org.freedesktop.DBus.Properties.Set \
  string:org.a11y.Status string:IsEnabled variant:boolean:true >/dev/null
openbox & wm=$!
sleep 1
/usr/bin/python3 -W ignore "$work/app.py" & app=$!
timeout 120 /usr/bin/python3 -W ignore "$work/ask.py"; code=$?
kill $app $xvfb $wm; wait
exit $code
SH
export work
HOME=$work XDG_RUNTIME_DIR=$work dbus-run-session -- bash "$work/session.sh" 2>/dev/null | grep '^saw'
exit "${PIPESTATUS[0]}"
