#!/usr/bin/env bash
# A widget that an app puts into a cell of a table of Qt 6 (setCellWidget, setIndexWidget) is in no accessibility tree.
#
# One would expect the button in the cell to be its child, as a control in a cell of HTML is, or at least to be what is hit at its place. The
# cell says that it is empty: no name, no children; the hit test answers the cell; the button is nowhere, though it has a name and can be
# clicked. Rows that delete, play or download are so known only from their picture. Once a press gave the button the focus, it is the empty
# cell that says it has it.
#
# Seen with Debian 12: libqt6widgets6 6.4.2, python3-pyqt6 6.4.2, at-spi2-core 2.46.0.
# Exits 0 while this is so, 1 once the button is in the tree, 2 where it cannot be set up.
set -u
packages="python3-pyqt6 libqt6widgets6 gir1.2-atspi-2.0 python3-gi xvfb dbus at-spi2-core xdotool openbox"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/app.py" <<'PY'
import os
from PyQt6.QtWidgets import QApplication, QPushButton, QTableWidget, QTableWidgetItem

def tell(*words):
    with open(os.environ['work'] + '/log', 'a') as log:
        log.write(' '.join(map(str, words)) + '\n')

app = QApplication(['cells'])
table = QTableWidget(1, 2)
table.setItem(0, 0, QTableWidgetItem('Report'))
button = QPushButton('Delete')
button.clicked.connect(lambda: tell('clicked'))
table.setCellWidget(0, 1, button)
table.resize(400, 200)
table.show()
app.exec()
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

def told():
    listen(1)
    try:
        return open(os.environ['work'] + '/log').read().splitlines()
    except FileNotFoundError:
        return []

report = named('Report').popitem()[1]
table = report.get_parent()
cell = Atspi.Table.get_accessible_at(table, 0, 1)
print(f'saw the cell of the button: name {cell.get_name()!r}, children {cell.get_child_count()}')
print(f"saw elements called Delete: {sum(node.get_name() == 'Delete' for node in everything())}")
place = Atspi.Component.get_extents(cell, Atspi.CoordType.SCREEN)
x, y = place.x + place.width // 2, place.y + place.height // 2
hit = Atspi.Component.get_accessible_at_point(table, x, y, Atspi.CoordType.SCREEN)
print(f'saw what is hit there: {hit.get_role_name()} {hit.get_name()!r}')
subprocess.run(['xdotool', 'mousemove', str(x), str(y), 'click', '1'], check=True)
clicks = told()
print(f'saw after a press there: {clicks}')
focused = [node.get_role_name() for node in everything() if node.get_state_set().contains(Atspi.StateType.FOCUSED)]
print(f'saw elements with the focus: {focused}')
if clicks != ['clicked']:
    sys.exit(2)
unseen = not any(node.get_name() == 'Delete' for node in everything()) and cell.get_name() == '' and cell.get_child_count() == 0
sys.exit(0 if unseen else 1)
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
