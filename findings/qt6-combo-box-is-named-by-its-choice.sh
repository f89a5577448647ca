#!/usr/bin/env bash
# The accessible name of a combo box in Qt 6 is what is chosen in it; a name that the developer gives it is lost.
#
# One would expect setAccessibleName to name a QComboBox as it names every other widget. Qt 6.4 on Linux reports the current text as
# the name instead, also of an editable one: the box has no stable name, and two boxes with the same choice are the same to a reader.
#
# Seen with Debian 12: libqt6widgets6 6.4.2, python3-pyqt6 6.4.2, at-spi2-core 2.46.0.
# Exits 0 while this is so, 1 once a combo box has its own name, 2 where it cannot be set up.
set -u
packages="python3-pyqt6 libqt6widgets6 gir1.2-atspi-2.0 python3-gi xvfb dbus at-spi2-core"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/app.py" <<'PY'
from PyQt6.QtWidgets import QApplication, QComboBox, QSpinBox, QVBoxLayout, QWidget

app = QApplication(['boxes'])
window = QWidget()
box = QVBoxLayout(window)
for name, widget in (('Colour', QComboBox()), ('Shape', QComboBox(editable=True)), ('Count', QSpinBox())):
    widget.setAccessibleName(name)
    box.addWidget(widget)
    if isinstance(widget, QComboBox):
        widget.addItems(['first', 'second'])
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

named(('Count',))
listen(1)
boxes = [(node.get_name(), node.get_description()) for node in everything() if node.get_role_name() == 'combo box']
print(f'saw a spin button called Count, and combo boxes with name and description {boxes}')
sys.exit(2 if len(boxes) != 2 else 0 if boxes == [('first', '')] * 2 else 1)
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
