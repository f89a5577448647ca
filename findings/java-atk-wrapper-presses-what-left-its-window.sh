#!/usr/bin/env bash
# java-atk-wrapper carries out the action of a check box that its app has removed from the window.
#
# One would expect an accessible whose component left the window to be defunct, as in GTK and Qt, or at least to refuse to act. It
# answers with its role and name, has no state that says so, and its action toggles the box and calls the app's listeners. Only
# its parent is gone. Whoever keeps elements has to ask for the parent before each action.
#
# Seen with Debian 12: libatk-wrapper-java 0.40.0, openjdk-17 17.0.15, at-spi2-core 2.46.0, Xvfb 21.1.7.
# Exits 0 while this is so, 1 once the action fails or the element says that it is defunct, 2 where it cannot be set up.
set -u
packages="openjdk-17-jdk libatk-wrapper-java libatk-wrapper-java-jni gir1.2-atspi-2.0 python3-gi xvfb dbus at-spi2-core"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/Options.java" <<'JAVA'
import javax.swing.*;

public class Options {
  public static void main(String[] args) {
    SwingUtilities.invokeLater(() -> {
      JPanel panel = new JPanel();
      JCheckBox wrap = new JCheckBox("Wrap");
      wrap.addActionListener(event -> System.out.println("told: the app hears that Wrap is " + wrap.isSelected()));
      panel.add(wrap);
      panel.add(new JButton("Stay"));
      JFrame frame = new JFrame("Options");
      frame.add(panel);
      frame.setSize(300, 200);
      frame.setVisible(true);
      new Timer(12000, event -> {
        panel.remove(wrap);
        panel.revalidate();
        panel.repaint();
        System.out.println("told: the app removed Wrap");
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

def named(role, name):
    desktop = Atspi.get_desktop(0)
    nodes = (node for index in range(desktop.get_child_count()) for node in walk(desktop.get_child_at_index(index)))
    return next((node for node in nodes if node.get_role_name() == role and node.get_name() == name), None)

def until(holds, seconds):
    end = time.time() + seconds
    while not (value := holds()) and time.time() < end:
        time.sleep(0.2)
    return value

wrap = until(lambda: named('check box', 'Wrap'), 10)
if not wrap or not wrap.get_parent():
    sys.exit(2)
if not until(lambda: not wrap.get_parent(), 20):
    sys.exit(2)
states = [state.value_nick for state in wrap.get_state_set().get_states()]
pressed = Atspi.Action.do_action(wrap, 0)
time.sleep(1)
checked = wrap.get_state_set().contains(Atspi.StateType.CHECKED)
print(f'told: Wrap has no parent and the states {", ".join(states)}; its action answered {pressed}, and it is checked: {checked}', flush=True)
sys.exit(0 if pressed and checked and 'defunct' not in states else 1)
PY
cat >"$work/session.sh" <<'SH'
unset WAYLAND_DISPLAY AT_SPI_BUS_ADDRESS
Xvfb -displayfd 3 -screen 0 800x600x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display")
gdbus call --session --dest org.a11y.Bus --object-path /org/a11y/bus --method org.a11y.Bus.GetAddress >/dev/null 2>&1
java -Djavax.accessibility.assistive_technologies=org.GNOME.Accessibility.AtkWrapper \
  -cp /usr/share/java/java-atk-wrapper.jar "$work/Options.java" 2>/dev/null & app=$!
timeout 60 /usr/bin/python3 "$work/ask.py" 2>/dev/null
result=$?
kill "$app" "$xvfb" 2>/dev/null
exit "$result"
SH
export work
timeout 110 dbus-run-session -- bash "$work/session.sh" 2>/dev/null | grep '^told'
exit "${PIPESTATUS[0]}"
