#!/usr/bin/env bash
# An entry that Qt shows in two menus tells the place and the states of the menu that was asked for its children first.
#
# One would expect an open context menu to tell where its entries are. QAction has one element, made for the first menu that listed it
# (getOrCreateMenu of qaccessiblemenu.cpp): if that is a closed menu of the bar, the entry of the open menu does not show, and its place
# is that in the closed one, as wide as that.
#
# Seen with Debian 12: python3-pyqt5 5.15.9, python3-pyqt6 6.4.2, at-spi2-core 2.46.0.
# Exits 0 while this is so, 1 once the entry shows where it is, 2 where it cannot be set up. usage: … [5|6]
set -u
version=${1:-5}
packages="python3-pyqt$version gir1.2-atspi-2.0 python3-gi xvfb dbus at-spi2-core"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/app.py" <<PY
from PyQt$version.QtCore import QPoint, QTimer
from PyQt$version.QtWidgets import QApplication, QMainWindow, QMenu

app = QApplication(['entries'])
window = QMainWindow()
window.setWindowTitle('Entries')
edit, context = window.menuBar().addMenu('Edit'), QMenu('Context', window)
edit.addAction('Before everything else in this menu')
rename = edit.addAction('Rename')
context.addAction('First')
context.addAction(rename)
window.show()
QTimer.singleShot(8000, lambda: context.popup(QPoint(300, 300)))
raise SystemExit(app.exec())
PY
cat >"$work/ask.py" <<'PY'
import sys, time
import gi
gi.require_version('Atspi', '2.0')
from gi.repository import Atspi, GLib

def walk(node):
    for index in range(node.get_child_count()):
        child = node.get_child_at_index(index)
        if child:
            yield child
            yield from walk(child)

opened = []
def heard(event):
    if event.detail1 and event.source.get_role_name() == 'popup menu':
        opened.append(event.source)
listener = Atspi.EventListener.new(heard)
listener.register('object:state-changed:showing')
context, asked = GLib.MainContext.default(), False
for end in [time.time() + 15]:
    while time.time() < end and not opened:
        if not asked:
            asked = any(node.get_name() == 'Rename' for node in walk(Atspi.get_desktop(0)))
        if not context.iteration(False):
            time.sleep(0.05)
if not (asked and opened):
    sys.exit(2)
time.sleep(0.5)
first, shared = (opened[0].get_child_at_index(index) for index in range(2))
def told(node):
    node.clear_cache()
    place = Atspi.Component.get_extents(node, Atspi.CoordType.SCREEN)
    return node.get_name(), node.get_state_set().contains(Atspi.StateType.SHOWING), place.x, place.y
above, entry = told(first), told(shared)
print('saw by name, showing and place:', above, entry)
sys.exit(0 if above[1] and not entry[1] and entry[2] != above[2] else 1)
PY
cat >"$work/session.sh" <<'SH'
unset WAYLAND_DISPLAY AT_SPI_BUS_ADDRESS
Xvfb -displayfd 3 -screen 0 1000x800x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display") QT_QPA_PLATFORM=xcb QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1
dbus-send --session --print-reply --dest=org.a11y.Bus /org/a11y/bus org.freedesktop.DBus.Properties.Set \
  string:org.a11y.Status string:IsEnabled variant:boolean:true >/dev/null
/usr/bin/python3 -W ignore "$work/app.py" & app=$!
timeout 60 /usr/bin/python3 -W ignore "$work/ask.py"; code=$?
kill $app $xvfb; wait
exit $code
SH
export work
HOME=$work XDG_RUNTIME_DIR=$work dbus-run-session -- bash "$work/session.sh" 2>/dev/null | grep '^saw'
exit "${PIPESTATUS[0]}"
