import { keys, tap, tapRole, type } from '../acts.ts';
import type { Flow, FlowApp } from '../flow.ts';

const head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: de\\n"\n';
const translationOf = (...texts: readonly string[]) =>
  [head, ...texts.map((text) => `msgid "${text}"\nmsgstr ""\n`)].join('\n');
const moreItems = { 'one.po': translationOf('Apply', 'Back', 'Open', 'Close') };
const poedit: FlowApp = {
  command: 'poedit',
  args: ['HOME/one.po'],
  files: { 'one.po': translationOf('Open', 'Close') },
  title: /one\.po/,
  package: 'poedit',
};

export const wx: readonly Flow[] = [
  {
    name: 'poedit: a translation typed and saved',
    change: { files: moreItems },
    toolkit: 'wx',
    app: poedit,
    acts: [
      tap('Close', { role: 'table cell' }),
      tapRole('text', { nth: 1 }),
      type('Zu'),
      tap('Save', { role: 'push button' }),
    ],
    tapMs: 0,
    steps: ['Click DataItem “Close”', /^Set Edit.* to “Zu”$/, 'Click Button “Save”'],
    effect: ({ file }) => file('one.po'),
    expected: 'msgid "Close"\nmsgstr "Zu"',
  },
  {
    name: 'poedit: copied from the source',
    change: 'language',
    toolkit: 'wx',
    app: poedit,
    acts: [
      tap('Close', { role: 'table cell' }),
      tap('Edit', { role: 'menu' }),
      tap(/Copy from Source Text/i, { role: 'menu item' }),
      keys('ctrl+s'),
    ],
    tapMs: 30,
    steps: [
      'Click DataItem “Close”',
      /^Click Menu(Item)? “Edit”$/,
      /^Click MenuItem “Copy from Source/,
      /^Press ctrl\+s/,
    ],
    effect: ({ file }) => file('one.po'),
    expected: 'msgid "Close"\nmsgstr "Close"',
  },
  {
    name: 'poedit: marked as fuzzy',
    change: 'font',
    toolkit: 'wx',
    app: poedit,
    acts: [tapRole('text', { nth: 1 }), type('Auf'), tap(/Needs Work/), keys('ctrl+s')],
    tapMs: 60,
    steps: [/^Set Edit.* to “Auf”$/, /^Click (Button|CheckBox) “Needs Work”$/, /^Press ctrl\+s/],
    effect: ({ file }) => file('one.po'),
    expected: /fuzzy\nmsgid "Open"\nmsgstr "Auf"/,
  },
];
