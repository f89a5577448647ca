#!/usr/bin/env bash
# In a text view of GTK 4.8, Text.AddSelection selects and never answers; Text.SetSelection answers true and selects nothing.
#
# One would expect both to select and to answer true, as GTK 3 does. GTK 4.8 gives GDBus a number where the reply of AddSelection
# is declared a boolean; GDBus prints a warning and drops the reply, so that the caller waits for its whole time limit although
# the text is selected. SetSelection moves the caret to the end of the range, ends the selection that was there and says true.
# Whoever selects text has to read the selection back, also after a call that failed.
#
# Seen with Debian 12: libgtk-4-1 4.8.3, at-spi2-core 2.46.0; beside it libgtk-3-0 3.24.38.
# Exits 0 while this is so, 1 once GTK 4 selects and answers, 2 where it cannot be set up.
set -u
packages="gir1.2-gtk-4.0 libgtk-4-1 gir1.2-gtk-3.0 libgtk-3-0 gir1.2-atspi-2.0 python3-gi xvfb dbus at-spi2-core"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/app.py" <<'PY'
import sys
import gi
version = sys.argv[1]
gi.require_version('Gtk', version)
from gi.repository import Gtk

def show(app):
    window = Gtk.ApplicationWindow(application=app, title='Text', default_width=300, default_height=200)
    view = Gtk.TextView()
    view.get_buffer().set_text('one two three')
    window.set_child(view) if version == '4.0' else window.add(view)
    window.present() if version == '4.0' else window.show_all()

app = Gtk.Application(application_id='org.example.Text')
app.connect('activate', show)
app.run()
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

view = find('text')
Atspi.set_timeout(2000, 4000)
def answer(call, *arguments):
    try:
        return call(*arguments)
    except GLib.Error as error:
        return error.message.split('.')[0]

def selections():
    return [(chosen.start_offset, chosen.end_offset)
            for chosen in (Atspi.Text.get_selection(view, index) for index in range(Atspi.Text.get_n_selections(view)))]

def ask(call, *arguments):
    said = answer(call, view, *arguments)
    listen(1)
    print(f'saw GTK {version}: {call.__name__}{arguments} answered {said!r}, selected {selections()}')
    return said is True, selections()

version = sys.argv[1]
added = ask(Atspi.Text.add_selection, 4, 7)
changed = ask(Atspi.Text.set_selection, 0, 8, 13)
right = added == (True, [(4, 7)]) and changed == (True, [(8, 13)])
wrong = added == (False, [(4, 7)]) and changed == (True, [])
sys.exit(0 if (right if version == '3.0' else wrong) else 1)
PY
cat >"$work/session.sh" <<'SH'
unset WAYLAND_DISPLAY AT_SPI_BUS_ADDRESS
Xvfb -displayfd 3 -screen 0 800x600x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display") GSK_RENDERER=cairo GTK_USE_PORTAL=0
dbus-send --session --print-reply --dest=org.a11y.Bus /org/a11y/bus org.freedesktop.DBus.Properties.Set \
  string:org.a11y.Status string:IsEnabled variant:boolean:true >/dev/null
/usr/bin/python3 "$work/app.py" "$1" & app=$!
timeout 90 /usr/bin/python3 "$work/ask.py" "$1"; code=$?
kill $app $xvfb; wait
exit $code
SH
export work
for version in 3.0 4.0; do
  HOME=$work XDG_RUNTIME_DIR=$work dbus-run-session -- bash "$work/session.sh" $version 2>/dev/null | grep '^saw'
  code=${PIPESTATUS[0]}
  [ "$code" = 0 ] || exit "$code"
done
