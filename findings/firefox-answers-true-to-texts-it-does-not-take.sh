#!/usr/bin/env bash
# Firefox answers that it set the text of a field in a page by accessibility, and the field keeps what it had.
#
# One would expect EditableText.SetTextContents to set the text, as in GTK and Qt, or to answer false where it cannot. Firefox 153
# answers true for an empty field and for one with a text, focused or not, and both are as before three seconds later.
#
# Seen with Debian 12: firefox-esr 153.8.0esr, at-spi2-core 2.46.0, python3-gi with gir1.2-atspi-2.0 2.46.0, Xvfb 21.1.7.
# Exits 0 while this is so, 1 once a field takes the text or the call says that it did not, 2 where it cannot be set up.
set -u
packages="firefox-esr gir1.2-atspi-2.0 python3-gi xvfb dbus at-spi2-core openbox"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/page.html" <<'HTML'
<!doctype html><title>Fields</title>
<input aria-label="Empty"> <input aria-label="Filled" value="before">
HTML
cat >"$work/ask.py" <<'PY'
import sys, time
import gi
gi.require_version('Atspi', '2.0')
from gi.repository import Atspi

def walk(node, depth=0):
    if node is None or depth > 30:
        return
    yield node
    for index in range(node.get_child_count()):
        yield from walk(node.get_child_at_index(index), depth + 1)

def fields():
    desktop = Atspi.get_desktop(0)
    apps = (desktop.get_child_at_index(index) for index in range(desktop.get_child_count()))
    nodes = (node for app in apps if app and 'Firefox' in (app.get_name() or '') for node in walk(app))
    return {node.get_name(): node for node in nodes if node.get_name() in ('Empty', 'Filled')}

end = time.time() + 60
while len(fields()) < 2 and time.time() < end:
    time.sleep(1)
time.sleep(3)  # Firefox fills its cache after the first question.
found = fields()
if len(found) < 2:
    sys.exit(2)
seen = {}
for name, node in sorted(found.items()):
    answered = Atspi.EditableText.set_text_contents(node, 'after')
    time.sleep(3)
    holds = Atspi.Text.get_text(node, 0, -1)
    seen[name] = (answered, holds)
    print(f'saw {name}: answered {answered}, holds {holds!r}')
sys.exit(0 if seen == {'Empty': (True, ''), 'Filled': (True, 'before')} else 1)
PY
cat >"$work/session.sh" <<'SH'
unset WAYLAND_DISPLAY AT_SPI_BUS_ADDRESS
Xvfb -displayfd 3 -screen 0 1000x700x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display") GNOME_ACCESSIBILITY=1
openbox & manager=$!
mkdir "$work/profile"
firefox-esr --no-remote --profile "$work/profile" "file://$work/page.html" >/dev/null & app=$!
timeout 90 /usr/bin/python3 "$work/ask.py"; code=$?
kill $app $manager $xvfb; wait
exit $code
SH
export work
HOME=$work XDG_RUNTIME_DIR=$work dbus-run-session -- bash "$work/session.sh" 2>/dev/null | grep '^saw'
exit "${PIPESTATUS[0]}"
