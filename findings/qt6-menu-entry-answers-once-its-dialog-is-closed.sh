#!/usr/bin/env bash
# Qt 6 answers a `Press` of a menu entry that opens a modal dialog only after that dialog is closed; for a push button it answers at once.
#
# One would expect one behaviour for both: each calls the same code, which runs a QDialog with exec(). The button clicks later, by a
# timer; the entry triggers its action within the D-Bus call, so that the call fails by its time limit, while the app answers
# all else, the dialog included. Whoever gets no answer must not press again, and has to look for a dialog first.
#
# Seen with Debian 12: libqt6widgets6 6.4.2, python3-pyqt6 6.4.2, at-spi2-core 2.46.0; Qt 5.15.8 does the same.
# Exits 0 while this is so, 1 once the entry answers while the dialog is open, 2 where it cannot be set up.
set -u
packages="python3-pyqt6 libqt6widgets6 libglib2.0-bin gir1.2-atspi-2.0 python3-gi xvfb dbus at-spi2-core"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/app.py" <<'PY'
from PyQt6.QtWidgets import QApplication, QDialog, QMainWindow, QPushButton, QVBoxLayout

app = QApplication(['menu'])
window = QMainWindow()

def ask():
    dialog = QDialog(window)
    dialog.setWindowTitle('Sure?')
    button = QPushButton('Close it')
    button.clicked.connect(dialog.accept)
    QVBoxLayout(dialog).addWidget(button)
    dialog.exec()

window.menuBar().addMenu('Menu').addAction('Entry').triggered.connect(ask)
button = QPushButton('Button')
button.clicked.connect(ask)
window.setCentralWidget(button)
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

import subprocess, threading
from gi.repository import Gio

found = named('Entry', 'Button')

def press(name):
    answered = []
    def run():
        # A program of its own: libatspi waits for one answer at a time.
        call = ['gdbus', 'call', '--address', address, '--timeout', '60', '--method', 'org.a11y.atspi.Action.DoAction']
        at = ['--dest', found[name].app.bus_name, '--object-path', found[name].path, '0']
        subprocess.run(call + at, check=True, stdout=subprocess.DEVNULL)
        answered.append(time.time())
    thread = threading.Thread(target=run)
    thread.start()
    close = named('Close it')['Close it']
    time.sleep(3)
    before = bool(answered)
    Atspi.Action.do_action(close, 0)
    thread.join(20)
    print(f'saw {name}: answered while its dialog was open: {before}, after it was closed: {bool(answered)}')
    time.sleep(1)
    return before, bool(answered)

session = Gio.bus_get_sync(Gio.BusType.SESSION)
address = session.call_sync('org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Bus', 'GetAddress', None, None, 0, 5000, None).unpack()[0]
button, entry = press('Button'), press('Entry')
if button != (True, True) or not entry[1]:
    sys.exit(2)
sys.exit(1 if entry[0] else 0)
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
