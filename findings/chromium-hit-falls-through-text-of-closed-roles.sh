#!/usr/bin/env bash
# Chromium's AT-SPI hit test falls through the text of ARIA elements whose children are presentational.
#
# Each element of the page lies over a button and fills it, with a word at its left. One would expect
# Component.GetAccessibleAtPoint to name it anywhere in it, as it does for button, link, option, listitem, textbox and heading.
# Seen: on the word, it names the button below for checkbox, radio, switch, slider, spinbutton, tab, menuitem, menuitemcheckbox,
# menuitemradio, img, progressbar, meter, scrollbar, separator and math, however often it is asked; beside the word it names the
# element. The page answers with the text, which is no part of the browser's tree there, and the browser falls back to the boxes
# that it knows, without their order. Entries of most menus in web apps are hit as what they cover.
#
# Seen with Debian 12: chromium 156.0.8078.108, at-spi2-core 2.46.0, gir1.2-atspi-2.0 2.46.0, Xvfb 21.1.7.
# Exits 0 while this is so, 1 once it is otherwise, 2 where it cannot be set up.
set -u
packages="chromium xvfb dbus at-spi2-core python3-gi gir1.2-atspi-2.0"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/ask.py" <<'PY'
import os, sys, time
import gi
gi.require_version('Atspi', '2.0')
from gi.repository import Atspi

falls = ('checkbox radio switch slider spinbutton tab menuitem menuitemcheckbox menuitemradio '
         'img progressbar meter scrollbar separator math').split()
holds = 'button link option listitem textbox heading'.split()
roles = falls + holds
places = {role: (at % 6 * 150, at // 6 * 70) for at, role in enumerate(roles)}

def page():
    style = 'position:absolute;left:{}px;top:{}px;width:120px;height:50px;z-index:{}'
    parts = ['<!doctype html><title>Closed roles</title><body style="margin:0">']
    for role, (x, y) in places.items():
        parts.append(f'<div role={role} aria-label="{role}" tabindex=0 style="{style.format(x, y, 2)}">word</div>')
        parts.append(f'<button aria-label="below" style="{style.format(x, y, 1)}"></button>')
    return '\n'.join(parts)

def find(node, name, depth=0):
    if node is None or depth > 40:
        return None
    if node.get_name() == name and node.get_role() == Atspi.Role.DOCUMENT_WEB:
        return node
    for index in range(node.get_child_count()):
        found = find(node.get_child_at_index(index), name, depth + 1)
        if found:
            return found
    return None

def document():
    end = time.time() + 60
    while time.time() < end:
        desktop = Atspi.get_desktop(0)
        for index in range(desktop.get_child_count()):
            found = find(desktop.get_child_at_index(index), 'Closed roles')
            if found:
                return found
        time.sleep(0.5)
    sys.exit(2)

def name_at(web, x, y):
    for _ in range(12):
        found = Atspi.Component.get_accessible_at_point(web, x, y, Atspi.CoordType.SCREEN)
        time.sleep(0.04)
    while found and found.get_name() not in (*roles, 'below') and found.get_role() != Atspi.Role.DOCUMENT_WEB:
        found = found.get_parent()
    return found.get_name() if found else None

if sys.argv[1:] == ['page']:
    print(page())
    sys.exit()
web = document()
time.sleep(1)
box = Atspi.Component.get_extents(web, Atspi.CoordType.SCREEN)
on = {role: name_at(web, box.x + x + 8, box.y + y + 8) for role, (x, y) in places.items()}
beside = {role: name_at(web, box.x + x + 100, box.y + y + 40) for role, (x, y) in places.items()}
print('on the word, the element below is named for:', ' '.join(role for role in roles if on[role] == 'below'))
print('beside the word:', ' '.join(role for role in roles if beside[role] == 'below') or 'for none')
as_seen = all(on[role] == 'below' for role in falls) and all(on[role] == role for role in holds)
sys.exit(0 if as_seen and all(beside[role] == role for role in roles) else 1)
PY
cat >"$work/session.sh" <<'SH'
unset WAYLAND_DISPLAY AT_SPI_BUS_ADDRESS
Xvfb -displayfd 3 -screen 0 1200x800x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display") HOME=$work XDG_RUNTIME_DIR=$work XDG_CONFIG_HOME=$work/config NO_AT_BRIDGE=0
dbus-send --session --print-reply --dest=org.a11y.Bus /org/a11y/bus org.freedesktop.DBus.Properties.Set \
  string:org.a11y.Status string:IsEnabled variant:boolean:true >/dev/null
/usr/bin/python3 "$work/ask.py" page >"$work/page.html"
chromium --no-sandbox --password-store=basic --no-first-run --force-renderer-accessibility --user-data-dir="$work/profile" \
  --app="file://$work/page.html" >/dev/null 2>&1 & browser=$!
timeout 120 /usr/bin/python3 -W ignore "$work/ask.py" 2>/dev/null; code=$?
kill $browser $xvfb 2>/dev/null; wait 2>/dev/null
exit $code
SH
export work
HOME=$work XDG_RUNTIME_DIR=$work dbus-run-session -- bash "$work/session.sh" 2>/dev/null | grep -E "^(on the|beside)"
exit "${PIPESTATUS[0]}"
