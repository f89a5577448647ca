#!/usr/bin/env bash
# A row of libhandy has no accessible name, and neither its title nor its subtitle is in the tree; the switch in it has no name either.
#
# One would expect the title of an HdyActionRow, which is a label in it, to be among its children as any label in a row of GTK 3 is,
# or to be its name, and to name the activatable widget of the row, for which a click on the row stands. Seen: the row is a nameless
# list item whose one child is the nameless switch; no element of the window has the title or the subtitle as name, description or
# text. A row put together from the same labels without libhandy has both.
#
# Seen with Debian 12: libhandy 1.8.1, GTK 3.24.38, at-spi2-core 2.46.0.
# Exits 0 while this is so, 1 once it is otherwise, 2 where it cannot be set up.
set -u
packages="gir1.2-handy-1 gir1.2-gtk-3.0 libgtk-3-0 gir1.2-atspi-2.0 python3-gi xvfb dbus at-spi2-core"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/app.py" <<'PY'
import gi
gi.require_version('Gtk', '3.0')
gi.require_version('Handy', '1')
from gi.repository import Gtk, Handy

Handy.init()
row = Handy.ActionRow(title='Smooth Refresh', subtitle='Less often on battery')
switch = Gtk.Switch(valign=Gtk.Align.CENTER)
row.add(switch)
row.set_activatable_widget(switch)
plain = Gtk.ListBoxRow()
box = Gtk.Box()
box.add(Gtk.Label(label='Plain title'))
box.add(Gtk.Label(label='Plain subtitle'))
plain.add(box)
rows = Gtk.ListBox()
rows.add(row)
rows.add(plain)
window = Gtk.Window(title='Rows')
window.add(rows)
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

def words(node):
    text = Atspi.Text.get_text(node, 0, -1) if 'Text' in node.get_interfaces() else ''
    return {node.get_name(), node.get_description(), text} - {'', None}

end = time.time() + 60
while True:
    desktop = Atspi.get_desktop(0)
    apps = [desktop.get_child_at_index(index) for index in range(desktop.get_child_count())]
    nodes = [node for app in apps if app for node in walk(app)]
    if any('Plain subtitle' in words(node) for node in nodes):
        break
    if time.time() > end:
        sys.exit(2)
    time.sleep(0.5)
said = set().union(*map(words, nodes))
rows = [node for node in nodes if node.get_role() == Atspi.Role.LIST_ITEM]
of_handy = [(row.get_name(), [(child.get_role_name(), child.get_name()) for child in walk(row) if child != row]) for row in rows][0]
print('rows:', len(rows), 'the one of libhandy, and what is in it:', of_handy)
print('in the tree:', sorted(said & {'Smooth Refresh', 'Less often on battery', 'Plain title', 'Plain subtitle'}))
as_seen = said.isdisjoint({'Smooth Refresh', 'Less often on battery'}) and {'Plain title', 'Plain subtitle'} <= said
sys.exit(0 if as_seen and of_handy == ('', [('toggle button', '')]) else 1)
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
HOME=$work XDG_RUNTIME_DIR=$work dbus-run-session -- bash "$work/session.sh" 2>/dev/null | grep -E "^(rows|in the tree)"
exit "${PIPESTATUS[0]}"
