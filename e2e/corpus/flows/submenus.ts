import { pointAt, tap, tapAt } from '../acts.ts';
import type { Flow, FlowApp } from '../flow.ts';

const kwrite: FlowApp = {
  command: 'kwrite',
  args: ['HOME/a.txt'],
  files: { 'a.txt': 'echo one\n' },
  title: /KWrite/,
  package: 'kwrite',
};
const otherText = { files: { 'a.txt': 'other words\nin more\nlines\n' } };

/** Menus that open where the pointer rests on their entry. */
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
    name: 'mousepad: a type of file out of a submenu in another',
    change: otherText,
    toolkit: 'GTK 3',
    app: { command: 'mousepad', args: ['HOME/a.txt'], files: { 'a.txt': 'one two\n' }, title: /Mousepad/ },
    acts: [
      tap('Document', { role: 'menu' }),
      pointAt(/^Filetype/, { role: 'menu' }),
      pointAt(/^Markup/, { role: 'menu' }),
      tap(/^XML/),
    ],
    tapMs: 60,
    steps: [/^Click \w+ “Document”/, /^Point at Menu “Filetype *”/, /^Point at Menu “Markup *”/, /^Click \w+ “XML *”/],
    effect: ({ texts }) => texts(),
    expected: /Filetype: XML/,
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
    steps: [/^Right-click Image “b.txt”/, /^Point at Menu “Open With”/, /^Click MenuItem “.*Mousepad”/],
    effect: ({ titles }) => titles(),
    expected: /b\.txt.* - Mousepad/,
  },
];
