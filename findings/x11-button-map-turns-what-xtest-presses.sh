#!/usr/bin/env bash
# The order of buttons that a person has set with xmodmap turns what XTEST presses, and is in no recording.
#
# One would expect either both or neither: XTEST to press the button that apps get, or RECORD and raw events to report the button that they got.
# X.Org's server maps the button of an XTEST press as that of a mouse: with “3 2 1”, for the left hand, button 1 of xdotool is a right
# click, and with “1 2 3 5 4” the wheel turns the other way. RECORD tells the button from before the map, as raw events do. A map of
# the XTEST pointer itself (xinput set-button-map) is applied first, and GetPointerMapping does not tell it: swapped twice is not swapped.
#
# Seen with Debian 12: Xvfb 21.1.7, xdotool 3.20160805, xinput 1.6.3, python3-xlib 0.33.
# Exits 0 while this is so, 1 once apps and recordings agree, 2 where it cannot be set up.
set -u
packages="xvfb xdotool xinput x11-xserver-utils python3-xlib"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/ask.py" <<'PY'
import os, sys, threading, time
from Xlib import X, display
from Xlib.ext import record
from Xlib.protocol import rq

server = display.Display()
window = server.screen().root.create_window(0, 0, 400, 300, 0, X.CopyFromParent, override_redirect=1, event_mask=X.ButtonPressMask)
window.map()
server.sync()

recorded = []
recorder = display.Display()
nothing = {'core_requests': (0, 0), 'core_replies': (0, 0), 'ext_requests': (0, 0, 0, 0), 'ext_replies': (0, 0, 0, 0),
           'delivered_events': (0, 0), 'errors': (0, 0), 'client_started': False, 'client_died': False}
context = recorder.record_create_context(0, [record.AllClients], [{**nothing, 'device_events': (X.ButtonPress, X.ButtonPress)}])

def heard(reply):
    data = reply.data
    while len(data):
        event, data = rq.EventField(None).parse_binary_value(data, recorder.display, None, None)
        recorded.append(event.detail)

threading.Thread(target=lambda: recorder.record_enable_context(context, heard), daemon=True).start()
time.sleep(1)

def press(button):
    recorded.clear()
    os.system(f'xdotool mousemove 100 100 click {button}')
    time.sleep(0.5)
    got = []
    while server.pending_events():
        event = server.next_event()
        if event.type == X.ButtonPress:
            got.append(event.detail)
    return got, list(recorded)

def with_map(order):
    os.system(f'xmodmap -e "pointer = {order}" 2>/dev/null')
    time.sleep(0.3)

device = '"Virtual core XTEST pointer"'
seen = {}
for what, order, button in (('left', '1 2 3', 1), ('left, swapped', '3 2 1', 1), ('wheel up, turned', '1 2 3 5 4', 4)):
    with_map(order)
    seen[what] = press(button)
    print(f'saw {what}: XTEST pressed {button}, the app got {seen[what][0]}, RECORD told {seen[what][1]}')
with_map('3 2 1')
os.system(f'xinput set-button-map {device} 3 2 1')
seen['both'] = press(1)
told = server.get_pointer_mapping()[:3]
print(f'saw left, swapped for the XTEST pointer too: the app got {seen["both"][0]}; GetPointerMapping tells {told}')
sys.stdout.flush()
if seen['left'] != ([1], [1]):
    os._exit(2)
os._exit(0 if seen['left, swapped'] == ([3], [1]) and seen['wheel up, turned'] == ([5], [4]) and seen['both'][0] == [1] else 1)
PY
Xvfb -displayfd 3 -screen 0 800x600x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
DISPLAY=:$(cat "$work/display") timeout 60 /usr/bin/python3 -W ignore "$work/ask.py" 2>/dev/null | grep '^saw'; code=${PIPESTATUS[0]}
kill $xvfb; wait
exit "$code"
