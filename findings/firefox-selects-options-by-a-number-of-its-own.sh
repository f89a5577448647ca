#!/usr/bin/env bash
# Selection.SelectChild of a list in a page of Firefox skips disabled options as it counts, and the page is not told of the choice.
#
# One would expect the index of a child, as of Selection in GTK 3 and Chromium, and the events `input` and `change` that a person's choice fires.
# With the second of four options disabled, the index of “Three” selects “Four”; the last index answers false. IsChildSelected counts
# so too. No event is fired by either, so that a page that follows `change` (a country and its regions) keeps what it had. The
# option's action `select` means the option and fires them all.
#
# Seen with Debian 12: firefox-esr 153.8.0esr, at-spi2-core 2.46.0.
# Exits 0 while this is so, 1 once an index means its child or the page is told, 2 where it cannot be set up.
set -u
packages="firefox-esr gir1.2-atspi-2.0 python3-gi xvfb dbus at-spi2-core openbox"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/page.html" <<'HTML'
<!doctype html><title>Options</title>
<select id="list" aria-label="List" size="4"><option>One<option disabled>Two<option>Three<option>Four</select>
<p id="log" aria-label="none" role="img">
<script>
  const told = [];
  for (const type of ['input', 'change']) {
    list.addEventListener(type, () => log.setAttribute('aria-label', told.push(type + ' ' + list.value) && told.join(', ')));
  }
</script>
HTML
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

found = named('List', 'One', 'Two', 'Three', 'Four', 'none')
options, log = found['List'], found['none']
end = time.time() + 30
while Atspi.Action.get_n_actions(found['Three']) == 0 and time.time() < end:
    listen(1)  # Firefox looks for actions once it is asked for them, and says meanwhile that there are none.

def selected():
    listen(2)
    return [name for name in ('One', 'Two', 'Three', 'Four') if found[name].get_state_set().contains(Atspi.StateType.SELECTED)]

index = found['Three'].get_index_in_parent()
answer = Atspi.Selection.select_child(options, index)
by_index = selected()
print(f'saw “Three” is child {index}; SelectChild({index}) answers {answer} and selects {by_index}; the page was told: {log.get_name()}')
last = found['Four'].get_index_in_parent()
print(f'saw SelectChild({last}) answers {Atspi.Selection.select_child(options, last)}')
silent = log.get_name()
Atspi.Action.do_action(found['Three'], 0)
end = time.time() + 20
while 'change' not in log.get_name() and time.time() < end:
    listen(0.5)
by_action = selected()
print(f'saw after the action {Atspi.Action.get_action_name(found["Three"], 0)!r} of “Three”: {by_action}; the page was told: {log.get_name()}')
if by_action != ['Three'] or 'change Three' not in log.get_name():
    sys.exit(2)
sys.exit(0 if answer and by_index == ['Four'] and silent == 'none' else 1)
PY
cat >"$work/session.sh" <<'SH'
unset WAYLAND_DISPLAY AT_SPI_BUS_ADDRESS
Xvfb -displayfd 3 -screen 0 1000x800x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display") XDG_CONFIG_HOME=$work/config GTK_USE_PORTAL=0 QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1 GNOME_ACCESSIBILITY=1
dbus-send --session --print-reply --dest=org.a11y.Bus /org/a11y/bus org.freedesktop.DBus.Properties.Set \
  string:org.a11y.Status string:IsEnabled variant:boolean:true >/dev/null
openbox & wm=$!
mkdir "$work/profile"
sleep 1
firefox-esr --no-remote --profile "$work/profile" "file://$work/page.html" >/dev/null & app=$!
timeout 120 /usr/bin/python3 -W ignore "$work/ask.py"; code=$?
kill $app $xvfb $wm; wait
exit $code
SH
export work
HOME=$work XDG_RUNTIME_DIR=$work dbus-run-session -- bash "$work/session.sh" 2>/dev/null | grep '^saw'
exit "${PIPESTATUS[0]}"
