#!/usr/bin/env bash
# java-atk-wrapper answers true to the deselection of an item of a JList, and the item stays selected.
#
# One would expect Selection.DeselectChild of AT-SPI to deselect it, as in GTK and Qt, or to fail. SelectChild works, and adds
# to what is selected, so that selecting one item by first deselecting the others leaves several selected, and every answer was
# true. Whoever deselects has to read the selection back.
#
# Seen with Debian 12: libatk-wrapper-java 0.40.0, openjdk-17 17.0.15, at-spi2-core 2.46.0, Xvfb 21.1.7.
# Exits 0 while this is so, 1 once the item is deselected or the answer is false, 2 where it cannot be set up.
set -u
packages="openjdk-17-jdk libatk-wrapper-java libatk-wrapper-java-jni gir1.2-atspi-2.0 python3-gi xvfb dbus at-spi2-core"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/Fruits.java" <<'JAVA'
import javax.swing.*;

public class Fruits {
  public static void main(String[] args) {
    SwingUtilities.invokeLater(() -> {
      JList<String> list = new JList<>(new String[] {"Apple", "Fig", "Plum"});
      list.getAccessibleContext().setAccessibleName("Fruits");
      list.setSelectedIndex(1);
      list.addListSelectionListener(event -> {
        if (!event.getValueIsAdjusting()) System.out.println("told: Java has selected " + list.getSelectedValuesList());
      });
      JFrame frame = new JFrame("Fruits");
      frame.add(list);
      frame.setSize(300, 200);
      frame.setVisible(true);
    });
  }
}
JAVA
cat >"$work/ask.py" <<'PY'
import sys, time
import gi
gi.require_version('Atspi', '2.0')
from gi.repository import Atspi

def walk(node, depth=0):
    yield node
    for index in range(min(node.get_child_count(), 20) if depth < 10 else 0):
        child = node.get_child_at_index(index)
        if child:
            yield from walk(child, depth + 1)

def named(role, name):
    desktop = Atspi.get_desktop(0)
    nodes = (node for index in range(desktop.get_child_count()) for node in walk(desktop.get_child_at_index(index)))
    return next((node for node in nodes if node.get_role_name() == role and node.get_name() == name), None)

def until(holds, seconds):
    end = time.time() + seconds
    while not (value := holds()) and time.time() < end:
        time.sleep(0.2)
    return value

fruits = until(lambda: named('list', 'Fruits'), 30)
if not fruits:
    sys.exit(2)
chosen = lambda: [index for index in range(3) if Atspi.Selection.is_child_selected(fruits, index)]
if not until(lambda: chosen() == [1], 10):
    sys.exit(2)
answer = Atspi.Selection.deselect_child(fruits, 1)
gone = until(lambda: chosen() == [], 3)
print(f'told: deselecting item 1 answered {answer}, and selected are {chosen()}', flush=True)
Atspi.Selection.select_child(fruits, 2)
until(lambda: chosen() == [1, 2], 3)
print(f'told: after item 2 was selected, selected are {chosen()}', flush=True)
sys.exit(1 if gone or not answer else 0)
PY
cat >"$work/session.sh" <<'SH'
unset WAYLAND_DISPLAY AT_SPI_BUS_ADDRESS
Xvfb -displayfd 3 -screen 0 800x600x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display")
gdbus call --session --dest org.a11y.Bus --object-path /org/a11y/bus --method org.a11y.Bus.GetAddress >/dev/null 2>&1
java -Djavax.accessibility.assistive_technologies=org.GNOME.Accessibility.AtkWrapper \
  -cp /usr/share/java/java-atk-wrapper.jar "$work/Fruits.java" 2>/dev/null & app=$!
timeout 60 /usr/bin/python3 "$work/ask.py" 2>/dev/null
result=$?
kill "$app" "$xvfb" 2>/dev/null
exit "$result"
SH
export work
timeout 110 dbus-run-session -- bash "$work/session.sh" 2>/dev/null | grep '^told'
exit "${PIPESTATUS[0]}"
