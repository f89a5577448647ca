#!/usr/bin/env bash
# A GtkViewport of GTK 3 drops the state SHOWING once it is scrolled by more than its own height, and has no place then, while what
# it holds shows and says so.
#
# One would expect the state of a container not to depend on how far its content is scrolled: the viewport stays where it is on the
# screen. GTK compares the viewport's own place with the part of its content that is in sight. Whoever takes what is in a hidden
# container for hidden loses all that is scrolled into view.
#
# Seen with Debian 12: GTK 3.24.38, at-spi2-core 2.46.0, Xvfb 21.1.7.
# Exits 0 while this is so, 1 once the viewport shows wherever it is scrolled to, 2 where it cannot be set up.
set -u
packages="gir1.2-gtk-3.0 gir1.2-atspi-2.0 python3-gi xvfb dbus at-spi2-core"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages libgtk-3-0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/app.py" <<'PY'
import gi
gi.require_version('Gtk', '3.0')
from gi.repository import GLib, Gtk

window, pane, box = Gtk.Window(title='Rows'), Gtk.ScrolledWindow(), Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
window.set_default_size(300, 150)
for row in range(30):
    box.pack_start(Gtk.Button(label=f'Row {row}'), False, False, 0)
pane.add(box)
window.add(pane)
window.show_all()

def scroll():
    bar = pane.get_vadjustment()
    bar.set_value(bar.get_upper() - bar.get_page_size())

GLib.timeout_add(6000, scroll)
Gtk.main()
PY
cat >"$work/ask.py" <<'PY'
import sys, time
import gi
gi.require_version('Atspi', '2.0')
from gi.repository import Atspi

def walk(node, depth=0):
    yield node
    for index in range(min(node.get_child_count(), 40) if depth < 8 else 0):
        child = node.get_child_at_index(index)
        if child:
            yield from walk(child, depth + 1)

def look():
    desktop, found = Atspi.get_desktop(0), {}
    for index in range(desktop.get_child_count()):
        for node in walk(desktop.get_child_at_index(index)):
            key = node.get_name() if node.get_name() in ('Row 0', 'Row 29') else node.get_role_name()
            if key in ('viewport', 'Row 0', 'Row 29'):
                node.clear_cache()
                place = node.get_extents(Atspi.CoordType.SCREEN)
                found[key] = (node.get_state_set().contains(Atspi.StateType.SHOWING), place.y)
    return found

end = time.time() + 5
while len(look()) < 3 and time.time() < end:
    time.sleep(0.2)
before = look()
print('told: before', before)
end = time.time() + 10
while not look().get('Row 29', (False,))[0] and time.time() < end:
    time.sleep(0.2)
after = look()
print('told: scrolled to the end', after)
if len(before) < 3 or not before['viewport'][0] or not after['Row 29'][0]:
    sys.exit(2)
sys.exit(1 if after['viewport'][0] else 0)
PY
cat >"$work/session.sh" <<'SH'
unset WAYLAND_DISPLAY AT_SPI_BUS_ADDRESS
Xvfb -displayfd 3 -screen 0 800x600x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display")
/usr/bin/python3 "$work/app.py" >/dev/null 2>&1 & app=$!
timeout 60 /usr/bin/python3 "$work/ask.py" 2>/dev/null
result=$?
kill "$app" "$xvfb" 2>/dev/null
exit "$result"
SH
export work
timeout 90 dbus-run-session -- bash "$work/session.sh" 2>/dev/null | grep '^told'
exit "${PIPESTATUS[0]}"
