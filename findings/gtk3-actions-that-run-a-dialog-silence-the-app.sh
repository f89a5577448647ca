#!/usr/bin/env bash
# GTK 3 answers nothing to AT-SPI while a dialog is open that an action of AT-SPI opened by gtk_dialog_run.
#
# One would expect a dialog to be readable however it was opened: its nested main loop serves the screen, keys and pointer, and the reply to
# DoAction comes at once. But the action runs inside the dispatch of the message on the connection to the accessibility bus, which is not
# entered a second time: every question to the app, about the dialog or anything else, stays without an answer until a person closes
# the dialog. Opened by the mouse, the same dialog is readable. Only gtk_dialog_run blocks, as in file choosers and “Replace” of editors.
#
# Seen with Debian 12: libgtk-3-0 3.24.38, libatk-bridge2.0-0 2.46.0, xdotool 3.20160805.1, openbox 3.6.1.
# Exits 0 while this is so, 1 once the dialog answers however it was opened, 2 where it cannot be set up.
set -u
packages="gir1.2-gtk-3.0 gir1.2-atspi-2.0 python3-gi libatk-bridge2.0-0 xvfb xdotool dbus at-spi2-core openbox"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/app.py" <<'PY'
import gi
gi.require_version('Gtk', '3.0')
from gi.repository import Gtk

window = Gtk.Window(title='Owner')

def ask(_):
    dialog = Gtk.Dialog(title='Asks', transient_for=window, modal=True)
    dialog.add_button('Fine', 1)
    dialog.run()
    dialog.destroy()

button = Gtk.Button(label='Ask')
button.connect('clicked', ask)
window.add(button)
window.show_all()
Gtk.main()
PY
cat >"$work/ask.py" <<'PY'
import subprocess, sys, time
import gi
gi.require_version('Atspi', '2.0')
from gi.repository import Atspi

Atspi.set_timeout(2000, 2000)

def walk(node):
    yield node
    for index in range(node.get_child_count()):
        yield from walk(node.get_child_at_index(index))

def find(name):
    end = time.time() + 30
    while time.time() < end:
        desktop = Atspi.get_desktop(0)
        for index in range(desktop.get_child_count()):
            found = next((node for node in walk(desktop.get_child_at_index(index)) if node.get_name() == name), None)
            if found:
                return found
        time.sleep(0.3)
    sys.exit(2)

def answers(node):
    try:
        return Atspi.Component.get_extents(node, Atspi.CoordType.SCREEN).width > 0
    except Exception:
        return False

button = find('Ask')
time.sleep(1)
if not answers(button):
    sys.exit(2)
if sys.argv[1] == 'mouse':
    place = Atspi.Component.get_extents(button, Atspi.CoordType.SCREEN)
    subprocess.run(['xdotool', 'mousemove', str(place.x + 5), str(place.y + 5), 'click', '1'], check=True)
else:
    print('saw DoAction:', Atspi.Action.do_action(button, 0))
subprocess.run(['timeout', '10', 'xdotool', 'search', '--sync', '--onlyvisible', '--name', '^Asks$'], check=True, stdout=subprocess.DEVNULL)
time.sleep(1)
print(f'saw {sys.argv[1]}: the app', 'answers' if answers(button) else 'is silent', flush=True)
PY
cat >"$work/session.sh" <<'SH'
unset WAYLAND_DISPLAY AT_SPI_BUS_ADDRESS
Xvfb -displayfd 3 -screen 0 800x600x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display")
openbox & manager=$!
for how in mouse action; do
  /usr/bin/python3 "$work/app.py" & app=$!
  timeout 60 /usr/bin/python3 "$work/ask.py" $how || code=2
  kill $app; wait $app
done
kill $manager $xvfb; wait
exit ${code:-0}
SH
export work
HOME=$work XDG_RUNTIME_DIR=$work dbus-run-session -- bash "$work/session.sh" 2>/dev/null | grep '^saw' | tee "$work/saw"
[ "${PIPESTATUS[0]}" = 0 ] || exit 2
grep -q 'mouse: the app answers' "$work/saw" || exit 2
grep -q 'action: the app is silent' "$work/saw"
