#!/usr/bin/env bash
# Selection.SelectChild of a list box of GTK 4.8 counts rows that the app hides; its children do not. The index of a child selects another.
#
# One would expect one numbering for both, as in GTK 3: GetIndexInParent and GetSelectedChild are there to be handed from one to the other.
# GTK 4 leaves invisible rows (set_visible) out of the children, and takes the index for the rows of the app: with the first row hidden, the
# index of “Two” selects the hidden “One”, and is answered true; IsChildSelected then says that “Two” is. Only the state SELECTED of
# the row itself is right. Rows that a filter hides are children and count.
#
# Seen with Debian 12: libgtk-4-1 4.8.3, at-spi2-core 2.46.0.
# Exits 0 while this is so, 1 once an index selects its child, 2 where it cannot be set up.
set -u
packages="gir1.2-gtk-4.0 libgtk-4-1 gir1.2-atspi-2.0 python3-gi xvfb dbus at-spi2-core"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/app.py" <<'PY'
import os
import gi
gi.require_version('Gtk', '4.0')
from gi.repository import Gtk

def tell(*words):
    with open(os.environ['work'] + '/log', 'a') as log:
        log.write(' '.join(map(str, words)) + '\n')

def activate(app):
    window = Gtk.ApplicationWindow(application=app, title='Rows')
    rows = Gtk.ListBox()
    for name in ('One', 'Two', 'Three'):
        rows.append(Gtk.Label(label=name))
    rows.get_row_at_index(0).set_visible(False)
    rows.connect('row-selected', lambda _, row: tell('selected', row.get_child().get_label() if row else 'none'))
    window.set_child(rows)
    window.present()

app = Gtk.Application()
app.connect('activate', activate)
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

def told():
    listen(1)
    try:
        return open(os.environ['work'] + '/log').read().splitlines()
    except FileNotFoundError:
        return []

labels = named('Two', 'Three')
row = labels['Two'].get_parent()
rows = row.get_parent()
index = row.get_index_in_parent()
print(f'saw {rows.get_child_count()} children; “Two” is number {index}')
before = told()
answer = Atspi.Selection.select_child(rows, index)
selected = told()[len(before):]
print(f'saw after SelectChild({index}), which answers {answer}: {selected}')
by_list = Atspi.Selection.is_child_selected(rows, index)
by_row = row.get_state_set().contains(Atspi.StateType.SELECTED)
print(f'saw “Two” selected: {by_list} says the list, {by_row} the row')
sys.exit(0 if selected == ['selected One'] and answer and by_list and not by_row else 1)
PY
cat >"$work/session.sh" <<'SH'
unset WAYLAND_DISPLAY AT_SPI_BUS_ADDRESS
Xvfb -displayfd 3 -screen 0 1000x800x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display") XDG_CONFIG_HOME=$work/config GTK_USE_PORTAL=0 QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1 GSK_RENDERER=cairo
dbus-send --session --print-reply --dest=org.a11y.Bus /org/a11y/bus org.freedesktop.DBus.Properties.Set \
  string:org.a11y.Status string:IsEnabled variant:boolean:true >/dev/null
/usr/bin/python3 -W ignore "$work/app.py" & app=$!
timeout 120 /usr/bin/python3 -W ignore "$work/ask.py"; code=$?
kill $app $xvfb; wait
exit $code
SH
export work
HOME=$work XDG_RUNTIME_DIR=$work dbus-run-session -- bash "$work/session.sh" 2>/dev/null | grep '^saw'
exit "${PIPESTATUS[0]}"
