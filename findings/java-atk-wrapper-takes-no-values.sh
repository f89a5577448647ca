#!/usr/bin/env bash
# java-atk-wrapper answers true to a value that is set for a JSlider, and the slider stays where it is.
#
# One would expect the AT-SPI property Value.CurrentValue to reach AccessibleValue.setCurrentAccessibleValue, which moves a JSlider
# when it is called in Java, or to fail. The current value that is read over AT-SPI follows the slider's own changes, so only
# writing is lost. Whoever sets a value has to read it back.
#
# Seen with Debian 12: libatk-wrapper-java 0.40.0, openjdk-17 17.0.15, at-spi2-core 2.46.0, Xvfb 21.1.7.
# Exits 0 while this is so, 1 once the slider moves, 2 where it cannot be set up.
set -u
packages="openjdk-17-jdk libatk-wrapper-java libatk-wrapper-java-jni gir1.2-atspi-2.0 python3-gi xvfb dbus at-spi2-core"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/Volume.java" <<'JAVA'
import javax.swing.*;

public class Volume {
  public static void main(String[] args) {
    SwingUtilities.invokeLater(() -> {
      JSlider slider = new JSlider(0, 100, 10);
      slider.getAccessibleContext().setAccessibleName("Volume");
      JFrame frame = new JFrame("Volume");
      frame.add(slider);
      frame.setSize(300, 100);
      frame.setVisible(true);
      // In Java itself the same call works.
      new Timer(6000, event -> {
        slider.getAccessibleContext().getAccessibleValue().setCurrentAccessibleValue(30);
        System.out.println("told: Java set it to 30, and it is at " + slider.getValue());
      }) {{ setRepeats(false); }}.start();
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

def slider():
    desktop = Atspi.get_desktop(0)
    nodes = (node for index in range(desktop.get_child_count()) for node in walk(desktop.get_child_at_index(index)))
    return next((node for node in nodes if node.get_role_name() == 'slider'), None)

def until(holds, seconds):
    end = time.time() + seconds
    while not holds() and time.time() < end:
        time.sleep(0.2)
    return holds()

found = until(slider, 20)
if not found:
    sys.exit(2)
now = lambda: Atspi.Value.get_current_value(found)
if not until(lambda: now() == 30, 15):
    sys.exit(2)
taken = Atspi.Value.set_current_value(found, 75)
moved = until(lambda: now() == 75, 3)
print(f'told: setting 75 over AT-SPI answered {taken}, and it is at {now():g}')
sys.exit(1 if moved else 0)
PY
cat >"$work/session.sh" <<'SH'
unset WAYLAND_DISPLAY AT_SPI_BUS_ADDRESS
Xvfb -displayfd 3 -screen 0 800x600x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display")
gdbus call --session --dest org.a11y.Bus --object-path /org/a11y/bus --method org.a11y.Bus.GetAddress >/dev/null 2>&1
java -Djavax.accessibility.assistive_technologies=org.GNOME.Accessibility.AtkWrapper \
  -cp /usr/share/java/java-atk-wrapper.jar "$work/Volume.java" 2>/dev/null & app=$!
timeout 60 /usr/bin/python3 "$work/ask.py" 2>/dev/null
result=$?
kill "$app" "$xvfb" 2>/dev/null
exit "$result"
SH
export work
timeout 110 dbus-run-session -- bash "$work/session.sh" 2>/dev/null | grep '^told'
exit "${PIPESTATUS[0]}"
