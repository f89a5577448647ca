#!/usr/bin/env bash
# A time typed over a selected one in QTimeEdit of Qt 6 changes its minutes only.
#
# One would expect ctrl+a and 19:07 to leave 19:07 in a field that shows 08:15, as in a line edit or a spin box of Qt: all of its text is
# selected, and the new text is written as the field writes it. The field shows 08:07, and tells its app so: with more than one part
# selected, the digits of the hour go nowhere, and the colon leads to the minutes. A date loses its first part in the same way. The same
# keys work once the hour alone is selected.
#
# Seen with Debian 12: libqt6widgets6 6.4.2, python3-pyqt6 6.4.2.
# Exits 0 while this is so, 1 once the whole text replaces the selected one, 2 where it cannot be set up.
set -u
packages="python3-pyqt6 libqt6widgets6 xvfb xdotool openbox"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'kill $app $wm $xvfb 2>/dev/null; wait; rm -rf "$work"' EXIT
cat >"$work/app.py" <<'PY'
import sys
from PyQt6.QtCore import QTime
from PyQt6.QtWidgets import QApplication, QTimeEdit

app = QApplication(['time'])
field = QTimeEdit(QTime(8, 15), displayFormat='HH:mm')
field.setWindowTitle('Time of day')
field.timeChanged.connect(lambda time: print(time.toString('HH:mm'), flush=True))
field.resize(200, 40)
field.show()
app.exec()
PY
app= wm= xvfb=
Xvfb -displayfd 3 -screen 0 800x600x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display") HOME=$work XDG_RUNTIME_DIR=$work
openbox 2>/dev/null & wm=$!
sleep 1
/usr/bin/python3 -W ignore "$work/app.py" >"$work/log" 2>/dev/null & app=$!
timeout 30 xdotool search --sync --onlyvisible --name '^Time of day$' windowfocus --sync >/dev/null || exit 2
sleep 1

# Types over what is selected by the given keys; prints what the app was told last.
typed() {
  xdotool key --clearmodifiers $1 type --delay 80 "$2"
  sleep 1
  tail -n 1 "$work/log"
}
all=$(typed ctrl+a 19:07)
echo "saw after ctrl+a and 19:07: $all"
# From the minutes, ctrl+Left selects the hour.
hour=$(typed ctrl+Left 19:07)
echo "saw after the hour alone was selected, and 19:07: $hour"
[ "$hour" = 19:07 ] || exit 2
[ "$all" = 08:07 ] && exit 0
[ "$all" = 19:07 ] && exit 1
exit 2
