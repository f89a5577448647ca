import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumFlags } from '../../../../testing/chromium-flags.ts';

export interface StrangeApp {
  readonly name: string;
  readonly toolkit: 'GTK 3' | 'GTK 4' | 'Qt 5' | 'Qt 6' | 'Chromium' | 'Firefox';
  readonly command: string;
  /** Of Debian; missing for what the tests install anyway, which `npm test` tries too. */
  readonly packageName?: string;
  /** @param home a folder of its own */
  readonly args?: (home: string) => readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly title: RegExp;
  /** A dialog that it begins with, which Escape closes. */
  readonly first?: RegExp;
  /** Names of what is not pressed, beside what no app's is. */
  readonly leave?: RegExp;
}

const page = `<!doctype html><meta charset="utf-8"><title>Order</title>
<p><label>Name <input></label> <label>Note <textarea rows=2></textarea></label>
<p><label><input type="checkbox">Gift</label> <label><input type="checkbox">Fast</label>
<label><input type="radio" name="r">Small</label> <label><input type="radio" name="r">Large</label>
<p><label>Colour <select><option>Red<option>Green<option>Blue</select></label>
<label>Size <select><option>One<option>Two<option>Three</select></label>
<p><label>Town <select size=3><option>Ulm<option>Bonn<option>Kiel</select></label>
<p>${['Hold', 'Turn', 'Lift', 'Drop'].map((name) => `<button onclick="this.textContent+='!'">${name}</button>`).join(' ')}`;

function pageIn(home: string): string {
  const file = join(home, 'order.html');
  writeFileSync(file, page);
  return `file://${file}`;
}

function textIn(home: string): string {
  const file = join(home, 'text.txt');
  writeFileSync(file, 'one\ntwo\nthree\n');
  return file;
}

const firefoxSettings = [
  'browser.aboutwelcome.enabled',
  'datareporting.policy.dataSubmissionEnabled',
  'browser.shell.checkDefaultBrowser',
];

function firefoxProfile(home: string): string {
  const folder = join(home, 'firefox');
  mkdirSync(folder);
  writeFileSync(join(folder, 'user.js'), firefoxSettings.map((name) => `user_pref("${name}", false);\n`).join(''));
  return folder;
}

/** Real apps of all toolkits; no other test knows most of them. */
export const strangeApps: readonly StrangeApp[] = [
  {
    name: 'grsync',
    toolkit: 'GTK 3',
    command: 'grsync',
    packageName: 'grsync',
    title: /Grsync/i,
    leave: /simulat|run|stop/i,
  },
  { name: 'gucharmap', toolkit: 'GTK 3', command: 'gucharmap', packageName: 'gucharmap', title: /Character Map/ },
  { name: 'gtkhash', toolkit: 'GTK 3', command: 'gtkhash', packageName: 'gtkhash', title: /GtkHash/i },
  {
    name: 'ghex',
    toolkit: 'GTK 4',
    command: 'ghex',
    packageName: 'ghex',
    args: (home) => [textIn(home)],
    title: /GHex|text\.txt/,
  },
  {
    name: 'adwaita-1-demo',
    toolkit: 'GTK 4',
    command: 'adwaita-1-demo',
    packageName: 'libadwaita-1-examples',
    title: /Adwaita/,
  },
  { name: 'kolourpaint', toolkit: 'Qt 5', command: 'kolourpaint', packageName: 'kolourpaint', title: /KolourPaint/i },
  { name: 'kcharselect', toolkit: 'Qt 5', command: 'kcharselect', packageName: 'kcharselect', title: /KCharSelect/i },
  {
    name: 'juffed',
    toolkit: 'Qt 5',
    command: 'juffed',
    packageName: 'juffed',
    args: (home) => [textIn(home)],
    title: /JuffEd/i,
  },
  {
    name: 'designer-qt6',
    toolkit: 'Qt 6',
    command: '/usr/lib/qt6/bin/designer',
    packageName: 'designer-qt6',
    title: /Designer/i,
    first: /New Form/,
  },
  {
    name: 'tanglet',
    toolkit: 'Qt 6',
    command: '/usr/games/tanglet',
    packageName: 'tanglet',
    title: /Tanglet/i,
    first: /New Game/,
  },
  { name: 'linguist', toolkit: 'Qt 5', command: 'linguist', title: /Linguist/i },
  {
    name: 'mousepad',
    toolkit: 'GTK 3',
    command: 'mousepad',
    args: (home) => ['--disable-server', textIn(home)],
    title: /Mousepad/,
  },
  {
    name: 'chromium',
    toolkit: 'Chromium',
    command: 'chromium',
    args: (home) => [
      ...chromiumFlags,
      '--disable-gpu',
      '--force-renderer-accessibility',
      '--ozone-platform=wayland',
      `--user-data-dir=${join(home, 'chromium')}`,
      '--window-size=900,640',
      `--app=${pageIn(home)}`,
    ],
    title: /Order/,
  },
  {
    name: 'firefox',
    toolkit: 'Firefox',
    command: 'firefox-esr',
    packageName: 'firefox-esr',
    args: (home) => ['--profile', firefoxProfile(home), '--no-remote', pageIn(home)],
    // Else it tells nothing before somebody turns accessibility on.
    env: { MOZ_ENABLE_WAYLAND: '1', GNOME_ACCESSIBILITY: '1' },
    title: /Order/,
  },
];
