#!/usr/bin/env bash
# A tree view of GTK 3 that nobody touches announces three events for each cell that somebody asks for.
#
# One would expect reading to change nothing. GTK 3 makes the accessible of a cell when it is first asked for, and announces its
# birth: `property-change:widget`, `property-change:renderer` (for two of twenty `accessible-parent` instead), and
# `state-changed:defunct 0` for each. Whoever reads a tree view again because it announced something is answered by the same
# events; a second reading of cells that are still held causes none.
#
# Seen with Debian 12: libgtk-3-0 3.24.38, at-spi2-core 2.46.0.
# Exits 0 while this is so, 1 once reading is silent, 2 where it cannot be set up.
set -u
packages="gir1.2-gtk-3.0 libgtk-3-0 gir1.2-atspi-2.0 python3-gi xvfb dbus at-spi2-core"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/app.py" <<'PY'
import gi
gi.require_version('Gtk', '3.0')
from gi.repository import Gtk

window = Gtk.Window(title='Rows', default_width=300, default_height=400)
store = Gtk.ListStore(str, str)
for row in range(100):
    store.append([f'row {row}', 'value'])
view = Gtk.TreeView(model=store)
for column in range(2):
    view.append_column(Gtk.TreeViewColumn(str(column), Gtk.CellRendererText(), text=column))
scrolled = Gtk.ScrolledWindow()
scrolled.add(view)
window.add(scrolled)
window.show_all()
Gtk.main()
PY
cat >"$work/ask.py" <<'PY'
import sys, time
import gi
gi.require_version('Atspi', '2.0')
from gi.repository import Atspi, GLib

def walk(node, depth=0):
    yield node
    for index in range(min(node.get_child_count(), 200) if depth < 15 else 0):
        child = node.get_child_at_index(index)
        if child:
            yield from walk(child, depth + 1)

def everything():
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        yield from walk(desktop.get_child_at_index(index))

def find(role, seconds=40):
    end = time.time() + seconds
    while time.time() < end:
        found = next((node for node in everything() if node.get_role_name() == role), None)
        if found:
            return found
        listen(0.5)
    sys.exit(2)

def listen(seconds):
    context = GLib.MainContext.default()
    end = time.time() + seconds
    while time.time() < end:
        if not context.iteration(False):
            time.sleep(0.01)

table = find('table')
events = []
listener = Atspi.EventListener.new(lambda event: events.append(event.type + (f' {event.detail1}' if 'state' in event.type else '')))
for kind in ('object:children-changed', 'object:property-change', 'object:state-changed', 'object:bounds-changed'):
    listener.register(kind)
listen(2)
def during(act):
    events.clear()
    held.extend(act() or [])
    listen(2)
    return {kind: events.count(kind) for kind in sorted(set(events))}

held = []
read = lambda: [table.get_child_at_index(index) for index in range(20)]
idle, first, second = during(lambda: None), during(read), during(read)
print(f'saw at rest {idle}')
print(f'saw while 20 cells were read {first}')
print(f'saw while they were read again {second}')
sys.exit(0 if not idle and sum(first.values()) >= 60 and not second else 1)
PY
cat >"$work/session.sh" <<'SH'
unset WAYLAND_DISPLAY AT_SPI_BUS_ADDRESS
Xvfb -displayfd 3 -screen 0 800x600x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display") GTK_USE_PORTAL=0
dbus-send --session --print-reply --dest=org.a11y.Bus /org/a11y/bus org.freedesktop.DBus.Properties.Set \
  string:org.a11y.Status string:IsEnabled variant:boolean:true >/dev/null
/usr/bin/python3 "$work/app.py" & app=$!
timeout 90 /usr/bin/python3 "$work/ask.py"; code=$?
kill $app $xvfb; wait
exit $code
SH
export work
HOME=$work XDG_RUNTIME_DIR=$work dbus-run-session -- bash "$work/session.sh" 2>/dev/null | grep '^saw'
exit "${PIPESTATUS[0]}"
