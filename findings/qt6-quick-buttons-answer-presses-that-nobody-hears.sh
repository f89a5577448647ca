#!/usr/bin/env bash
# `Press` of a button of Qt Quick Controls 6.4 is answered with true and does nothing; a click calls its onClicked.
#
# One would expect a button without more to be pressed by its accessible action, as a QPushButton is, which offers the very same
# actions, Press and SetFocus. In Qt Quick, Press emits the signal pressAction of the attached Accessible, to which Button connects
# nothing: only apps that write Accessible.onPressAction hear it. Nothing in the answer or in the states tells the two apart.
#
# Seen with Debian 12: libqt6quick6 and qml6-module-qtquick-controls 6.4.2, python3-pyqt6.qtquick 6.4.2, at-spi2-core 2.46.0.
# Exits 0 while this is so, 1 once the press is heard, 2 where it cannot be set up.
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

actions = [Atspi.Action.get_action_name(found['Save'], index) for index in range(Atspi.Action.get_n_actions(found['Save']))]
answer = Atspi.Action.do_action(found['Save'], actions.index('Press'))
pressed = told()
print(f'saw actions {actions}; after Press, which answers {answer}: {pressed!r}')
click('Save')
clicked = told()
print(f'saw after a click: {clicked!r}')
if clicked != pressed + ' Save':
    sys.exit(2)
sys.exit(0 if answer and pressed == 'told' else 1)
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
