#!/usr/bin/env bash
# Chromium names a control inside its <label> by the text that the label had first, until the control is focused.
#
# One would expect the accessible name to follow the label, as it does where the label refers to the control by `for`, and where a
# button contains the text. A list that reuses its rows, as pages do that render data, changes the texts of such labels: AT-SPI then
# calls a check box by another row's text, and emits no event. A focus or a press refreshes the name within some 20 ms; if the control
# has the focus already, even that does not.
#
# Seen with Debian 12: chromium 156.0.8078, at-spi2-core 2.46.0. Firefox 153 reports the new names.
# Exits 0 while this is so, 1 once the name follows the label, 2 where it cannot be set up.
set -u
packages="chromium gir1.2-atspi-2.0 python3-gi xvfb xdotool dbus at-spi2-core openbox"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/page.html" <<'HTML'
<!doctype html><title>Rows</title>
<p><label id="around"><input type="checkbox">old around</label></p>
<p><input type="checkbox" id="box"><label id="beside" for="box">old beside</label></p>
<p><button id="button">old button</button></p>
<script>
  addEventListener('keydown', () => {
    for (const id of ['around', 'beside', 'button']) document.getElementById(id).lastChild.data = 'new ' + id;
    document.title = 'Renamed';
  });
</script>
HTML
cat >"$work/ask.py" <<'PY'
import subprocess, sys, time
import gi
gi.require_version('Atspi', '2.0')
from gi.repository import Atspi

def walk(node, depth=0):
    yield node
    for index in range(min(node.get_child_count(), 200) if depth < 15 else 0):
        child = node.get_child_at_index(index)
        if child:
            yield from walk(child, depth + 1)

def controls():
    desktop = Atspi.get_desktop(0)
    apps = [desktop.get_child_at_index(index) for index in range(desktop.get_child_count())]
    for app in apps:
        app.clear_cache()
    nodes = [node for app in apps for node in walk(app)]
    return {node.get_name(): node for node in nodes if node.get_role_name() in ('check box', 'push button', 'button')}

def until(holds, seconds):
    end = time.time() + seconds
    while time.time() < end:
        found = controls()
        if holds(found):
            return found
        time.sleep(0.5)
    return None

found = until(lambda found: {'old around', 'old beside', 'old button'} <= set(found), 60)
if found is None:
    sys.exit(2)
box = found['old around']
time.sleep(1)
subprocess.run(['xdotool', 'key', 'r'], check=True)
if until(lambda found: {'new beside', 'new button'} <= set(found), 10) is None:
    sys.exit(2)
time.sleep(2)
kept = sorted(name for name in controls() if name.endswith(('around', 'beside', 'button')))
print('saw after the texts changed:', kept)
Atspi.Component.grab_focus(box)
time.sleep(1)
focused = sorted(name for name in controls() if name.endswith('around'))
print('saw after a focus:', focused)
sys.exit(0 if 'old around' in kept and focused == ['new around'] else 1)
PY
cat >"$work/session.sh" <<'SH'
unset WAYLAND_DISPLAY AT_SPI_BUS_ADDRESS
Xvfb -displayfd 3 -screen 0 800x600x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display") GTK_USE_PORTAL=0
openbox & manager=$!
dbus-send --session --print-reply --dest=org.a11y.Bus /org/a11y/bus org.freedesktop.DBus.Properties.Set \
  string:org.a11y.Status string:IsEnabled variant:boolean:true >/dev/null
chromium --no-sandbox --no-first-run --user-data-dir="$work/profile" --force-renderer-accessibility --app="file://$work/page.html" & app=$!
timeout 110 /usr/bin/python3 "$work/ask.py"; code=$?
kill $app $manager $xvfb; wait
exit $code
SH
export work
HOME=$work XDG_RUNTIME_DIR=$work dbus-run-session -- bash "$work/session.sh" 2>/dev/null | grep '^saw'
exit "${PIPESTATUS[0]}"
