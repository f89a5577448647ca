#!/usr/bin/env bash
# A text that is set by accessibility passes the validator of a QLineEdit of Qt 6 by, and the field does not emit textEdited.
#
# One would expect the field to treat it as it treats a typed or pasted text: EditableText is what assistive technology types with.
# Qt calls setText, as a program would: a field for numbers from 1 to 99 holds “many”, and an app that follows textEdited (a search,
# a form that marks itself as changed) never learns of it. Only the maximum length counts. Typed keys do both.
#
# Seen with Debian 12: libqt6widgets6 6.4.2, python3-pyqt6 6.4.2, at-spi2-core 2.46.0, xdotool 3.20160805.
# Exits 0 while this is so, 1 once a text that is set is validated or an edit, 2 where it cannot be set up.
set -u
packages="python3-pyqt6 libqt6widgets6 xdotool gir1.2-atspi-2.0 python3-gi xvfb dbus at-spi2-core openbox"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/app.py" <<'PY'
import os
from PyQt6.QtGui import QIntValidator
from PyQt6.QtWidgets import QApplication, QLineEdit

def tell(*words):
    with open(os.environ['work'] + '/log', 'a') as log:
        log.write(' '.join(words) + '\n')
tell('begin')

app = QApplication(['field'])
field = QLineEdit()
field.setAccessibleName('Number')
field.setValidator(QIntValidator(1, 99))
field.textChanged.connect(lambda text: tell(f'changed:{text}'))
field.textEdited.connect(lambda text: tell(f'edited:{text}'))
field.show()
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

import subprocess

field = named('Number')['Number']
def text():
    return Atspi.Text.get_text(field, 0, -1)
field.grab_focus()
listen(1)
subprocess.run(['xdotool', 'type', 'many7'], check=True)
typed = heard()[1:]
print(f'saw after typing “many7”: {text()!r}, signals {typed}')
answered = Atspi.EditableText.set_text_contents(field, 'many')
put = heard()[1 + len(typed):]
print(f'saw after setting “many”: answered {answered}, {text()!r}, signals {put}')
if typed != ['edited:7', 'changed:7'] and typed != ['changed:7', 'edited:7']:
    sys.exit(2)
sys.exit(0 if put == ['changed:many'] and text() == 'many' else 1)
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
/usr/bin/python3 "$work/app.py" & app=$!
timeout 120 /usr/bin/python3 -W ignore "$work/ask.py"; code=$?
kill $app $xvfb $wm; wait
exit $code
SH
export work
HOME=$work XDG_RUNTIME_DIR=$work dbus-run-session -- bash "$work/session.sh" 2>/dev/null | grep '^saw'
exit "${PIPESTATUS[0]}"
