import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { bindingsIn } from '../sway/bindings.ts';
import { acceleratorsIn } from './gnome.ts';
import { shortcutsIn } from './kde.ts';
import { takenBy } from './shortcut.ts';

const here = process.platform === 'linux';

it.runIf(here)("are read from GNOME's settings", () => {
  const text = `org.gnome.desktop.wm.keybindings switch-applications ['<Super>Tab', '<Alt>Tab']
org.gnome.desktop.wm.keybindings begin-move @as []
org.gnome.desktop.wm.keybindings close ['disabled', '']
org.gnome.settings-daemon.plugins.media-keys terminal ['<Primary><Alt>t']
org.gnome.settings-daemon.plugins.media-keys screenshot 'Print'`;
  const chords = ['alt+Tab', 'ctrl+Tab', 'ctrl+alt+t', 'ctrl+alt+shift+t', 'alt+t', 'PrintScreen', 'F5', 'alt+F4'];
  expect(takenBy(acceleratorsIn(text), chords)).toEqual(['alt+Tab', 'ctrl+alt+t', 'ctrl+alt+shift+t', 'PrintScreen']);
  // A key identified by number may be any.
  const numbered = acceleratorsIn(`'<Alt>0x4a' '<Control>exclam'`);
  expect(takenBy(numbered, ['alt+x', 'ctrl+x', 'ctrl+!', 'ctrl+shift+1'])).toEqual(['alt+x', 'ctrl+!', 'ctrl+shift+1']);
});

it.runIf(here)("are read from kglobalacceld's storage", () => {
  const text = String.raw`[kwin]
Window Close=Alt+F4,Alt+F4,Close Window
Kill Window=Ctrl+Alt+Esc,Meta+Ctrl+Esc,Kill Window
Expose=none,Ctrl+F9,Toggle Present Windows (Current desktop)
Overview=Ctrl+F1\tCtrl+F2,,Toggle
Zoom=Ctrl+\\,,none,Zoom
Plus=Ctrl++,none,Zoom in
_k_friendly_name=KWin

[org.kde.konsole.desktop]
_launch=Ctrl+Alt+T,Ctrl+Alt+T,Konsole`;
  const chords = [
    'alt+F4',
    'ctrl+alt+Escape',
    'ctrl+F9',
    'ctrl+F1',
    'ctrl+F2',
    'ctrl+,',
    'ctrl++',
    'ctrl+alt+t',
    'ctrl+t',
  ];
  const taken = ['alt+F4', 'ctrl+alt+Escape', 'ctrl+F1', 'ctrl+F2', 'ctrl+,', 'ctrl++', 'ctrl+alt+t'];
  expect(takenBy(shortcutsIn(text), chords)).toEqual(taken);
});

it.runIf(here)('are read from a sway configuration, including included files', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'deskscope-sway-'));
  try {
    mkdirSync(path.join(folder, 'more'));
    writeFileSync(path.join(folder, 'more', 'a.conf'), 'bindsym $my+k exec evil\n');
    writeFileSync(path.join(folder, 'more', 'b.txt'), 'bindsym Ctrl+b exec other\n');
    const text = `
      set $my Ctrl+Mod1
      include more/*.conf
      # bindsym Ctrl+c nop
      bindsym --locked --to-code F9 exec x
      bindsym {
        Ctrl+Return exec y
        $my+Shift+q kill
      }
      mode "resize" {
        bindsym \\
          Ctrl+r nop
      }
      bindcode Alt+38 exec z
      bindsym button4 nop
    `;
    const chords = [
      'ctrl+alt+k',
      'ctrl+b',
      'ctrl+c',
      'F9',
      'ctrl+Enter',
      'ctrl+alt+q',
      'ctrl+r',
      'alt+a',
      'ctrl+alt+F9',
    ];
    const taken = ['ctrl+alt+k', 'F9', 'ctrl+Enter', 'ctrl+alt+q', 'ctrl+r', 'alt+a'];
    expect(takenBy(await bindingsIn(text, path.join(folder, 'config')), chords)).toEqual(taken);
    const unknown = bindingsIn("include '$(layered-include /etc/sway)'", path.join(folder, 'config'));
    await expect(unknown).rejects.toMatchObject({ code: 'not_verified' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
