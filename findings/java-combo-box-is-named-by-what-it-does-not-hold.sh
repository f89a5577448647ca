#!/usr/bin/env bash
# An item of a closed JComboBox that is clicked by accessibility gives the box its name and is SELECTED; the box holds what it held.
#
# One would expect the action `click` of the item to choose it, or to answer false, and the name to be what the box holds.
# java-atk-wrapper selects the item in the list of the popup and answers true; name and states follow that list, and neither the app nor
# what the box shows does. Selection.SelectChild of the box chooses, but lets go first: the app's listener is told of null before it is
# told of the item.
#
# Seen with Debian 12: libatk-wrapper-java 0.40.0, openjdk-17 17.0.15, at-spi2-core 2.46.0.
# Exits 0 while this is so, 1 once a click chooses or the name is what the box holds, 2 where it cannot be set up.
set -u
packages="openjdk-17-jdk libatk-wrapper-java libatk-wrapper-java-jni gir1.2-atspi-2.0 python3-gi xvfb dbus at-spi2-core"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/Sizes.java" <<'JAVA'
import javax.swing.*;

public class Sizes {
  public static void main(String[] args) {
    SwingUtilities.invokeLater(() -> {
      JComboBox<String> box = new JComboBox<>(new String[] {"Small", "Middle", "Large"});
      box.addActionListener(event -> System.out.println("told " + box.getSelectedItem()));
      new Timer(300, event -> System.out.println("holds " + box.getSelectedItem())).start();
      JFrame frame = new JFrame("Sizes");
      frame.add(box);
      frame.setSize(300, 100);
      frame.setVisible(true);
    });
  }
}
JAVA
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

def told():
    listen(1)
    try:
        return open(os.environ['work'] + '/log').read().splitlines()
    except FileNotFoundError:
        return []

named('Middle', 'Large')
box = next(node for node in everything() if node.get_role_name() == 'combo box')
items = {node.get_name(): node for node in walk(box) if node.get_name() and node != box}

def says(what):
    lines = told()
    listen(1)
    lines = told()
    holds = [line for line in lines if line.startswith('holds')][-1]
    selected = [name for name, node in items.items() if node.get_state_set().contains(Atspi.StateType.SELECTED)]
    heard = [line for line in lines if line.startswith('told')]
    print(f'saw after {what}: name {box.get_name()!r}, selected {selected}; the box {holds}, its listener was {heard}')
    return box.get_name(), selected, holds, heard

chosen = Atspi.Selection.select_child(box, 1)
by_box = says(f'SelectChild(1), which answers {chosen}')
answer = Atspi.Action.do_action(items['Large'], 0)
by_item = says(f'{Atspi.Action.get_action_name(items["Large"], 0)} of Large, which answers {answer}')
if by_box[2] != 'holds Middle':
    sys.exit(2)
wrong = answer and by_item[:3] == ('Large', ['Large'], 'holds Middle') and by_box[3] == ['told null', 'told Middle'] == by_item[3]
sys.exit(0 if wrong else 1)
PY
cat >"$work/session.sh" <<'SH'
unset WAYLAND_DISPLAY AT_SPI_BUS_ADDRESS
Xvfb -displayfd 3 -screen 0 1000x800x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display") XDG_CONFIG_HOME=$work/config GTK_USE_PORTAL=0 QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1
javac -d "$work" "$work/Sizes.java" || exit 2
dbus-send --session --print-reply --dest=org.a11y.Bus /org/a11y/bus org.freedesktop.DBus.Properties.Set \
  string:org.a11y.Status string:IsEnabled variant:boolean:true >/dev/null
java -Djavax.accessibility.assistive_technologies=org.GNOME.Accessibility.AtkWrapper -cp /usr/share/java/java-atk-wrapper.jar:"$work" Sizes >"$work/log" & app=$!
timeout 120 /usr/bin/python3 -W ignore "$work/ask.py"; code=$?
kill $app $xvfb; wait
exit $code
SH
export work
HOME=$work XDG_RUNTIME_DIR=$work dbus-run-session -- bash "$work/session.sh" 2>/dev/null | grep '^saw'
exit "${PIPESTATUS[0]}"
