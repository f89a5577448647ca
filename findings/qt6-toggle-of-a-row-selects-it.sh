#!/usr/bin/env bash
# The one action of a row in Qt 6, `Toggle`, neither checks a row with a check box nor expands a row of a tree: it selects it.
#
# One would expect `Toggle` of a list item with a check box to toggle the box, and of a row that says EXPANDABLE to expand it, as in GTK
# and Java. Qt 6.4 answers true and selects the row. The list item does not even say CHECKABLE, so that whether its box is ticked
# cannot be read either; keys (Space; Right) do both.
#
# Seen with Debian 12: libqt6widgets6 6.4.2, python3-pyqt6 6.4.2, at-spi2-core 2.46.0.
# Exits 0 while this is so, 1 once a row is checked or expanded, 2 where it cannot be set up.
set -u
packages="python3-pyqt6 libqt6widgets6 gir1.2-atspi-2.0 python3-gi xvfb dbus at-spi2-core"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/app.py" <<'PY'
import os
from PyQt6.QtCore import Qt, QTimer
from PyQt6.QtWidgets import QApplication, QListWidget, QListWidgetItem, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

app = QApplication(['rows'])
window = QWidget()
box = QVBoxLayout(window)
rows = QListWidget()
item = QListWidgetItem('Box')
item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
item.setCheckState(Qt.CheckState.Unchecked)
rows.addItem(item)
tree = QTreeWidget()
folder = QTreeWidgetItem(['Folder'])
folder.addChild(QTreeWidgetItem(['File']))
tree.addTopLevelItem(folder)
box.addWidget(rows)
box.addWidget(tree)

def tell():
    with open(os.environ['work'] + '/state', 'w') as state:
        state.write(f'{item.checkState() == Qt.CheckState.Checked} {item.isSelected()} {folder.isExpanded()} {folder.isSelected()}')

timer = QTimer()
timer.timeout.connect(tell)
timer.start(50)
window.show()
app.exec()
PY
cat >"$work/ask.py" <<'PY'
import sys, time
import gi
gi.require_version('Atspi', '2.0')
from gi.repository import Atspi, GLib

def walk(node, depth=0):
    yield node
    for index in range(min(node.get_child_count(), 200) if depth < 15 else 0):
        child = node.get_child_at_index(index)
        if child:
            yield from walk(child, depth + 1)

def everything():
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        yield from walk(desktop.get_child_at_index(index))

def find(role, seconds=40):
    end = time.time() + seconds
    while time.time() < end:
        found = next((node for node in everything() if node.get_role_name() == role), None)
        if found:
            return found
        listen(0.5)
    sys.exit(2)

def listen(seconds):
    context = GLib.MainContext.default()
    end = time.time() + seconds
    while time.time() < end:
        if not context.iteration(False):
            time.sleep(0.01)


def named(names, seconds=60):
    end = time.time() + seconds
    while time.time() < end:
        found = {node.get_name(): node for node in everything() if node.get_name() in names}
        if len(found) == len(names):
            return found
        listen(1)
    sys.exit(2)

def says(node):
    kinds = (Atspi.StateType.ENABLED, Atspi.StateType.EDITABLE, Atspi.StateType.READ_ONLY)
    return [kind.value_nick for kind in kinds if node.get_state_set().contains(kind)]

import os

def state():
    listen(1)
    return open(os.environ['work'] + '/state').read().split()

found = named(('Box', 'Folder'))
print(f'saw before: box checked, selected, folder expanded, selected: {state()}')
for name, node in found.items():
    actions = [Atspi.Action.get_action_name(node, index) for index in range(Atspi.Action.get_n_actions(node))]
    print(f'saw {name}: actions {actions}, checkable {node.get_state_set().contains(Atspi.StateType.CHECKABLE)}, '
          f'{actions[0]} answers {Atspi.Action.do_action(node, 0)}')
after = state()
print(f'saw after: {after}')
sys.exit(0 if after == ['False', 'True', 'False', 'True'] else 1)
PY
cat >"$work/session.sh" <<'SH'
unset WAYLAND_DISPLAY AT_SPI_BUS_ADDRESS
Xvfb -displayfd 3 -screen 0 800x600x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display") QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1
dbus-send --session --print-reply --dest=org.a11y.Bus /org/a11y/bus org.freedesktop.DBus.Properties.Set \
  string:org.a11y.Status string:IsEnabled variant:boolean:true >/dev/null
/usr/bin/python3 "$work/app.py" & app=$!
timeout 90 /usr/bin/python3 "$work/ask.py"; code=$?
kill $app $xvfb; wait
exit $code
SH
export work
HOME=$work XDG_RUNTIME_DIR=$work dbus-run-session -- bash "$work/session.sh" 2>/dev/null | grep '^saw'
exit "${PIPESTATUS[0]}"
