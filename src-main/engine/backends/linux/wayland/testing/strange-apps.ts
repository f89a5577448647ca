import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumFlags } from '../../../../testing/programs.ts';

export interface StrangeApp {
  readonly name: string;
  readonly toolkit: 'GTK 3' | 'GTK 4' | 'Qt 5' | 'Qt 6' | 'Chromium' | 'Firefox' | 'LibreOffice';
  readonly command: string;
  /** Debian package; missing for those that the tests install anyway, which `npm test` runs too. */
  readonly packageName?: string;
  /** @param home a separate folder */
  readonly args?: (home: string) => readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly title: RegExp;
  /** A startup dialog, which Escape closes. */
  readonly first?: RegExp;
  /** Additional names of elements that are not pressed. */
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

/** Otherwise it asks whether files may be shared. */
function transmissionFolder(home: string): string {
  const folder = join(home, 'transmission');
  mkdirSync(folder);
  writeFileSync(join(folder, 'settings.json'), '{ "user-has-given-informed-consent": true }');
  return folder;
}

const office = (what: string) => (home: string) => [
  `--${what}`,
  '--norestore',
  '--nologo',
  `-env:UserInstallation=file://${join(home, 'office')}`,
];

/** Real apps of all toolkits, most of them used by no other test. */
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
    // Otherwise it reports nothing before accessibility is turned on.
    env: { MOZ_ENABLE_WAYLAND: '1', GNOME_ACCESSIBILITY: '1' },
    title: /Order/,
    // Suggestions below its address lead away from the page.
    leave: /enter address/,
  },
  {
    name: 'writer',
    toolkit: 'LibreOffice',
    command: 'soffice',
    packageName: 'libreoffice-writer libreoffice-gtk3',
    args: office('writer'),
    env: { SAL_USE_VCLPLUGIN: 'gtk3' },
    title: /Untitled 1/,
    first: /Tip of the Day/,
  },
  {
    name: 'calc',
    toolkit: 'LibreOffice',
    command: 'soffice',
    packageName: 'libreoffice-calc libreoffice-gtk3',
    args: office('calc'),
    env: { SAL_USE_VCLPLUGIN: 'gtk3' },
    title: /Untitled 1/,
    first: /Tip of the Day/,
  },
  { name: 'baobab', toolkit: 'GTK 4', command: 'baobab', packageName: 'baobab', title: /Disk Usage|Devices/ },
  { name: 'gnome-clocks', toolkit: 'GTK 4', command: 'gnome-clocks', packageName: 'gnome-clocks', title: /Clocks/ },
  {
    name: 'transmission',
    toolkit: 'GTK 3',
    command: 'transmission-gtk',
    packageName: 'transmission-gtk',
    args: (home) => [`--config-dir=${transmissionFolder(home)}`],
    title: /Transmission/,
    leave: /start|stop|pause|resume|agree/i,
  },
  { name: 'atril', toolkit: 'GTK 3', command: 'atril', packageName: 'atril', title: /Atril|Document Viewer/ },
  { name: 'cutecom', toolkit: 'Qt 5', command: 'cutecom', packageName: 'cutecom', title: /CuteCom/i },
  { name: 'focuswriter', toolkit: 'Qt 6', command: 'focuswriter', packageName: 'focuswriter', title: /FocusWriter/i },
  {
    name: 'falkon',
    toolkit: 'Chromium',
    command: 'falkon',
    packageName: 'falkon',
    args: (home) => ['--no-remote', '--no-extensions', '--private-browsing', pageIn(home)],
    env: {
      QTWEBENGINE_DISABLE_SANDBOX: '1',
      QTWEBENGINE_CHROMIUM_FLAGS: '--no-sandbox --disable-gpu --force-renderer-accessibility',
    },
    title: /Order|Falkon/,
  },
  {
    name: 'gnome-text-editor',
    toolkit: 'GTK 4',
    command: 'gnome-text-editor',
    packageName: 'gnome-text-editor',
    args: (home) => ['--standalone', textIn(home)],
    title: /text\.txt|Text Editor/,
  },
  { name: 'papers', toolkit: 'GTK 4', command: 'papers', packageName: 'papers', title: /Papers/ },
  { name: 'loupe', toolkit: 'GTK 4', command: 'loupe', packageName: 'loupe', title: /Image Viewer|Loupe/ },
  {
    name: 'kate',
    toolkit: 'Qt 6',
    command: 'kate',
    packageName: 'kate',
    args: (home) => [textIn(home)],
    title: /Kate/,
  },
  { name: 'dolphin', toolkit: 'Qt 6', command: 'dolphin', packageName: 'dolphin', title: /Dolphin/ },
  { name: 'kcalc', toolkit: 'Qt 6', command: 'kcalc', packageName: 'kcalc', title: /KCalc/ },
  { name: 'okular', toolkit: 'Qt 6', command: 'okular', packageName: 'okular', title: /Okular/ },
  { name: 'kalk', toolkit: 'Qt 6', command: 'kalk', packageName: 'kalk', title: /Calculator|Kalk/ },
];
