import { keys, tap, type } from '../acts.ts';
import type { Flow, FlowApp } from '../flow.ts';

const calc: FlowApp = {
  command: 'soffice',
  args: ['--calc', '--norestore', '--nologo', '-env:UserInstallation=file://HOME/profile', 'HOME/a.csv'],
  files: { 'a.csv': '1,2\n' },
  title: /a\.csv/,
};

export const office: readonly Flow[] = [
  {
    name: 'calc: a sum in a cell',
    toolkit: 'LibreOffice',
    app: calc,
    acts: [keys('Down'), type('=A1+B1'), keys('Return'), keys('Up'), keys('ctrl+c')],
    tapMs: 0,
    steps: [/^Press ArrowDown/, /^(Set|Type)/, /^Press Enter/, /^Press ArrowUp/, /^Press ctrl\+c/],
    effect: ({ clipboard }) => clipboard(),
    expected: /^3/,
  },
  {
    name: 'calc: bold by a button',
    toolkit: 'LibreOffice',
    app: calc,
    acts: [tap('Bold', { role: 'toggle button' })],
    tapMs: 60,
    steps: [/^Click Button “Bold”$/],
    effect: ({ state }) => state('Bold', 'toggle button'),
    expected: /checked|pressed/,
  },
];
