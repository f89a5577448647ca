#!/usr/bin/env bash
# At a scale of 1.5, Chromium tells the places of its own controls in units of 1.5 pixels, and finds them in pixels.
#
# One would expect a hit test in the middle of an element's extents to name it or a part of it, since both are asked for in screen
# coordinates; and the extents of tool bar and page to be in one unit. Seen: Component.GetExtents of the button Reload is in units
# (34 wide, 91 or 92 from the left), that of the page and what is in it in pixels. GetAccessibleAtPoint counts in pixels for both: at
# the middle that Reload tells, it names something else, and at 1.5 times it Reload.
#
# Seen with Debian 12: chromium 156.0.8078.114, at-spi2-core 2.46.0, gir1.2-atspi-2.0 2.46.0, Xvfb 21.1.7.
# Exits 0 while this is so, 1 once it is otherwise, 2 where it cannot be set up.
set -u
packages="chromium xvfb dbus at-spi2-core python3-gi gir1.2-atspi-2.0"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/page.html" <<'HTML'
<!doctype html><title>Scaled</title><body style="margin:0"><button style="width:200px;height:100px">Inside</button>
HTML
cat >"$work/ask.py" <<'PY'
import sys, time
import gi
gi.require_version('Atspi', '2.0')
from gi.repository import Atspi

SCALE = 1.5

def walk(node, depth=0):
    yield node
    for index in range(node.get_child_count() if depth < 30 else 0):
        child = node.get_child_at_index(index)
        if child:
            yield from walk(child, depth + 1)

def look():
    found = {}
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        app = desktop.get_child_at_index(index)
        for number in range(app.get_child_count() if app else 0):
            frame = app.get_child_at_index(number)
            for node in walk(frame) if frame else ():
                if node.get_role() == Atspi.Role.PUSH_BUTTON and node.get_name() in ('Reload', 'Inside'):
                    found[node.get_name()] = (frame, node)
    return found

end = time.time() + 60
while len(found := look()) < 2:
    if time.time() > end:
        sys.exit(2)
    time.sleep(0.5)
time.sleep(1)
found = look()

def hit(frame, x, y):
    """The deepest answer; the browser's first ones are guesses."""
    for _ in range(12):
        node = Atspi.Component.get_accessible_at_point(frame, round(x), round(y), Atspi.CoordType.SCREEN)
        time.sleep(0.04)
    return node

def is_in(node, name):
    while node:
        if node.get_name() == name and node.get_role() == Atspi.Role.PUSH_BUTTON:
            return True
        node = node.get_parent()
    return False

def told(name):
    frame, node = found[name]
    box = Atspi.Component.get_extents(node, Atspi.CoordType.SCREEN)
    x, y = box.x + box.width / 2, box.y + box.height / 2
    return box, is_in(hit(frame, x, y), name), is_in(hit(frame, x * SCALE, y * SCALE), name)

reload, reload_there, reload_scaled = told('Reload')
inside, inside_there, _ = told('Inside')
print(f'Reload: told {reload.width} x {reload.height}, hit at its middle: {reload_there}, at {SCALE} times that: {reload_scaled}')
print(f'Inside: told {inside.width} x {inside.height}, hit at its middle: {inside_there}')
as_seen = not reload_there and reload_scaled and inside_there and reload.width < 40 and inside.width == 300
sys.exit(0 if as_seen else 1)
PY
cat >"$work/session.sh" <<'SH'
unset WAYLAND_DISPLAY AT_SPI_BUS_ADDRESS
Xvfb -displayfd 3 -screen 0 1600x1000x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display") HOME=$work XDG_RUNTIME_DIR=$work XDG_CONFIG_HOME=$work/config NO_AT_BRIDGE=0
dbus-send --session --print-reply --dest=org.a11y.Bus /org/a11y/bus org.freedesktop.DBus.Properties.Set \
  string:org.a11y.Status string:IsEnabled variant:boolean:true >/dev/null
chromium --no-sandbox --password-store=basic --no-first-run --test-type --force-renderer-accessibility --force-device-scale-factor=1.5 \
  --user-data-dir="$work/profile" "file://$work/page.html" >/dev/null 2>&1 & browser=$!
timeout 120 /usr/bin/python3 -W ignore "$work/ask.py" 2>/dev/null; code=$?
kill $browser $xvfb 2>/dev/null; wait 2>/dev/null
exit $code
SH
export work
HOME=$work XDG_RUNTIME_DIR=$work dbus-run-session -- bash "$work/session.sh" 2>/dev/null | grep -E "^(Reload|Inside)"
exit "${PIPESTATUS[0]}"
