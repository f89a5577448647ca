#!/usr/bin/env bash
# Chromium answers 0 for the maximum of a number field that has none, and refuses the minimum.
#
# One would expect both bounds to be refused, or to be so far away that they hold nothing back. AT-SPI calls a field that says 5 one
# of at most 0, and a reader that asks for both bounds before the value has an error instead of it. With only a minimum in the page
# the maximum is 0 as well, below it.
#
# Seen with Debian 12: chromium 156.0.8078, at-spi2-core 2.46.0.
# Exits 0 while this is so, 1 once no bound is made up, 2 where it cannot be set up.
set -u
packages="chromium gir1.2-atspi-2.0 python3-gi xvfb dbus at-spi2-core"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/page.html" <<'HTML'
<!doctype html><title>Numbers</title>
<input type="number" aria-label="no bounds" value="5">
<input type="number" aria-label="a minimum" value="5" min="1">
<input type="number" aria-label="both" value="5" min="1" max="9">
HTML
cat >"$work/ask.py" <<'PY'
import sys, time
import gi
gi.require_version('Atspi', '2.0')
from gi.repository import Atspi

def walk(node, depth=0):
    yield node
    for index in range(min(node.get_child_count(), 200) if depth < 15 else 0):
        child = node.get_child_at_index(index)
        if child:
            yield from walk(child, depth + 1)

def fields():
    desktop = Atspi.get_desktop(0)
    apps = [desktop.get_child_at_index(index) for index in range(desktop.get_child_count())]
    return {node.get_name(): node for app in apps for node in walk(app) if node.get_role_name() == 'spin button'}

def answer(ask, node):
    try:
        return ask(node)
    except gi.repository.GLib.GError as error:
        return error.message

end = time.time() + 30
while len(found := fields()) < 3 and time.time() < end:
    time.sleep(0.5)
if len(found) < 3:
    sys.exit(2)
told = {}
for name, node in found.items():
    told[name] = [answer(ask, node) for ask in (Atspi.Value.get_minimum_value, Atspi.Value.get_current_value, Atspi.Value.get_maximum_value)]
    print(f'saw {name}: minimum {told[name][0]}, value {told[name][1]}, maximum {told[name][2]}')
if told['both'] != [1, 5, 9]:
    sys.exit(2)
sys.exit(0 if told['no bounds'][1:] == [5, 0] else 1)
PY
cat >"$work/session.sh" <<'SH'
unset WAYLAND_DISPLAY AT_SPI_BUS_ADDRESS
Xvfb -displayfd 3 -screen 0 800x600x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display") GTK_USE_PORTAL=0
dbus-send --session --print-reply --dest=org.a11y.Bus /org/a11y/bus org.freedesktop.DBus.Properties.Set \
  string:org.a11y.Status string:IsEnabled variant:boolean:true >/dev/null
chromium --no-sandbox --no-first-run --user-data-dir="$work/profile" --force-renderer-accessibility --app="file://$work/page.html" & app=$!
timeout 60 /usr/bin/python3 "$work/ask.py"; code=$?
kill $app $xvfb; wait
exit $code
SH
export work
HOME=$work XDG_RUNTIME_DIR=$work dbus-run-session -- bash "$work/session.sh" 2>/dev/null | grep '^saw'
exit "${PIPESTATUS[0]}"
