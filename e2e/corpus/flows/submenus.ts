import { keys, pointAt, tap, tapAt, type } from '../acts.ts';
import type { Flow, FlowApp } from '../flow.ts';

const kwrite: FlowApp = {
  command: 'kwrite',
  args: ['HOME/a.txt'],
  files: { 'a.txt': 'echo one\n' },
  title: /KWrite/,
  package: 'kwrite',
};
const otherText = { files: { 'a.txt': 'other words\nin more\nlines\n' } };

/** Menus that open when the pointer rests on their entry. */
export const submenus: readonly Flow[] = [
  {
    name: 'kwrite: a mode out of a submenu',
    change: otherText,
    toolkit: 'Qt 5',
    app: kwrite,
    acts: [
      tap('Tools', { role: 'menu item' }),
      pointAt('Mode', { role: 'menu item' }),
      pointAt('Scripts', { role: 'menu item' }),
      tap('Bash', { role: 'menu item' }),
    ],
    tapMs: 60,
    steps: [/^Click \w+ “Tools”/, /^Point at \w+ “Mode”/, /^Point at \w+ “Scripts”/, /^Click MenuItem “Bash”/],
    effect: ({ texts }) => texts('push button'),
    expected: /^Bash$/m,
  },
  {
    name: 'mousepad: converted out of a submenu and saved',
    change: otherText,
    toolkit: 'GTK 3',
    app: { command: 'mousepad', args: ['HOME/a.txt'], files: { 'a.txt': 'one two\n' }, title: /Mousepad/ },
    acts: [
      keys('ctrl+a'),
      tap('Edit', { role: 'menu' }),
      pointAt(/^Convert/, { role: 'menu' }),
      tap(/^To Uppercase/),
      keys('ctrl+s'),
    ],
    tapMs: 60,
    steps: [
      /^Press ctrl\+a/,
      /^Click \w+ “Edit”/,
      /^Point at Menu “Convert *”/,
      /^Click MenuItem “To Uppercase *”/,
      /^Press ctrl\+s/,
    ],
    effect: ({ file }) => file('a.txt'),
    expected: /^[^a-z]+$/,
  },
  {
    name: 'thunar: opened with another program out of a submenu',
    change: { files: { 'box/0.txt': 'other', 'box/a1.txt': 'other' } },
    toolkit: 'GTK 3',
    app: { command: 'thunar', args: ['HOME/box'], files: { 'box/a.txt': 'a', 'box/b.txt': 'bb' }, title: /box/ },
    acts: [
      tapAt(306, 145, { button: 3 }),
      pointAt('Open With', { role: 'menu' }),
      tap(/Mousepad/, { role: 'menu item' }),
    ],
    tapMs: 60,
    steps: [/^Right-click Image/, /^Point at Menu “Open With”/, /^Click MenuItem “.*Mousepad”/],
    effect: ({ titles }) => titles(),
    expected: /b\.txt.* - Mousepad/,
  },
  {
    name: 'gedit: replaced out of its popover',
    change: otherText,
    toolkit: 'GTK 3',
    app: {
      command: 'gedit',
      args: ['HOME/a.txt'],
      files: { 'a.txt': 'one words\n' },
      title: /gedit/,
      package: 'gedit',
    },
    acts: [
      tap('Menu', { role: 'toggle button', nth: 0 }),
      tap(/^Find and Replace/),
      type('words'),
      keys('Tab'),
      type('letters'),
      tap(/^Replace All/, { role: 'push button' }),
      tap(/^Close/, { role: 'push button', nth: 1 }),
      keys('ctrl+s'),
    ],
    tapMs: 60,
    steps: [
      'Click Button “Menu”',
      /^Click Button “Find and Replace/,
      /to “words” @/,
      /^Press Tab/,
      /to “letters” @/,
      /^Click Button “Replace All” @/,
      /^Click Button “Close” @/,
      /^Press ctrl\+s/,
    ],
    effect: ({ file }) => file('a.txt'),
    expected: 'letters',
  },
];
