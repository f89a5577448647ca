#!/usr/bin/env bash
# A widget that an app puts into a QGraphicsScene of Qt 6 stands beside its window in the accessibility tree, showing whatever shows.
#
# One would expect the button to be within the QGraphicsView that draws it. Its parent is the application, as that of a window, so that
# a walk of the window never meets it. On a tab that is not open it says SHOWING as before, at a place where something else is, and
# its action `Press` clicks it, unseen. Items of the scene that are no widgets are in no tree.
#
# Seen with Debian 12: libqt6widgets6 6.4.2, python3-pyqt6 6.4.2, at-spi2-core 2.46.0.
# Exits 0 while this is so, 1 once the button is in its window, 2 where it cannot be set up.
set -u
packages="python3-pyqt6 libqt6widgets6 gir1.2-atspi-2.0 python3-gi xvfb dbus at-spi2-core xdotool openbox"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/app.py" <<'PY'
import os
from PyQt6.QtWidgets import QApplication, QGraphicsScene, QGraphicsView, QLabel, QPushButton, QTabWidget

def tell(*words):
    with open(os.environ['work'] + '/log', 'a') as log:
        log.write(' '.join(map(str, words)) + '\n')

app = QApplication(['scene'])
scene = QGraphicsScene()
button = QPushButton('In the scene')
button.clicked.connect(lambda: tell('clicked'))
scene.addWidget(button)
tabs = QTabWidget()
tabs.addTab(QGraphicsView(scene), 'Scene')
tabs.addTab(QLabel('Another page'), 'Other')
tabs.resize(400, 300)
tabs.show()
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

def told():
    listen(1)
    try:
        return open(os.environ['work'] + '/log').read().splitlines()
    except FileNotFoundError:
        return []

found = named('In the scene', 'Scene', 'Other')
button = found['In the scene']

def says(when):
    box = Atspi.Component.get_extents(button, Atspi.CoordType.SCREEN)
    parent, showing = button.get_parent().get_role_name(), button.get_state_set().contains(Atspi.StateType.SHOWING)
    print(f'saw {when}: parent {parent}, showing {showing}, at {box.x}, {box.y}')
    return parent, showing

open_ = says('while its page is open')
Atspi.Action.do_action(found['Other'], 0)
listen(1)
closed = says('while another is')
answer = Atspi.Action.do_action(button, 0)
clicks = told()
print(f'saw after Press there, which answers {answer}: {clicks}')
sys.exit(0 if open_ == closed == ('application', True) and clicks == ['clicked'] else 1)
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
