#!/usr/bin/env bash
# A value that is set by accessibility in GTK 3 lies between the steps that a person can reach, and the widget shows another than it holds.
#
# One would expect Value.CurrentValue to be rounded as a drag or a typed number is. A scale without decimals holds 3.7, and shows 4; a spin button
# that snaps to fives holds 33, which no key, wheel or typed text gives. The scale does not emit change-value, in which an app may refuse or
# round it. A text that is set for a spin button (SetTextContents) is shown and not taken: its value stays until Enter or the focus moves.
#
# Seen with Debian 12: GTK 3.24.38, at-spi2-core 2.46.0.
# Exits 0 while this is so, 1 once the steps are kept or a text is taken, 2 where it cannot be set up.
set -u
packages="gir1.2-gtk-3.0 libgtk-3-0 gir1.2-atspi-2.0 python3-gi xvfb dbus at-spi2-core"
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
        log.write(' '.join(map(str, words)) + '\n')

box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
scale = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 10, 1)
scale.get_accessible().set_name('Scale')
scale.connect('change-value', lambda *_: tell('change-value'))
scale.connect('value-changed', lambda *_: tell('scale', scale.get_value()))
spin = Gtk.SpinButton.new_with_range(0, 100, 5)
spin.set_snap_to_ticks(True)
spin.get_accessible().set_name('Spin')
spin.connect('value-changed', lambda *_: tell('spin', spin.get_value()))
box.add(scale)
box.add(spin)
window = Gtk.Window(title='Values')
window.add(box)
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

def told():
    listen(1)
    try:
        return open(os.environ['work'] + '/log').read().splitlines()
    except FileNotFoundError:
        return []

found = named('Scale', 'Spin')
scale, spin = found['Scale'], found['Spin']
Atspi.Value.set_current_value(scale, 3.7)
Atspi.Value.set_current_value(spin, 33)
values = told()
print(f'saw after 3.7 and 33 were set: the app tells {values}, the scale shows {scale.get_description()}')
answer = Atspi.EditableText.set_text_contents(spin, '50')
after = told()[len(values):]
print(f'saw after the text 50 was set, answered {answer}: the app tells {after}, text {Atspi.Text.get_text(spin, 0, -1)}, '
      f'value {Atspi.Value.get_current_value(spin)}')
if not values:
    sys.exit(2)
sys.exit(0 if values == ['scale 3.7', 'spin 33.0'] and answer and not after else 1)
PY
cat >"$work/session.sh" <<'SH'
unset WAYLAND_DISPLAY AT_SPI_BUS_ADDRESS
Xvfb -displayfd 3 -screen 0 1000x800x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display") XDG_CONFIG_HOME=$work/config GTK_USE_PORTAL=0 QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1
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
