#!/usr/bin/env bash
# Chromium says of a read-only field, and of a check box with aria-readonly, that it is neither ENABLED nor SENSITIVE.
#
# One would expect both states: a read-only field takes the focus, its text can be selected, and a click on it may open a calendar.
# In Chromium's accessibility on Linux an element has them only where nothing restricts it, so that READ_ONLY looks like disabled to
# whoever asks for ENABLED. What tells them apart: an element that is really disabled has no READ_ONLY.
#
# Seen with Debian 12: chromium 156.0.8078, at-spi2-core 2.46.0. Firefox 153 says that its read-only fields are enabled.
# Exits 0 while this is so, 1 once what is read-only is enabled, 2 where it cannot be set up.
set -u
packages="chromium gir1.2-atspi-2.0 python3-gi xvfb dbus at-spi2-core"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/page.html" <<'HTML'
<title>Fields</title>
<input aria-label="Free"><input aria-label="Fixed" readonly><input aria-label="Off" disabled>
<input type="checkbox" aria-label="Kept" aria-readonly="true">
HTML
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


def named(names, seconds=60):
    end = time.time() + seconds
    while time.time() < end:
        found = {node.get_name(): node for node in everything() if node.get_name() in names}
        if len(found) == len(names):
            return found
        listen(1)
    sys.exit(2)

def says(node):
    kinds = (Atspi.StateType.ENABLED, Atspi.StateType.EDITABLE, Atspi.StateType.READ_ONLY)
    return [kind.value_nick for kind in kinds if node.get_state_set().contains(kind)]

found = named(('Free', 'Fixed', 'Kept', 'Off'))
listen(1)
states = {name: says(node) for name, node in sorted(found.items())}
for name, said in states.items():
    print(f'saw {name}: {said}')
right = 'enabled' in states['Free'] and 'enabled' not in states['Off'] and 'read-only' not in states['Off']
if not right:
    sys.exit(2)
sys.exit(0 if states['Fixed'] == ['read-only'] and states['Kept'] == ['read-only'] else 1)
PY
cat >"$work/session.sh" <<'SH'
unset WAYLAND_DISPLAY AT_SPI_BUS_ADDRESS
Xvfb -displayfd 3 -screen 0 800x600x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display") GTK_USE_PORTAL=0
dbus-send --session --print-reply --dest=org.a11y.Bus /org/a11y/bus org.freedesktop.DBus.Properties.Set \
  string:org.a11y.Status string:IsEnabled variant:boolean:true >/dev/null
chromium --no-sandbox --no-first-run --user-data-dir="$work/profile" --force-renderer-accessibility --app="file://$work/page.html" & app=$!
timeout 90 /usr/bin/python3 "$work/ask.py"; code=$?
kill $app $xvfb; wait
exit $code
SH
export work
HOME=$work XDG_RUNTIME_DIR=$work dbus-run-session -- bash "$work/session.sh" 2>/dev/null | grep '^saw'
exit "${PIPESTATUS[0]}"
