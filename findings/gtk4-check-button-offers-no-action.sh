#!/usr/bin/env bash
# A check button of GTK 4.8 offers assistive technology no action; a push button and a toggle button beside it do.
#
# One would expect a check box to have an action that toggles it, as in GTK 3, Qt, Swing and browsers. GTK 4.8 gives its
# CheckButton no Action interface, so that only mouse and keyboard toggle it. The toggle button has the action `click`, but
# the role “push button”, where GTK 3 says “toggle button”.
#
# Seen with Debian 12: libgtk-4-1 4.8.3, at-spi2-core 2.46.0, python3-pyatspi 2.46.0, Xvfb 21.1.7.
# Exits 0 while this is so, 1 once the check button has an action, 2 where it cannot be set up.
set -u
packages="gir1.2-gtk-4.0 libgtk-4-1 python3-gi xvfb dbus at-spi2-core python3-pyatspi"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/app.py" <<'PY'
import gi
gi.require_version('Gtk', '4.0')
from gi.repository import Gtk

def show(app):
    window = Gtk.ApplicationWindow(application=app, title='Actions')
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    for widget in (Gtk.Button(label='Push'), Gtk.CheckButton(label='Check'), Gtk.ToggleButton(label='Toggle')):
        box.append(widget)
    window.set_child(box)
    window.present()

app = Gtk.Application(application_id='org.example.Actions')
app.connect('activate', show)
app.run()
PY
cat >"$work/ask.py" <<'PY'
import sys, time
import pyatspi

def walk(node, depth=0):
    if node is None or depth > 20:
        return
    yield node
    for child in node:
        yield from walk(child, depth + 1)

def actions(node):
    try:
        action = node.queryAction()
    except NotImplementedError:
        return []
    return [action.getName(index) for index in range(action.nActions)]

end = time.time() + 40
found = {}
while time.time() < end and len(found) < 3:
    time.sleep(0.5)
    for app in pyatspi.Registry.getDesktop(0):
        for node in walk(app):
            if node.name in ('Push', 'Check', 'Toggle') and node.getRoleName() != 'label':
                found[node.name] = (node.getRoleName(), actions(node))
if len(found) < 3:
    sys.exit(2)
for name, (role, names) in sorted(found.items()):
    print(f'saw {name}: {role}, actions {names}')
sys.exit(0 if found['Push'][1] and not found['Check'][1] else 1)
PY
cat >"$work/session.sh" <<'SH'
unset WAYLAND_DISPLAY AT_SPI_BUS_ADDRESS
Xvfb -displayfd 3 -screen 0 800x600x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display") GSK_RENDERER=cairo GTK_USE_PORTAL=0
dbus-send --session --print-reply --dest=org.a11y.Bus /org/a11y/bus org.freedesktop.DBus.Properties.Set \
  string:org.a11y.Status string:IsEnabled variant:boolean:true >/dev/null
/usr/bin/python3 "$work/app.py" & app=$!
timeout 60 /usr/bin/python3 "$work/ask.py"; code=$?
kill $app $xvfb; wait
exit $code
SH
export work
HOME=$work XDG_RUNTIME_DIR=$work dbus-run-session -- bash "$work/session.sh" 2>/dev/null | grep '^saw'
exit "${PIPESTATUS[0]}"
