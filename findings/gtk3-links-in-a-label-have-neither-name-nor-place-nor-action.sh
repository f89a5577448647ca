#!/usr/bin/env bash
# The links in a GtkLabel of GTK 3 are accessible objects of role `link` without a name, a place or an action.
#
# One would expect a link to have the name that it shows, its place, and an action that follows it, as the links of browsers and of a
# GtkLinkButton. GTK 3 gives the children of the label the role, states such as FOCUSABLE and SHOWING, and nothing but the interface
# Hyperlink; the object of that, where the text might be looked for, is the label itself. A link's text and place follow only
# from its StartIndex and EndIndex, by the label's GetText and GetRangeExtents; a press there follows it.
#
# Seen with Debian 12: GTK 3.24.38, at-spi2-core 2.46.0, openbox 3.6.1, xdotool 3.20160805.
# Exits 0 while this is so, 1 once a link has a name, a place or an action, 2 where it cannot be set up.
set -u
packages="gir1.2-gtk-3.0 libgtk-3-0 xdotool gir1.2-atspi-2.0 python3-gi xvfb dbus at-spi2-core openbox"
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
        log.write(' '.join(words) + '\n')
tell('begin')

label = Gtk.Label()
label.set_markup('Read the <a href="notes">notes</a> or the <a href="terms">terms of use</a> first')
def follow(_, address):
    tell(f'followed:{address}')
    return True
label.connect('activate-link', follow)
window = Gtk.Window(title='Links')
window.add(label)
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

import subprocess

label = named('Read the notes or the terms of use first').popitem()[1]
links = [label.get_child_at_index(index) for index in range(label.get_child_count())]
found = []
for index, link in enumerate(links):
    hyper = Atspi.Hypertext.get_link(label, index)
    start, end = hyper.get_start_index(), hyper.get_end_index()
    text = Atspi.Text.get_text(label, start, end)
    interfaces = [name for name in link.get_interfaces() if name not in ('Accessible', 'Collection')]
    print(f'saw {link.get_role_name()} {text!r}: name {link.get_name()!r}, interfaces {interfaces}, '
          f'its object is the label: {hyper.get_object(0) == label}')
    box = Atspi.Text.get_range_extents(label, start, end, Atspi.CoordType.SCREEN)
    subprocess.run(['xdotool', 'mousemove', str(box.x + box.width // 2), str(box.y + box.height // 2), 'click', '1'], check=True)
    found.append((link.get_role_name(), link.get_name(), interfaces))
followed = []
end = time.time() + 10
while len(followed) < 2 and time.time() < end:
    with open(os.environ['work'] + '/log') as log:
        followed = log.read().split()[1:]
    listen(0.5)
print(f'saw presses on the places of their texts: {followed}')
if len(links) != 2 or followed != ['followed:notes', 'followed:terms']:
    sys.exit(2)
sys.exit(0 if found == [('link', '', ['Hyperlink'])] * 2 else 1)
PY
cat >"$work/session.sh" <<'SH'
unset WAYLAND_DISPLAY AT_SPI_BUS_ADDRESS
Xvfb -displayfd 3 -screen 0 1000x800x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display") XDG_CONFIG_HOME=$work/config GTK_USE_PORTAL=0 QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1
dbus-send --session --print-reply --dest=org.a11y.Bus /org/a11y/bus org.freedesktop.DBus.Properties.Set \
  string:org.a11y.Status string:IsEnabled variant:boolean:true >/dev/null
openbox & wm=$!
sleep 1
/usr/bin/python3 -W ignore "$work/app.py" & app=$!
timeout 120 /usr/bin/python3 -W ignore "$work/ask.py"; code=$?
kill $app $xvfb $wm; wait
exit $code
SH
export work
HOME=$work XDG_RUNTIME_DIR=$work dbus-run-session -- bash "$work/session.sh" 2>/dev/null | grep '^saw'
exit "${PIPESTATUS[0]}"
