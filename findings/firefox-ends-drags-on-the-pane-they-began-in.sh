#!/usr/bin/env bash
# Firefox hands the events of a drag that began in a scrolling pane to that pane, wherever the pointer is.
#
# One would expect the mouseup (and pointerup) of a drag to have the element under the pointer as its target, as in Chromium. In
# Firefox a press on selectable text captures the mouse for the nearest scroll container: a drag out of it ends on the container
# itself, also over an element elsewhere that is under the pointer. With `user-select: none` on the pressed element it ends there.
# Who checks a drop by its target sees a miss that a person makes, too; `document.elementFromPoint` tells the place.
#
# Seen with Debian 12: firefox-esr 153.8.0esr, xdotool 3.20160805.1, openbox 3.6.1, Xvfb 21.1.7. Chromium 156 ends it on the element.
# Exits 0 while this is so, 1 once both drags end on the element under the pointer, 2 where it cannot be set up.
set -u
packages="firefox-esr xvfb xdotool dbus openbox"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi
dpkg-query -W -f '${Package} ${Version}\n' $packages

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/page.html" <<'HTML'
<!doctype html><title>Drag from</title>
<style>
  body { margin: 0 }
  div { position: absolute; left: 20px; width: 300px }
</style>
<div id="goal" style="top: 10px; height: 80px">Goal</div>
<div id="pane" style="top: 200px; height: 150px; overflow: auto">
  <div id="content" style="left: 0; height: 560px"><div id="card" style="left: 0; height: 100px">Card</div></div>
</div>
<script>
  if (location.hash) document.getElementById('card').style.userSelect = 'none';
  addEventListener('mousedown', (event) => (document.title = 'Dragged ' + event.target.id), true);
  addEventListener('mouseup', (event) => {
    const under = document.elementFromPoint(event.clientX, event.clientY).id;
    document.title += ' onto ' + event.target.id + ' over ' + under + ' ';
  }, true);
  setInterval(() => {
    if (document.title.startsWith('Drag from')) document.title = 'Drag from ' + mozInnerScreenX + ',' + mozInnerScreenY + ' ';
  }, 200);
</script>
HTML
cat >"$work/session.sh" <<'SH'
unset WAYLAND_DISPLAY
Xvfb -displayfd 3 -screen 0 1000x800x24 -nolisten tcp 3>"$work/display" 2>/dev/null & xvfb=$!
for _ in $(seq 50); do [ -s "$work/display" ] && break; sleep 0.1; done
export DISPLAY=:$(cat "$work/display")
openbox & manager=$!
named() { for _ in $(seq "$2"); do title=$(xdotool search --onlyvisible --name "$1" getwindowname 2>/dev/null | tail -1); [ -n "$title" ] && return; sleep 1; done; exit 2; }
for hash in '' '#none'; do
  mkdir "$work/profile$hash"
  firefox-esr --no-remote --profile "$work/profile$hash" "file://$work/page.html$hash" >/dev/null & app=$!
  named 'Drag from [0-9]' 60; sleep 4; named 'Drag from [0-9]' 5
  place=${title#Drag from }; place=${place%% *}; x=${place%,*}; y=${place#*,}; x=$((${x%.*} + 60)); y=${y%.*}
  xdotool mousemove $x $((y + 240)) sleep 0.3 mousedown 1
  for step in $(seq 10); do xdotool mousemove $x $((y + 240 - 19 * step)) sleep 0.05; done
  xdotool sleep 0.3 mouseup 1
  named 'Dragged.* onto' 10
  echo "saw ${hash:-text}: ${title%% — *}"
  kill $app; wait $app
done
kill $manager $xvfb; wait
SH
export work
HOME=$work XDG_RUNTIME_DIR=$work dbus-run-session -- bash "$work/session.sh" 2>/dev/null | grep '^saw' | tee "$work/saw"
[ "${PIPESTATUS[0]}" = 0 ] || exit 2
grep -q 'text: Dragged card onto pane over goal' "$work/saw" && grep -q '#none: Dragged card onto goal over goal' "$work/saw"
