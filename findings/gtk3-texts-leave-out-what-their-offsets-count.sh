#!/usr/bin/env bash
# Text.GetText of a text view of GTK 3 leaves out a widget or picture in the text; CharacterCount, the caret and all other offsets count it.
#
# One would expect an object replacement character (U+FFFC) in its place, as GetCharacterAtOffset answers and browsers do, so that
# the whole text is as long as its count. Whoever looks for a word in the text that GetText gave, and selects from where it was
# found, is one off for every widget before it: of “after” the selection of the same length is “_afte”.
#
# Seen with Debian 12: GTK 3.24.38, at-spi2-core 2.46.0.
# Exits 0 while this is so, 1 once the text is as long as its count, 2 where it cannot be set up.
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

text = Gtk.TextView()
text.get_accessible().set_name('Note')
buffer = text.get_buffer()
buffer.set_text('before _after it')
text.add_child_at_anchor(Gtk.Button(label='In the text'), buffer.create_child_anchor(buffer.get_iter_at_offset(7)))
window = Gtk.Window(title='Texts')
window.add(text)
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

note = named('Note', 'In the text')['Note']
text = Atspi.Text.get_text(note, 0, -1)
count = Atspi.Text.get_character_count(note)
character = chr(Atspi.Text.get_character_at_offset(note, 7))
print(f'saw the text {text!r}: {len(text)} characters, counted as {count}; at 7 is {character!r}')
at = text.index('after')
Atspi.Text.add_selection(note, at, at + len('after'))
listen(1)
selected = Atspi.Text.get_selection(note, 0)
got = Atspi.Text.get_text(note, selected.start_offset, selected.end_offset)
print(f'saw selected from where “after” begins in it: {got!r}')
if character != '\ufffc':
    sys.exit(2)
sys.exit(0 if count == len(text) + 1 and got == '_afte' else 1)
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
