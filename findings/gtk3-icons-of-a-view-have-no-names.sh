#!/usr/bin/env bash
# The icons of an icon view of GTK 3 have no accessible name, though the view has a text column; on a page that is not open they say SHOWING.
#
# One would expect the text below an icon to be its name, as that of a row's cell is in a tree view. It is only in the interface Text of the
# icon. The states are those that it had: while the page of a notebook with the view is closed, the view says that it does not show, and
# its icons say that they do, at a place near -2147483648.
#
# Seen with Debian 12: GTK 3.24.38, at-spi2-core 2.46.0.
# Exits 0 while this is so, 1 once the icons have names or do not show, 2 where it cannot be set up.
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
from gi.repository import GdkPixbuf, Gtk

picture = GdkPixbuf.Pixbuf.new(GdkPixbuf.Colorspace.RGB, False, 8, 32, 32)
store = Gtk.ListStore(GdkPixbuf.Pixbuf, str)
for name in ('Music', 'Pictures'):
    store.append([picture, name])
view = Gtk.IconView(model=store, pixbuf_column=0, text_column=1)
view.get_accessible().set_name('Folders')
pages = Gtk.Notebook()
pages.append_page(view, Gtk.Label(label='Icons'))
pages.append_page(Gtk.Label(label='Nothing'), Gtk.Label(label='Other'))
window = Gtk.Window(title='Icons')
window.add(pages)
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

found = named('Folders', 'Icons', 'Other')
view = found['Folders']

def shows(node):
    return node.get_state_set().contains(Atspi.StateType.SHOWING)

def says(when):
    icons = [view.get_child_at_index(index) for index in range(view.get_child_count())]
    told = [(icon.get_name(), Atspi.Text.get_text(icon, 0, -1), shows(icon)) for icon in icons]
    x = Atspi.Component.get_extents(icons[0], Atspi.CoordType.SCREEN).x
    print(f'saw {when}: the view shows {shows(view)}; icons by name, text, showing: {told}, the first at x = {x}')
    return shows(view), told

opened = says('while its page is open')
pages = found['Other'].get_parent()
Atspi.Selection.select_child(pages, 1)
listen(1)
closed = says('while another is')
icons = [('', 'Music', True), ('', 'Pictures', True)]
if not opened[0] or closed[0]:
    sys.exit(2)
sys.exit(0 if opened[1] == closed[1] == icons else 1)
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
