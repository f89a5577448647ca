#!/usr/bin/env bash
# Of the keys that an IBus engine sends back to a GTK 4 app, only characters arrive: with ibus-hangul on, Enter does nothing.
#
# One would expect a key that an engine takes and sends again (ForwardKeyEvent) to work as if no engine had taken it. ibus-hangul does so with
# every key that it does not compose. IBus's module for GTK 3 makes an event of it, the one for GTK 4 shows it to GTK's own input method alone,
# which inserts characters and ignores everything else: Enter, Tab, Backspace, arrows and shortcuts are gone, and no one is told. IBus's
# newest sources still do so.
#
# Seen with Debian 12: ibus 1.5.27, ibus-hangul 1.5.4, ibus-gtk4 1.5.27, libgtk-4-1 4.8.3, Xvfb 21.1.7.
# Exits 0 while this is so, 1 once Enter arrives, 2 where it cannot be set up.
set -u
packages="xvfb xdotool openbox dbus-x11 ibus ibus-hangul ibus-gtk3 ibus-gtk4 python3-gi gir1.2-gtk-3.0 gir1.2-gtk-4.0"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/entry.py" <<'PY'
import gi, sys
version, log = sys.argv[1:]
gi.require_version('Gtk', version)
from gi.repository import Gtk

def fill(window):
    entry = Gtk.Entry()
    note = lambda *_: open(log, 'a').write('Enter\n')
    entry.connect('activate', note)
    entry.connect('changed', lambda entry: open(log, 'a').write(f'{entry.get_text()}\n'))
    window.add(entry) if version == '3.0' else window.set_child(entry)
    window.show_all() if version == '3.0' else window.present()

def start(app):
    fill(Gtk.ApplicationWindow(application=app, title='Entry'))

app = Gtk.Application(application_id='org.example.Entry' + version[0])
app.connect('activate', start)
app.run()
PY
cat >"$work/run.sh" <<'RUN'
openbox & ibus-daemon --panel=disable >/dev/null 2>&1 &
sleep 3
for version in 3.0 4.0; do
  /usr/bin/python3 "$work/entry.py" $version "$work/$version" 2>/dev/null & app=$!
  sleep 3
  xdotool search --sync --onlyvisible --name Entry windowactivate; sleep 1
  for try in 1 2 3 4 5; do ibus engine hangul; [ "$(ibus engine)" = hangul ] && break; sleep 1; done
  sleep 1
  # It begins with Latin letters.
  xdotool key --delay 200 shift+space g k s space Return; sleep 1
  kill $app; wait $app 2>/dev/null
done
ibus exit
RUN
export work PATH=/usr/bin:/bin HOME="$work" XDG_CONFIG_HOME="$work" XDG_CACHE_HOME="$work" XDG_RUNTIME_DIR="$work" GDK_BACKEND=x11 LANG=C.UTF-8
export GTK_IM_MODULE=ibus GSK_RENDERER=cairo
unset WAYLAND_DISPLAY IBUS_ADDRESS DBUS_SESSION_BUS_ADDRESS
xvfb-run -a dbus-run-session bash "$work/run.sh" >/dev/null 2>&1
for version in 3.0 4.0; do echo "GTK $version got: $(tr '\n' ' ' <"$work/$version")"; done
grep -q ' $' "$work/4.0" && grep -q Enter "$work/3.0" || exit 2
grep -q Enter "$work/4.0" && exit 1
exit 0
