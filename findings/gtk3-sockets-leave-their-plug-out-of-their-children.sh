#!/usr/bin/env bash
# A socket of GTK 3 counts the plug in it as its child and answers with it for the index 0, but its list of children is empty.
#
# One would expect GetChildren to list what ChildCount counts. Seen at the page of WebKitGTK, which a process of its own reports: the
# element that holds it has ChildCount 1, GetChildAtIndex(0) is the page's root on another connection, and GetChildren is empty. So
# who reads a tree by lists, which takes one call for all children, finds no page at all. The socket has no states either, though
# the page in it shows.
#
# Seen with Debian 12: GTK 3.24.38, at-spi2-core 2.46.0, WebKitGTK 2.50.6.
# Exits 0 while this is so, 1 once it is otherwise, 2 where it cannot be set up.
set -u
packages="gir1.2-webkit2-4.1 libwebkit2gtk-4.1-0 gir1.2-gtk-3.0 libgtk-3-0 gir1.2-atspi-2.0 python3-gi xvfb dbus at-spi2-core"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/app.py" <<'PY'
import gi
gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gtk, WebKit2

window = Gtk.Window(title='View', default_width=600, default_height=400)
view = WebKit2.WebView()
view.load_html("""<p>A page</p>""", None)
box = Gtk.Box()
box.pack_start(view, True, True, 0)
window.add(box)
window.show_all()
Gtk.main()
PY
cat >"$work/ask.py" <<'PY'
import sys, time
import gi
gi.require_version('Atspi', '2.0')
from gi.repository import Atspi

def walk(node):
    yield node
    for index in range(node.get_child_count()):
        child = node.get_child_at_index(index)
        if child:
            yield from walk(child)

def nodes():
    desktop = Atspi.get_desktop(0)
    apps = [desktop.get_child_at_index(index) for index in range(desktop.get_child_count())]
    return [node for app in apps if app for node in walk(app)]

def until(found):
    end = time.time() + 60
    while True:
        answer = found(nodes())
        if answer:
            return answer
        if time.time() > end:
            sys.exit(2)
        time.sleep(0.5)

def socket(all):
    return next((node for node in all if any(child and child.path.startswith('/org/a11y/webkit/') for child in
                 (node.get_child_at_index(index) for index in range(node.get_child_count())))), None)

holder = until(socket)
from gi.repository import Gio, GLib
address = Gio.bus_get_sync(Gio.BusType.SESSION).call_sync(
    'org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Bus', 'GetAddress', None, None, 0, -1).unpack()[0]
flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
bus = Gio.DBusConnection.new_for_address_sync(address, flags)

def call(face, member, *arguments):
    signature = '(' + ''.join('s' if isinstance(each, str) else 'i' for each in arguments) + ')'
    given = GLib.Variant(signature, arguments) if arguments else None
    return bus.call_sync(holder.app.bus_name, holder.path, face, member, given, None, 0, 5000).unpack()[0]

face = 'org.a11y.atspi.Accessible'
count = call('org.freedesktop.DBus.Properties', 'Get', face, 'ChildCount')
first, listed, states = call(face, 'GetChildAtIndex', 0), call(face, 'GetChildren'), call(face, 'GetState')
isPage = first[1].startswith('/org/a11y/webkit/')
print('children counted:', count, 'the first is the page:', isPage, 'listed:', listed, 'states:', states)
sys.exit(0 if (count, isPage, listed, states) == (1, True, [], [0, 0]) else 1)
PY
cat >"$work/session.sh" <<'SH'
unset WAYLAND_DISPLAY AT_SPI_BUS_ADDRESS
Xvfb -displayfd 3 -screen 0 800x600x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display") HOME=$work XDG_RUNTIME_DIR=$work XDG_CONFIG_HOME=$work/config NO_AT_BRIDGE=0 GTK_MODULES=gail:atk-bridge
dbus-send --session --print-reply --dest=org.a11y.Bus /org/a11y/bus org.freedesktop.DBus.Properties.Set \
  string:org.a11y.Status string:IsEnabled variant:boolean:true >/dev/null
/usr/bin/python3 "$work/app.py" >/dev/null 2>&1 & app=$!
timeout 90 /usr/bin/python3 -W ignore "$work/ask.py" 2>/dev/null; code=$?
kill $app $xvfb 2>/dev/null; wait 2>/dev/null
exit $code
SH
export work
HOME=$work XDG_RUNTIME_DIR=$work dbus-run-session -- bash "$work/session.sh" 2>/dev/null | grep -E "^children"
exit "${PIPESTATUS[0]}"
