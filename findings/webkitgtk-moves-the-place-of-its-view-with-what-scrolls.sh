#!/usr/bin/env bash
# In WebKitGTK the scroll pane around a page, and the root above it, have the place of what is scrolled, not that of the view.
#
# A view stays where it is while the page in it scrolls, as do the scroll panes of GTK 3, Firefox and Chromium. Seen: after the page
# was scrolled, the extents of the scroll pane begin as far above the window as the page was scrolled, at the height of the view, and
# no longer contain what shows; and the document is no longer SHOWING, though the button in it that is in view is.
#
# Seen with Debian 12: WebKitGTK 2.50.6, GTK 3.24.38, at-spi2-core 2.46.0.
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
view.load_html("""<h1>Top</h1><div style=\"height:2000px\"></div><button>Last</button>""", None)
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

def parts(all):
    named = {node.get_role(): node for node in all}
    last = next((node for node in all if node.get_name() == 'Last'), None)
    return last and (named[Atspi.Role.SCROLL_PANE], named[Atspi.Role.DOCUMENT_WEB], last)

def top(node):
    place = Atspi.Component.get_extents(node, Atspi.CoordType.SCREEN)
    return place.y, place.height

pane, document, last = until(parts)
before = top(pane)
Atspi.Component.scroll_to(last, Atspi.ScrollType.ANYWHERE)
end = time.time() + 20
while top(last)[0] > before[0] + before[1] and time.time() < end:
    time.sleep(0.2)
time.sleep(1)
after, button = top(pane), top(last)
isInView = before[0] <= button[0] and button[0] + button[1] <= before[0] + before[1]
moved = before[0] - after[0]
shows = [Atspi.Accessible.get_state_set(node).contains(Atspi.StateType.SHOWING) for node in (document, last)]
print('the button is in view:', isInView, 'the pane moved up:', moved > 1000, 'its height stayed:', before[1] == after[1],
      'document and button show:', shows)
sys.exit(0 if isInView and moved > 1000 and before[1] == after[1] and shows == [False, True] else 1)
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
HOME=$work XDG_RUNTIME_DIR=$work dbus-run-session -- bash "$work/session.sh" 2>/dev/null | grep -E "^the button"
exit "${PIPESTATUS[0]}"
