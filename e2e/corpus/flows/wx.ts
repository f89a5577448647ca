import { keys, tap, tapRole, type } from '../acts.ts';
import type { Flow, FlowApp } from '../flow.ts';

const translation = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: de\\n"\n\nmsgid "Open"\nmsgstr ""\n\nmsgid "Close"\nmsgstr ""\n';
const poedit: FlowApp = {
  command: 'poedit',
  args: ['HOME/one.po'],
  files: { 'one.po': translation },
  title: /one\.po/,
  package: 'poedit',
};

export const wx: readonly Flow[] = [
  {
    name: 'poedit: a translation typed and saved',
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
    name: 'poedit: a preference',
    toolkit: 'wx',
    app: poedit,
    acts: [keys('ctrl+comma'), tap(/Check spelling|spelling/i, { role: 'check box' })],
    tapMs: 60,
    steps: [/^Press ctrl\+,/, /^Click CheckBox “.*” @ /],
    effect: ({ state }) => state(/Check spelling|spelling/i, 'check box'),
    expected: /^(?!gone)(?!.*checked)/,
  },
];
