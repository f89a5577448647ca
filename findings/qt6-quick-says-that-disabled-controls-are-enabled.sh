#!/usr/bin/env bash
# A control of Qt Quick Controls 6.4 with `enabled: false` says ENABLED and SENSITIVE, and keeps its actions.
#
# One would expect a disabled button to lack ENABLED, as every other toolkit reports and Qt's own widgets do, which lose the action Press as
# well. QAccessibleQuickItem never looks whether an item is enabled: that a button is greyed out is in the picture alone, and waiting
# until it can be pressed ends at once.
#
# Seen with Debian 12: libqt6quick6 and qml6-module-qtquick-controls 6.4.2, python3-pyqt6.qtquick 6.4.2, at-spi2-core 2.46.0.
# Exits 0 while this is so, 1 once one of them says that it is disabled, 2 where it cannot be set up.
set -u
packages="python3-pyqt6.qtquick python3-pyqt6.qtqml qml6-module-qtquick qml6-module-qtquick-controls qml6-module-qtquick-templates qml6-module-qtquick-window qml6-module-qtqml-workerscript libqt6quick6 xdotool openbox gir1.2-atspi-2.0 python3-gi xvfb dbus at-spi2-core"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/window.qml" <<'QML'
import QtQuick
import QtQuick.Controls

ApplicationWindow {
  visible: true
  width: 400
  height: 200
  title: 'Quick'
  Column {
    Button { text: 'Save'; onClicked: told.text += ' Save' }
    Button { text: 'Delete'; enabled: false; onClicked: told.text += ' Delete' }
    Slider { Accessible.name: 'Off'; enabled: false; from: 0; to: 10 }
    Text { id: told; text: 'told'; Accessible.role: Accessible.StaticText; Accessible.name: text }
  }
}
QML
cat >"$work/app.py" <<'PY'
import os
from PyQt6.QtCore import QUrl
from PyQt6.QtGui import QGuiApplication
from PyQt6.QtQml import QQmlApplicationEngine

app = QGuiApplication(['quick'])
engine = QQmlApplicationEngine()
engine.load(QUrl.fromLocalFile(os.environ['work'] + '/window.qml'))
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

found = named('Save', 'Delete', 'Off')
label = next(node for node in everything() if (node.get_name() or '').startswith('told'))

def told():
    listen(1)
    return label.get_name()

def click(name):
    box = Atspi.Component.get_extents(found[name], Atspi.CoordType.SCREEN)
    subprocess.run(['xdotool', 'mousemove', str(box.x + box.width // 2), str(box.y + box.height // 2), 'click', '1'], check=True)

def says(name):
    node = found[name]
    states = [kind.value_nick for kind in (Atspi.StateType.ENABLED, Atspi.StateType.SENSITIVE) if node.get_state_set().contains(kind)]
    actions = [Atspi.Action.get_action_name(node, index) for index in range(Atspi.Action.get_n_actions(node))]
    print(f'saw {name}: states {states}, actions {actions}')
    return states, actions

enabled, disabled, off = says('Save'), says('Delete'), says('Off')
click('Delete')
after = told()
click('Save')
print(f'saw after a click on Delete: {after!r}, and on Save: {told()!r}')
if after != 'told' or label.get_name() != 'told Save':
    sys.exit(2)
sys.exit(0 if disabled == enabled and off[0] == enabled[0] else 1)
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
