#!/usr/bin/env bash
# Collection.GetMatches for the role “push button” with the match type ALL answers the radio buttons of a GTK 3 app, for “label” nothing.
#
# One would expect a rule of a single role to match that role whether it says ALL or ANY, and NONE to leave out just that role. The bridge
# between ATK and AT-SPI counts roles as AT-SPI does for ANY, and as ATK does for ALL and NONE: from role 21 on these are one apart. Below it
# (check boxes are 7) all is well, so that a try with a check box shows nothing. Whoever looks for a role has to say ANY.
#
# Seen with Debian 12: libatk-bridge2.0-0 2.46.0, GTK 3.24.38. Firefox and Chromium answer through the same bridge.
# Exits 0 while this is so, 1 once ALL and NONE mean the role, 2 where it cannot be set up.
set -u
packages="gir1.2-gtk-3.0 libgtk-3-0 gir1.2-atspi-2.0 python3-gi xvfb dbus at-spi2-core libatk-bridge2.0-0"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/app.py" <<'PY'
import gi
gi.require_version('Gtk', '3.0')
from gi.repository import Gtk

window = Gtk.Window(title='Matches')
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
window.add(box)
once = Gtk.RadioButton(label='Once')
for widget in (Gtk.Button(label='Save'), Gtk.Button(label='Close'), once, Gtk.Label(label='Every'), Gtk.Entry(text='2', placeholder_text='weeks')):
    box.add(widget)
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

found = named('Save', 'Close', 'Once', 'Every')
window = named('Matches').popitem()[1]
kinds = Atspi.CollectionMatchType

def matches(role, kind):
    rule = Atspi.MatchRule.new(Atspi.StateSet.new([]), kinds.ALL, {}, kinds.ALL, [role], kind, [], kinds.ALL, False)
    return [f'{node.get_role_name()} {node.get_name()}' for node in
            Atspi.Collection.get_matches(window, rule, Atspi.CollectionSortOrder.CANONICAL, 0, True)]

got = {}
for role in (Atspi.Role.PUSH_BUTTON, Atspi.Role.LABEL):
    for kind in (kinds.ANY, kinds.ALL, kinds.NONE):
        got[role, kind] = matches(role, kind)
        print(f'saw {role.value_nick}, {kind.value_nick}: {got[role, kind]}')
if got[Atspi.Role.PUSH_BUTTON, kinds.ANY] != ['push button Save', 'push button Close']:
    sys.exit(2)
wrong = (got[Atspi.Role.PUSH_BUTTON, kinds.ALL] == ['radio button Once'] and got[Atspi.Role.LABEL, kinds.ALL] == []
         and 'push button Save' in got[Atspi.Role.PUSH_BUTTON, kinds.NONE] and 'radio button Once' not in got[Atspi.Role.PUSH_BUTTON, kinds.NONE])
sys.exit(0 if wrong else 1)
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
