#!/usr/bin/env bash
# Two small spinners in opposite corners of a GTK 3 window make the X server report almost the whole window as painted, many times a second.
#
# The DAMAGE extension reports what was painted, and one would expect two boxes of the size of a spinner. GTK 3 draws both in one go, clipped
# to what is to be drawn anew, and the server reports the box around it. Whoever reads painted areas to learn what may have changed reads
# everything; the pixels tell more.
#
# Seen with Debian 12: libgtk-3-0 3.24.38, Xvfb 21.1.7, python3-xlib 0.33.
# Exits 0 while this is so, 1 once the boxes are small, 2 where it cannot be set up.
set -u
packages="xvfb python3-xlib python3-gi gir1.2-gtk-3.0"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/window.py" <<'PY'
import gi

gi.require_version('Gtk', '3.0')
from gi.repository import Gtk

window = Gtk.Window(title='Two spinners')
window.set_default_size(600, 400)
place = Gtk.Fixed()
window.add(place)
for x, y in ((10, 10), (560, 360)):
    spinner = Gtk.Spinner()
    spinner.set_size_request(24, 24)
    spinner.start()
    place.put(spinner, x, y)
window.show_all()
print(window.get_window().get_xid(), flush=True)
Gtk.main()
PY
cat >"$work/ask.py" <<'PY'
import subprocess, sys, time
from Xlib import display
from Xlib.ext import damage

program = subprocess.Popen([sys.executable, sys.argv[1]], stdout=subprocess.PIPE, text=True)
try:
    window = int(program.stdout.readline())
    time.sleep(2)
    server = display.Display()
    server.damage_query_version()
    painted = server.create_resource_object('window', window).damage_create(damage.DamageReportDeltaRectangles)
    areas = []
    for look in range(21):
        server.damage_subtract(painted)
        server.sync()
        time.sleep(0.1)
        while server.pending_events():
            area = getattr(server.next_event(), 'area', None)
            # The first is the whole window.
            if area is not None and look > 0:
                areas.append((area.width, area.height))
    if not areas:
        sys.exit(2)
    widest = max(areas, key=lambda size: size[0] * size[1])
    print(f'saw {len(areas)} painted areas, the largest {widest[0]} x {widest[1]}; a spinner is 24 x 24')
    sys.exit(0 if widest[0] > 300 and widest[1] > 200 else 1)
finally:
    program.kill()
PY
xvfb-run -a -s '-screen 0 800x600x24' dbus-run-session -- /usr/bin/python3 "$work/ask.py" "$work/window.py"
