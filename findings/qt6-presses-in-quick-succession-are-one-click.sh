#!/usr/bin/env bash
# A push button of Qt 6 that is pressed three times in a row by accessibility is clicked once; each press is answered with true.
#
# One would expect three clicks, as from a tool button beside it. `Press` of a QPushButton, as of a QCheckBox or QRadioButton, shows it
# pressed for a tenth of a second (QAbstractButton::animateClick) and clicks it afterwards; a press meanwhile only restarts that time.
# The answer comes before the click. Whoever presses twice has to wait in between, and to wait before reading what the first one did.
#
# Seen with Debian 12: libqt6widgets6 6.4.2, python3-pyqt6 6.4.2, at-spi2-core 2.46.0.
# Exits 0 while this is so, 1 once each press is a click, 2 where it cannot be set up.
set -u
packages="python3-pyqt6 libqt6widgets6 gir1.2-atspi-2.0 python3-gi xvfb dbus at-spi2-core"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/app.py" <<'PY'
import os
from PyQt6.QtWidgets import QApplication, QPushButton, QToolButton, QVBoxLayout, QWidget

def tell(*words):
    with open(os.environ['work'] + '/log', 'a') as log:
        log.write(' '.join(words) + '\n')
tell('begin')

app = QApplication(['buttons'])
window = QWidget()
box = QVBoxLayout(window)
for kind in (QPushButton, QToolButton):
    button = kind(window)
    button.setText('Push' if kind is QPushButton else 'Tool')
    button.clicked.connect(lambda _, name=button.text(): tell(name))
    box.addWidget(button)
window.show()
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

def heard():
    listen(1)
    with open(os.environ['work'] + '/log') as log:
        return log.read().split()

found = named('Push', 'Tool')
def press(name, pause):
    before = heard().count(name)
    answers = []
    for _ in range(3):
        answers.append(Atspi.Action.do_action(found[name], 0))
        time.sleep(pause)
    clicks = heard().count(name) - before
    print(f'saw {name}, pressed every {pause} s: answered {answers}, clicked {clicks} times')
    return clicks
if found['Push'].get_role_name() != 'push button':
    sys.exit(2)
fast, slow, tool = press('Push', 0), press('Push', 1), press('Tool', 0)
if slow != 3:
    sys.exit(2)
sys.exit(0 if fast == 1 and tool == 3 else 1)
PY
cat >"$work/session.sh" <<'SH'
unset WAYLAND_DISPLAY AT_SPI_BUS_ADDRESS
Xvfb -displayfd 3 -screen 0 1000x800x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display") XDG_CONFIG_HOME=$work/config GTK_USE_PORTAL=0 QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1
dbus-send --session --print-reply --dest=org.a11y.Bus /org/a11y/bus org.freedesktop.DBus.Properties.Set \
  string:org.a11y.Status string:IsEnabled variant:boolean:true >/dev/null
/usr/bin/python3 "$work/app.py" & app=$!
timeout 120 /usr/bin/python3 -W ignore "$work/ask.py"; code=$?
kill $app $xvfb; wait
exit $code
SH
export work
HOME=$work XDG_RUNTIME_DIR=$work dbus-run-session -- bash "$work/session.sh" 2>/dev/null | grep '^saw'
exit "${PIPESTATUS[0]}"
