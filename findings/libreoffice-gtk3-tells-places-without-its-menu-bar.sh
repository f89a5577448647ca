#!/usr/bin/env bash
# LibreOffice with its GTK 3 interface tells the place of all that stands below its menu bar without the height of that bar.
#
# One would expect Component.GetExtents in screen coordinates to be where an element is drawn, as for the menu bar itself. Here the
# tool bar below the menu bar is told to begin where the menu bar does, and a press in the middle of a cell's place selects a cell
# of a row above it.
#
# Seen with Debian 12: libreoffice-calc and libreoffice-gtk3 7.4.7, at-spi2-core 2.46.0, openbox 3.6.1, Xvfb 21.1.7.
# Exits 0 while this is so, 1 once the places are those on the screen, 2 where it cannot be set up.
set -u
packages="libreoffice-calc libreoffice-gtk3 gir1.2-atspi-2.0 python3-gi xdotool xvfb dbus at-spi2-core openbox"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/ask.py" <<'PY'
import subprocess, sys, time
import gi
gi.require_version('Atspi', '2.0')
from gi.repository import Atspi

def walk(node, depth=0):
    if node is None or depth > 12:
        return
    yield node
    for index in range(min(node.get_child_count(), 40)):
        yield from walk(node.get_child_at_index(index), depth + 1)

def seen():
    desktop = Atspi.get_desktop(0)
    apps = (desktop.get_child_at_index(index) for index in range(desktop.get_child_count()))
    found = {}
    for node in (node for app in apps if app and 'soffice' in (app.get_name() or '') for node in walk(app)):
        role, name = node.get_role_name(), node.get_name()
        if role == 'menu bar' and node.get_extents(Atspi.CoordType.SCREEN).height > 0:
            found.setdefault('menu bar', node)
        if role == 'tool bar' and name == 'Standard':
            found['tool bar'] = node
        if role == 'table':
            found['table'] = node
    return found

end = time.time() + 90
while len(seen()) < 3 and time.time() < end:
    time.sleep(1)
time.sleep(5)
found = seen()
if len(found) < 3:
    sys.exit(2)
place = lambda node: (lambda e: (e.x, e.y, e.width, e.height))(node.get_extents(Atspi.CoordType.SCREEN))
menu, tools = place(found['menu bar']), place(found['tool bar'])
print(f'told: menu bar {menu}, tool bar below it {tools}')
cell = Atspi.Table.get_accessible_at(found['table'], 5, 1)
x, y, width, height = place(cell)
print(f'told: {cell.get_name()} {(x, y, width, height)}')
subprocess.run(['xdotool', 'mousemove', str(x + width // 2), str(y + height // 2), 'click', '1'], check=True)
time.sleep(3)
states = lambda row: Atspi.Table.get_accessible_at(found['table'], row, 1).get_state_set()
chosen = [f'B{row + 1}' for row in range(9) if states(row).contains(Atspi.StateType.FOCUSED)]
print(f'a press in the middle of that place went to {chosen}')
sys.exit(0 if tools[1] < menu[1] + menu[3] and len(chosen) == 1 and chosen != [cell.get_name()] else 1)
PY
cat >"$work/session.sh" <<'SH'
unset WAYLAND_DISPLAY AT_SPI_BUS_ADDRESS
Xvfb -displayfd 3 -screen 0 1280x900x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display") SAL_USE_VCLPLUGIN=gtk3
openbox 2>/dev/null & wm=$!
sleep 1
soffice --norestore --nofirststartwizard "-env:UserInstallation=file://$work/profile" --calc >/dev/null 2>&1 & office=$!
timeout 150 /usr/bin/python3 "$work/ask.py" 2>/dev/null
result=$?
kill "$office" "$wm" "$xvfb" 2>/dev/null
exit "$result"
SH
export work
timeout 200 dbus-run-session -- bash "$work/session.sh" 2>/dev/null | grep '^told\|^a press'
exit "${PIPESTATUS[0]}"
