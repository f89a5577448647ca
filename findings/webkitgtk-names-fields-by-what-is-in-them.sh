#!/usr/bin/env bash
# WebKitGTK names a field inside of its label by the label and by the field's own value, a password's as well, in bullets.
#
# The text alternative of a labelled field leaves its own value out: a control counts as its value only in the label of another one
# (Accessible Name and Description Computation 1.2, 2C), so that these would be "Name" and "Code". Seen: "Name Ada" and "Code" with a
# bullet for each character, so that the name of a password field tells its length, and no name stays the same while somebody types.
# A drop-down list is named by its choice too.
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
view.load_html("""<label>Name <input value=Ada></label><label>Code <input type=password value=four></label><label>City <select><option>Rome<option>Oslo</select></label>""", None)
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

wanted = {Atspi.Role.ENTRY, Atspi.Role.PASSWORD_TEXT, Atspi.Role.COMBO_BOX}

def fields(all):
    found = [node.get_name() for node in all if node.get_role() in wanted]
    return found if len(found) == 3 and all_named(found) else None

def all_named(names):
    return all(names)

names = until(fields)
print('names:', names)
sys.exit(0 if names == ['Name Ada', 'Code \u2022\u2022\u2022\u2022', 'City Rome'] else 1)
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
HOME=$work XDG_RUNTIME_DIR=$work dbus-run-session -- bash "$work/session.sh" 2>/dev/null | grep -E "^names"
exit "${PIPESTATUS[0]}"
