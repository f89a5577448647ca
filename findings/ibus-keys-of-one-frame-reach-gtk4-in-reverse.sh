#!/usr/bin/env bash
# Keys that come to a GTK 4 app within one frame arrive in reverse order while IBus runs, though it is only a layout.
#
# One would expect an input method that takes none of the keys to leave their order alone. IBus's module asks about each key without waiting and
# puts those that nobody took back into the queue of the display (gdk_display_put_event): as fast as programs type, text reads backwards, frame
# by frame (“Hello, who are you?” as “hw ,olleH?uoy era o”). GTK 3 gets it right with the same IBus. So does GTK 4 without it.
#
# Seen with Debian 12: ibus 1.5.27, ibus-gtk4 1.5.27, libgtk-4-1 4.8.3, Xvfb 21.1.7, xdotool 3.20160805.
# Exits 0 while this is so, 1 once the text arrives, 2 where it cannot be set up.
set -u
packages="xvfb xdotool openbox dbus-x11 ibus ibus-gtk3 ibus-gtk4 python3-gi gir1.2-gtk-3.0 gir1.2-gtk-4.0"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d) right=
trap 'rm -rf "$work"' EXIT
cat >"$work/entry.py" <<'PY'
import gi, sys
version, log = sys.argv[1:]
gi.require_version('Gtk', version)
from gi.repository import Gtk

def fill(window):
    entry = Gtk.Entry()
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
openbox & [ $module = ibus ] && ibus-daemon --panel=disable >/dev/null 2>&1 &
sleep 3
# The layout of its default engine, as on a desktop without other input methods.
[ $module = ibus ] && ibus engine xkb:us::eng
for version in 3.0 4.0; do
  /usr/bin/python3 "$work/entry.py" $version "$work/$version" 2>/dev/null & app=$!
  sleep 3
  xdotool search --sync --onlyvisible --name Entry windowactivate; sleep 1
  xdotool type --delay 0 'Hello, who are you?'; sleep 2
  kill $app; wait $app 2>/dev/null
done
[ $module = ibus ] && ibus exit
RUN
export work PATH=/usr/bin:/bin HOME="$work" XDG_CONFIG_HOME="$work" XDG_CACHE_HOME="$work" XDG_RUNTIME_DIR="$work" GDK_BACKEND=x11 LANG=C.UTF-8
export GSK_RENDERER=cairo
unset WAYLAND_DISPLAY IBUS_ADDRESS DBUS_SESSION_BUS_ADDRESS
for module in gtk-im-context-simple ibus; do
  rm -f "$work/3.0" "$work/4.0"
  GTK_IM_MODULE=$module module=$module xvfb-run -a dbus-run-session bash "$work/run.sh" >/dev/null 2>&1
  for version in 3.0 4.0; do
    got=$(tail -n 1 "$work/$version" 2>/dev/null)
    echo "GTK $version with $module: $got"
    [ "$got" = 'Hello, who are you?' ] && right="${right:-} $version/$module"
  done
done
case "$right" in
  *4.0/ibus*) exit 1 ;;
  *3.0/gtk*4.0/gtk*3.0/ibus*) exit 0 ;;
esac
exit 2
