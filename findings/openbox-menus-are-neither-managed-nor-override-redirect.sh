#!/usr/bin/env bash
# The menus of Openbox are neither managed windows nor override-redirect ones.
#
# One would expect every menu on X11 to be an override-redirect window, as ICCCM (4.1.10) asks of pop-ups and every toolkit makes them.
# A window manager is not asked about windows that it maps itself, so Openbox leaves the attribute out: its menu of the desktop, which
# has grabbed pointer and keyboard, is a child of the root window with neither the attribute nor WM_STATE. Programs that look for what
# covers a window, or for who has grabbed the pointer, by that attribute overlook it.
#
# Seen with Debian 12: openbox 3.6.1, Xvfb 21.1.7, xdotool 3.20160805, python3-xlib 0.33.
# Exits 0 while this is so, 1 once the menu has the attribute, 2 where it cannot be set up.
set -u
packages="xvfb openbox xdotool python3-xlib"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/ask.py" <<'PY'
import os, sys, time
from Xlib import X, display

server = display.Display()
root = server.screen().root

def shown():
    found = {}
    for window in root.query_tree().children:
        about = window.get_attributes()
        if about.map_state == X.IsViewable and about.win_class == X.InputOutput:
            found[window.id] = about.override_redirect
    return found

before = shown()
os.system('xdotool mousemove 400 300 click 3')
for _ in range(50):
    menus = {window: override for window, override in shown().items() if window not in before}
    if menus:
        break
    time.sleep(0.1)
held = root.grab_pointer(False, 0, X.GrabModeAsync, X.GrabModeAsync, X.NONE, X.NONE, X.CurrentTime) == X.AlreadyGrabbed
wm_state = server.intern_atom('WM_STATE')
managed = any(server.create_resource_object('window', each).get_full_property(wm_state, X.AnyPropertyType) for each in menus)
print(f'saw {len(menus)} menu, override-redirect {list(menus.values())}, managed {managed}, the pointer is grabbed: {held}')
sys.exit(2 if not menus or not held or managed else 1 if all(menus.values()) else 0)
PY
Xvfb -displayfd 3 -screen 0 800x600x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display")
openbox 2>/dev/null & manager=$!
sleep 2
timeout 30 /usr/bin/python3 -W ignore "$work/ask.py"; code=$?
kill $manager $xvfb; wait
exit "$code"
