#!/usr/bin/env bash
# A tab of Qt 6 that is disabled says that it is enabled, and `Press` opens it; so does one that the app hides.
#
# One would expect a tab that no click opens to lack ENABLED, and its action to do nothing, as of a disabled push button, which loses the
# action. QTabBar tells the states of the whole bar for each tab: a disabled tab cannot be told from others, and a hidden one says SHOWING
# with a size of 0 × 0. `Press` makes either of them the current one, past the rule that the app set (a step of a wizard not yet reached).
#
# Seen with Debian 12: libqt6widgets6 6.4.2, python3-pyqt6 6.4.2, at-spi2-core 2.46.0.
# Exits 0 while this is so, 1 once a disabled tab says so or stays closed, 2 where it cannot be set up.
set -u
packages="python3-pyqt6 libqt6widgets6 gir1.2-atspi-2.0 python3-gi xvfb dbus at-spi2-core xdotool openbox"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/app.py" <<'PY'
import os
from PyQt6.QtWidgets import QApplication, QLabel, QTabWidget

def tell(*words):
    with open(os.environ['work'] + '/log', 'a') as log:
        log.write(' '.join(map(str, words)) + '\n')

app = QApplication(['tabs'])
tabs = QTabWidget()
for name in ('First', 'Disabled', 'Hidden'):
    tabs.addTab(QLabel(f'page of {name}'), name)
tabs.setTabEnabled(1, False)
tabs.setTabVisible(2, False)
tabs.currentChanged.connect(lambda index: tell('opened', tabs.tabText(index)))
tabs.resize(500, 200)
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

import subprocess

def told():
    listen(1)
    try:
        return open(os.environ['work'] + '/log').read().splitlines()
    except FileNotFoundError:
        return []

tabs = named('First', 'Disabled', 'Hidden')

def says(name, state):
    return tabs[name].get_state_set().contains(state)

for name in tabs:
    box = Atspi.Component.get_extents(tabs[name], Atspi.CoordType.SCREEN)
    print(f'saw {name}: enabled {says(name, Atspi.StateType.ENABLED)}, showing {says(name, Atspi.StateType.SHOWING)}, {box.width} × {box.height}')
box = Atspi.Component.get_extents(tabs['Disabled'], Atspi.CoordType.SCREEN)
subprocess.run(['xdotool', 'mousemove', str(box.x + box.width // 2), str(box.y + box.height // 2), 'click', '1'], check=True)
clicked = told()
print(f'saw after a click on Disabled: {clicked}')
answers = {}
for name in ('Disabled', 'Hidden'):
    answers[name] = Atspi.Action.do_action(tabs[name], 0)
    listen(1)
pressed = told()
print(f'saw after Press of both, which answers {answers}: {pressed}')
if clicked:
    sys.exit(2)
wrong = says('Disabled', Atspi.StateType.ENABLED) and pressed == ['opened Disabled', 'opened Hidden']
sys.exit(0 if wrong else 1)
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
