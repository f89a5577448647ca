#!/usr/bin/env bash
# An accessible row of a list view of GTK 4.8 is another row once the list is scrolled, under the same path and with no word of it.
#
# One would expect an accessible object to be one row for as long as it lives, or to become defunct: its path is how everything refers
# to it. GTK 4.8 has some two hundred objects for a list of a thousand rows and hands them on: the object that was “row 0” is another row
# after a scroll, and acts on that. Rows that the list does not draw are reported among them, the row's number is nowhere
# (GetIndexInParent counts the objects), and a name that was read before is worth nothing.
#
# Seen with Debian 12: libgtk-4-1 4.8.3, at-spi2-core 2.46.0.
# Exits 0 while this is so, 1 once an object stays its row, 2 where it cannot be set up.
set -u
packages="gir1.2-gtk-4.0 libgtk-4-1 gir1.2-atspi-2.0 python3-gi xvfb dbus at-spi2-core"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/app.py" <<'PY'
import gi
gi.require_version('Gtk', '4.0')
from gi.repository import GLib, Gtk

def show(app):
    window = Gtk.ApplicationWindow(application=app, title='Rows', default_width=300, default_height=200)
    factory = Gtk.SignalListItemFactory()
    factory.connect('setup', lambda _, item: item.set_child(Gtk.Label()))
    factory.connect('bind', lambda _, item: item.get_child().set_label(item.get_item().get_string()))
    rows = Gtk.SingleSelection.new(Gtk.StringList.new([f'row {index}' for index in range(1000)]))
    view = Gtk.ListView.new(rows, factory)
    pane = Gtk.ScrolledWindow(child=view)
    button = Gtk.Button(label='Scroll')
    button.connect('clicked', lambda _: pane.get_vadjustment().set_value(8000))
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    pane.set_vexpand(True)
    box.append(button)
    box.append(pane)
    window.set_child(box)
    window.present()

app = Gtk.Application(application_id='org.example.Rows')
app.connect('activate', show)
app.run()
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

found = named('row 0', 'Scroll')
row = found['row 0']
while row.get_role() != Atspi.Role.LIST_ITEM:
    row = row.get_parent()
view = row.get_parent()
defunct = []
listener = Atspi.EventListener.new(lambda event: defunct.append(event.source.path))
listener.register('object:state-changed:defunct')
def read():
    for node in walk(row):
        node.clear_cache()
    view.clear_cache()
    names = [node.get_name() for node in walk(row) if node.get_name()]
    return row.path, names[0], view.get_child_count()
before = read()
print(f'saw object {before[0][-12:]} as {before[1]!r}, in a list of {before[2]}')
Atspi.Action.do_action(found['Scroll'], 0)
listen(3)
after = read()
print(f'saw object {after[0][-12:]} as {after[1]!r}, in a list of {after[2]}; announced as gone: {row.path in defunct}')
sys.exit(0 if before[0] == after[0] and before[1] != after[1] and after[2] < 1000 and row.path not in defunct else 1)
PY
cat >"$work/session.sh" <<'SH'
unset WAYLAND_DISPLAY AT_SPI_BUS_ADDRESS
Xvfb -displayfd 3 -screen 0 1000x800x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display") XDG_CONFIG_HOME=$work/config GTK_USE_PORTAL=0 QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1
dbus-send --session --print-reply --dest=org.a11y.Bus /org/a11y/bus org.freedesktop.DBus.Properties.Set \
  string:org.a11y.Status string:IsEnabled variant:boolean:true >/dev/null
GSK_RENDERER=cairo /usr/bin/python3 -W ignore "$work/app.py" & app=$!
timeout 120 /usr/bin/python3 -W ignore "$work/ask.py"; code=$?
kill $app $xvfb; wait
exit $code
SH
export work
HOME=$work XDG_RUNTIME_DIR=$work dbus-run-session -- bash "$work/session.sh" 2>/dev/null | grep '^saw'
exit "${PIPESTATUS[0]}"
