#!/usr/bin/env bash
# The icon that GTK 4 moves with the pointer during a drag is an unmanaged X window without a type, unlike each of its other popups.
#
# One would expect `_NET_WM_WINDOW_TYPE_DND`, as GTK 3 sets it. A program that asks for the window below the pointer gets the icon, takes
# it for an open menu, and does not see where the drop goes.
#
# Seen with Debian 12: libgtk-4-1 4.8.3.
# Exits 0 while this is so, 1 once the icon has a type, 2 where it cannot be set up.
set -u
packages="libgtk-4-1 gir1.2-gtk-4.0 python3-gi xvfb dbus xdotool x11-utils openbox"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/app.py" <<'PY'
import gi
gi.require_version('Gtk', '4.0')
from gi.repository import Gdk, Gtk

def show(app):
    label = Gtk.Label(label='Parcel')
    source = Gtk.DragSource(actions=Gdk.DragAction.COPY)
    source.connect('prepare', lambda *_: Gdk.ContentProvider.new_for_value('a parcel'))
    source.connect('drag-begin', lambda *_: source.set_icon(Gtk.WidgetPaintable.new(label), 40, 40))
    label.add_controller(source)
    window = Gtk.ApplicationWindow(application=app, title='Shelf', default_width=400, default_height=300, child=label)
    window.present()

app = Gtk.Application(application_id='finding.drag')
app.connect('activate', show)
app.run([])
PY
cat >"$work/session.sh" <<'SH'
unset WAYLAND_DISPLAY
Xvfb -displayfd 3 -screen 0 1000x800x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display") GDK_BACKEND=x11 GSK_RENDERER=cairo XDG_CONFIG_HOME=$work/config
openbox & wm=$!
sleep 1
/usr/bin/python3 -W ignore "$work/app.py" & app=$!
window=$(timeout 60 xdotool search --sync --onlyvisible --name '^Shelf$' | head -1)
sleep 1
eval "$(xdotool getwindowgeometry --shell "$window")"
x=$((X + WIDTH / 2)) y=$((Y + HEIGHT / 2))
xdotool mousemove $x $y mousedown 1
for step in 10 20 30 40 50; do xdotool mousemove $((x + step)) $((y + step)); sleep 0.1; done
sleep 1
icon=$(xwininfo -root -children | awk '/^ +0x/ { print $1; exit }')
code=2
if xwininfo -id "$icon" -all | grep -q 'Override Redirect State: yes' && xprop -id "$icon" XdndAware | grep -q '='; then
  type=$(xprop -id "$icon" _NET_WM_WINDOW_TYPE)
  echo "saw the topmost window during the drag: $(xwininfo -id "$icon" | awk '/Width|Height/ { printf "%s %s ", $1, $2 }')$type"
  case $type in *DND*) code=1 ;; *'not found'*) code=0 ;; esac
fi
xdotool mouseup 1
kill $app $xvfb $wm; wait
exit $code
SH
export work
HOME=$work XDG_RUNTIME_DIR=$work dbus-run-session -- bash "$work/session.sh" 2>/dev/null | grep '^saw'
exit "${PIPESTATUS[0]}"
