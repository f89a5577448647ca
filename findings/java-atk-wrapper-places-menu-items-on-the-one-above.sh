#!/usr/bin/env bash
# java-atk-wrapper reports each entry of an open Swing menu a row too high: where the entry before it is.
#
# One would expect the extents of a JMenuItem to be those that Java itself knows (getLocationOnScreen). The popup menu is reported where
# it is; its entries count from the menu that opened it instead. “Save”, below “Open”, is reported exactly where “Open” is, so that a
# click at its place opens; an entry of a submenu is reported beside it, over the menu that the submenu came from.
#
# Seen with Debian 12: libatk-wrapper-java 0.40.0, openjdk-17 17.0.15, at-spi2-core 2.46.0, openbox 3.6.1.
# Exits 0 while this is so, 1 once places agree, 2 where it cannot be set up.
set -u
packages="openjdk-17-jdk libatk-wrapper-java libatk-wrapper-java-jni gir1.2-atspi-2.0 python3-gi xvfb dbus at-spi2-core openbox"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/Menu.java" <<'JAVA'
import java.awt.*;
import javax.swing.*;

public class Menu {
  public static void main(String[] args) {
    SwingUtilities.invokeLater(() -> {
      JMenu file = new JMenu("File"), more = new JMenu("More");
      JMenuItem open = new JMenuItem("Open"), save = new JMenuItem("Save"), deep = new JMenuItem("Deep");
      more.add(deep);
      file.add(open);
      file.add(save);
      file.add(more);
      JMenuBar bar = new JMenuBar();
      bar.add(new JMenu("First"));
      bar.add(file);
      JFrame frame = new JFrame("Menu");
      frame.setJMenuBar(bar);
      frame.setBounds(100, 100, 400, 300);
      frame.setVisible(true);
      Timer timer = new Timer(3000, event -> {
        MenuSelectionManager.defaultManager().setSelectedPath(new MenuElement[] {
          bar, file, file.getPopupMenu(), more, more.getPopupMenu()});
      });
      timer.setRepeats(false);
      timer.start();
      Timer say = new Timer(5000, event -> {
        for (JMenuItem item : new JMenuItem[] {file, open, save, more, deep}) {
          Point at = item.getLocationOnScreen();
          System.out.println("said " + item.getText() + " " + at.x + "," + at.y + "," + item.getWidth() + "," + item.getHeight());
        }
        System.out.flush();
      });
      say.setRepeats(false);
      say.start();
    });
  }
}
JAVA
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

import re
end = time.time() + 60
said = ''
while 'said' not in said and time.time() < end:
    listen(1)
    said = open(sys.argv[1]).read()
listen(2)
told = {name: tuple(int(n) for n in rest.split(',')) for name, rest in re.findall(r'said (\w+) ([-\d,]+)', said)}
def extents(node):
    at = node.get_extents(Atspi.CoordType.SCREEN)
    return (at.x, at.y, at.width, at.height)
reported = {node.get_name(): extents(node) for node in everything() if node.get_name() in told and 'menu' in node.get_role_name()}
if set(reported) != set(told) or len(told) < 5:
    sys.exit(2)
for name in told:
    print(f'saw {name}: in Java at {told[name]}, reported at {reported[name]}')
sys.exit(0 if reported['File'] == told['File'] and reported['Save'] == told['Open'] and reported['Deep'] != told['Deep'] else 1)
PY
cat >"$work/session.sh" <<'SH'
unset WAYLAND_DISPLAY AT_SPI_BUS_ADDRESS
Xvfb -displayfd 3 -screen 0 800x600x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display") GTK_USE_PORTAL=0
dbus-send --session --print-reply --dest=org.a11y.Bus /org/a11y/bus org.freedesktop.DBus.Properties.Set \
  string:org.a11y.Status string:IsEnabled variant:boolean:true >/dev/null
sh -c "openbox & java -Djavax.accessibility.assistive_technologies=org.GNOME.Accessibility.AtkWrapper -cp /usr/share/java/java-atk-wrapper.jar $work/Menu.java >$work/said" & app=$!
timeout 90 /usr/bin/python3 "$work/ask.py" "$work/said"; code=$?
kill $app $xvfb; wait
exit $code
SH
export work
HOME=$work XDG_RUNTIME_DIR=$work dbus-run-session -- bash "$work/session.sh" 2>/dev/null | grep '^saw'
exit "${PIPESTATUS[0]}"
