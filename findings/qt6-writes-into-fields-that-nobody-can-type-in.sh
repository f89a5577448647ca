#!/usr/bin/env bash
# Qt 6 writes by accessibility into read-only and disabled fields, and moves a disabled slider.
#
# One would expect EditableText and Value to do what the user could do, or to answer false: GTK 3 leaves an entry that is not
# editable as it is. Qt 6.4 answers true and changes a read-only QLineEdit, a read-only QTextEdit, a disabled QLineEdit and a disabled
# QSlider. The read-only line even says EDITABLE beside READ_ONLY. Whoever acts for a user has to look at the states first.
#
# Seen with Debian 12: libqt6widgets6 6.4.2, python3-pyqt6 6.4.2, at-spi2-core 2.46.0.
# Exits 0 while this is so, 1 once all keep what they have, 2 where it cannot be set up.
set -u
packages="python3-pyqt6 libqt6widgets6 gir1.2-atspi-2.0 python3-gi xvfb dbus at-spi2-core"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/app.py" <<'PY'
from PyQt6.QtWidgets import QApplication, QLineEdit, QSlider, QTextEdit, QVBoxLayout, QWidget

app = QApplication(['fields'])
window = QWidget()
box = QVBoxLayout(window)
for name, widget in (
    ('Line', QLineEdit('kept', readOnly=True)),
    ('Text', QTextEdit('kept', readOnly=True)),
    ('Off', QLineEdit('kept', enabled=False)),
    ('Slider', QSlider(enabled=False)),
):
    widget.setAccessibleName(name)
    box.addWidget(widget)
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

fields = named(('Line', 'Text', 'Off', 'Slider'))
changed = []
for name in ('Line', 'Text', 'Off'):
    node = fields[name]
    answered = Atspi.EditableText.set_text_contents(node, 'written')
    listen(1)
    holds = Atspi.Text.get_text(node, 0, -1)
    print(f'saw {name} ({", ".join(says(node)) or "neither enabled nor editable"}): answered {answered}, holds {holds!r}')
    changed.append(holds == 'written')
answered = Atspi.Value.set_current_value(fields['Slider'], 42)
listen(1)
value = Atspi.Value.get_current_value(fields['Slider'])
print(f'saw Slider ({", ".join(says(fields["Slider"])) or "not enabled"}): answered {answered}, stands at {value:g}')
sys.exit(0 if all(changed) and value == 42 else 1)
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
