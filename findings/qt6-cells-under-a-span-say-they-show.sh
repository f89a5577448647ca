#!/usr/bin/env bash
# Cells that a span of a Qt 6 table covers are elements of their own: with text that nobody sees, showing, at the place of the whole span.
#
# One would expect a cell that spans 2 × 2 to say so, and the other three not to be there or not to show. Qt 6.4 says 1 × 1 of the first, and
# gives the three their own text and all four the same place. A press at “hidden” selects “Total”; its action `Toggle` answers true, and
# no item becomes selected by it.
#
# Seen with Debian 12: libqt6widgets6 6.4.2, python3-pyqt6 6.4.2, at-spi2-core 2.46.0.
# Exits 0 while this is so, 1 once a covered cell does not show or a span is told, 2 where it cannot be set up.
set -u
packages="python3-pyqt6 libqt6widgets6 gir1.2-atspi-2.0 python3-gi xvfb dbus at-spi2-core xdotool openbox"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/app.py" <<'PY'
import os
from PyQt6.QtWidgets import QApplication, QTableWidget, QTableWidgetItem

def tell(*words):
    with open(os.environ['work'] + '/log', 'a') as log:
        log.write(' '.join(map(str, words)) + '\n')

app = QApplication(['spans'])
table = QTableWidget(2, 3)
for (row, column), text in {(0, 0): 'Total', (0, 1): 'covered', (1, 1): 'hidden', (1, 2): 'Other'}.items():
    table.setItem(row, column, QTableWidgetItem(text))
table.setSpan(0, 0, 2, 2)
table.itemSelectionChanged.connect(lambda: tell('selected', *(item.text() for item in table.selectedItems())))
table.resize(500, 200)
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

cells = named('Total', 'covered', 'hidden', 'Other')
table = cells['Total'].get_parent()

def place(name):
    box = Atspi.Component.get_extents(cells[name], Atspi.CoordType.SCREEN)
    return box.x, box.y, box.width, box.height

for name in ('Total', 'covered', 'hidden'):
    print(f'saw {name}: showing {cells[name].get_state_set().contains(Atspi.StateType.SHOWING)}, at {place(name)}')
spans = Atspi.Table.get_row_extent_at(table, 0, 0), Atspi.Table.get_column_extent_at(table, 0, 0)
print(f'saw Total spans {spans} rows and columns')
x, y, width, height = place('hidden')
subprocess.run(['xdotool', 'mousemove', str(x + width // 2), str(y + height // 2), 'click', '1'], check=True)
pressed = told()[-1:]
print(f'saw after a press at “hidden”: {pressed}')
answer = Atspi.Action.do_action(cells['hidden'], 0)
toggled = told()[-1:]
print(f'saw after {Atspi.Action.get_action_name(cells["hidden"], 0)} of “hidden”, which answers {answer}: {toggled}')
if pressed != ['selected Total']:
    sys.exit(2)
same = place('Total') == place('covered') == place('hidden')
shows = cells['hidden'].get_state_set().contains(Atspi.StateType.SHOWING)
sys.exit(0 if same and shows and spans == (1, 1) and answer and toggled == pressed else 1)
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
