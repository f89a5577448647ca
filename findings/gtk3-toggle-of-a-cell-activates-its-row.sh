#!/usr/bin/env bash
# The action `toggle` of a cell with a check box in a tree view of GTK 3 toggles nothing: it activates the row, as a double click does.
#
# One would expect it to do what its description says (“Toggles the cell”), which is what a press on the cell and the space key do. GTK
# 3.24 answers true, emits row-activated (which opens what the row stands for in most apps) and leaves the box as it was.
# Its three other actions have descriptions in place of names, so that a search for `activate` or `edit` does not find them.
#
# Seen with Debian 12: GTK 3.24.38, at-spi2-core 2.46.0, openbox 3.6.1, xdotool 3.20160805.
# Exits 0 while this is so, 1 once the action toggles, 2 where it cannot be set up.
set -u
packages="gir1.2-gtk-3.0 libgtk-3-0 xdotool gir1.2-atspi-2.0 python3-gi xvfb dbus at-spi2-core openbox"
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
        log.write(' '.join(words) + '\n')
tell('begin')

rows = Gtk.ListStore(bool, str)
rows.append([False, 'first'])
rows.append([False, 'second'])
def toggle(_, path):
    rows[path][0] = not rows[path][0]
    tell(f'toggled:{path}')
box = Gtk.CellRendererToggle()
box.connect('toggled', toggle)
view = Gtk.TreeView(model=rows)
view.append_column(Gtk.TreeViewColumn('Box', box, active=0))
view.append_column(Gtk.TreeViewColumn('Text', Gtk.CellRendererText(), text=1))
view.connect('row-activated', lambda _, path, column: tell(f'row-activated:{path}'))
window = Gtk.Window(title='Rows')
window.add(view)
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

def heard():
    listen(1)
    with open(os.environ['work'] + '/log') as log:
        return log.read().split()

import subprocess

text = named('first')['first']
cell = text.get_parent().get_child_at_index(text.get_index_in_parent() - 1)
names = [Atspi.Action.get_action_name(cell, index) for index in range(Atspi.Action.get_n_actions(cell))]
print(f'saw actions {names}')
box = cell.get_extents(Atspi.CoordType.SCREEN)
subprocess.run(['xdotool', 'mousemove', str(box.x + box.width // 2), str(box.y + box.height // 2), 'click', '1'], check=True)
pressed = heard()[1:]
print(f'saw after a press on the cell: {pressed}')
if pressed != ['toggled:0'] or names[0] != 'toggle':
    sys.exit(2)
answered = Atspi.Action.do_action(cell, 0)
acted = heard()[2:]
print(f'saw after the action toggle: answered {answered}, {acted}')
sys.exit(0 if acted == ['row-activated:0'] else 1)
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
