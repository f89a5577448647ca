#!/usr/bin/env bash
# In apps of GTK 4, Ctrl+A in a text may do something else: a command of the app goes first.
#
# One would expect the focused text to take Ctrl+A, as in Qt, Swing and browsers, where fields claim the keys that edit text. GTK
# gives keys to the accelerators of the window before the field. In gtk4-print-editor, an example of GTK, Ctrl+A opens the About
# window, and the text is not selected.
#
# Seen with Debian 12: gtk-4-examples 4.8.3, openbox 3.6.1, xdotool 3.20160805.1, Xvfb 21.1.7.
# Exits 0 while this is so, 1 once the window does not open, 2 where it cannot be set up.
set -u
packages="gtk-4-examples openbox xdotool xvfb dbus"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/session.sh" <<'SH'
unset WAYLAND_DISPLAY AT_SPI_BUS_ADDRESS
Xvfb -displayfd 3 -screen 0 800x900x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display") GSK_RENDERER=cairo GTK_USE_PORTAL=0
openbox & manager=$!
gtk4-print-editor & app=$!
code=2
if timeout 30 xdotool search --sync --onlyvisible --name '^GTK Print Editor' >/dev/null; then
  # The text is the only thing in the window that takes the focus.
  xdotool mousemove 400 450 click 1 sleep 0.5 type abc
  sleep 0.5
  xdotool key ctrl+a
  sleep 2
  code=1
  xdotool search --onlyvisible --name '^About' >/dev/null && code=0
  echo "saw About window after Ctrl+A in the text: $([ $code = 0 ] && echo yes || echo no)"
fi
kill $app $manager $xvfb; wait
exit $code
SH
export work
HOME=$work XDG_RUNTIME_DIR=$work dbus-run-session -- bash "$work/session.sh" 2>/dev/null | grep '^saw'
exit "${PIPESTATUS[0]}"
