#!/usr/bin/env bash
# With bounce or slow keys on, the X server drops keys that XTEST types; RECORD does not tell of them, raw events do.
#
# One would expect keys of XTEST to pass these helps for shaking hands, which are meant for keyboards, or their request to fail. X.Org's
# server filters them as those of any keyboard: with bounce keys “hello” arrives as “helo” however even the typing is, with slow keys nothing
# arrives, and XTEST reports success. RECORD tells what the app got; raw events of XInput tell all five letters.
#
# Seen with Debian 12: Xvfb 21.1.7, xdotool 3.20160805, xkbset 0.6, python3-xlib 0.33.
# Exits 0 while this is so, 1 once all keys arrive, 2 where it cannot be set up.
set -u
packages="xvfb xdotool xkbset xinput python3-xlib"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/ask.py" <<'PY'
import os, subprocess, sys, threading, time
from Xlib import X, XK, display
from Xlib.ext import record
from Xlib.protocol import rq

server = display.Display()
window = server.screen().root.create_window(0, 0, 400, 300, 0, X.CopyFromParent, override_redirect=1, event_mask=X.KeyPressMask)
window.map()
server.sync()
time.sleep(0.5)
window.set_input_focus(X.RevertToParent, X.CurrentTime)
server.sync()

letters = lambda codes: ''.join(XK.keysym_to_string(server.keycode_to_keysym(code, 0)) or '?' for code in codes)
recorded = []
recorder = display.Display()
nothing = {'core_requests': (0, 0), 'core_replies': (0, 0), 'ext_requests': (0, 0, 0, 0), 'ext_replies': (0, 0, 0, 0),
           'delivered_events': (0, 0), 'errors': (0, 0), 'client_started': False, 'client_died': False}
context = recorder.record_create_context(0, [record.AllClients], [{**nothing, 'device_events': (X.KeyPress, X.KeyPress)}])

def heard(reply):
    data = reply.data
    while len(data):
        event, data = rq.EventField(None).parse_binary_value(data, recorder.display, None, None)
        recorded.append(event.detail)

threading.Thread(target=lambda: recorder.record_enable_context(context, heard), daemon=True).start()
raw = subprocess.Popen(['stdbuf', '-oL', 'xinput', 'test-xi2', '--root'], stdout=open(os.environ['work'] + '/raw', 'w'))
time.sleep(1)

def raw_presses():
    lines = open(os.environ['work'] + '/raw', errors='replace').read().splitlines()
    return [int(lines[i + 2].split()[1]) for i, line in enumerate(lines[:-2]) if 'RawKeyPress' in line]

def typed(*helps):
    for each in helps:
        subprocess.run(['xkbset', *each.split()], check=True)
    time.sleep(0.3)
    recorded.clear()
    before = len(raw_presses())
    code = subprocess.run(['xdotool', 'type', '--delay', '60', 'hello']).returncode
    time.sleep(1)
    got = []
    while server.pending_events():
        event = server.next_event()
        if event.type == X.KeyPress:
            got.append(event.detail)
    return letters(got), letters(recorded), letters(raw_presses()[before:]), code

seen = {}
for name, helps in (('no help', []), ('bounce keys', ['bouncekeys 300']), ('slow keys', ['-bouncekeys', 'slowkeys 300'])):
    seen[name] = typed(*helps)
    app, told, raws, code = seen[name]
    print(f'saw with {name}: the app got {app!r}, RECORD told {told!r}, raw events {raws!r}; xdotool ended with {code}')
raw.kill()
sys.stdout.flush()
if seen['no help'][0] != 'hello':
    os._exit(2)
os._exit(0 if seen['bounce keys'][0] == 'helo' and seen['slow keys'][0] == '' and seen['slow keys'][3] == 0 else 1)
PY
Xvfb -displayfd 3 -screen 0 800x600x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export work
DISPLAY=:$(cat "$work/display") timeout 60 /usr/bin/python3 -W ignore "$work/ask.py" 2>/dev/null | grep '^saw'; code=${PIPESTATUS[0]}
kill $xvfb; wait
exit "$code"
