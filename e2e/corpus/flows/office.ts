import { keys, tap, type } from '../acts.ts';
import type { Flow, FlowApp } from '../flow.ts';

const spaces = ['office', 'table', 'text'].map(
  (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
);
const cells = ['1', '2'].map((n) => `<table:table-cell office:value-type="float" office:value="${n}"/>`);
const sheet = `<?xml version="1.0" encoding="UTF-8"?><office:document ${spaces.join(' ')} office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet><table:table table:name="Sums"><table:table-row>${cells.join('')}</table:table-row></table:table></office:spreadsheet></office:body></office:document>`;
const calc: FlowApp = {
  command: 'soffice',
  args: ['--calc', '--norestore', '--nologo', '-env:UserInstallation=file://HOME/profile', 'HOME/a.fods'],
  files: { 'a.fods': sheet },
  title: /a\.fods/,
};

export const office: readonly Flow[] = [
  {
    name: 'calc: a sum in a cell',
    change: 'size',
    toolkit: 'LibreOffice',
    app: calc,
    acts: [keys('Down'), type('=A1+B1'), keys('Return', 'ctrl+s')],
    tapMs: 0,
    steps: [/^Press ArrowDown/, /^(Set|Type)/, /^Press Enter/, /^Press ctrl\+s/],
    effect: ({ file }) => file('a.fods'),
    expected: 'office:value="3"',
  },
  {
    name: 'calc: bold by a button',
    change: 'theme',
    toolkit: 'LibreOffice',
    app: calc,
    // LibreOffice tells places on its tool bars as if it had no menu bar.
    acts: [tap('Bold', { role: 'toggle button', at: [0.5, 1.2] })],
    tapMs: 60,
    steps: [/^Click Button “Bold”$/],
    effect: ({ state }) => state('Bold', 'toggle button'),
    expected: /checked|pressed/,
  },
  {
    name: 'calc: a menu and a dialog',
    change: 'size',
    toolkit: 'LibreOffice',
    app: calc,
    acts: [
      tap('Sheet', { role: 'menu' }),
      tap(/^Rename Sheet/, { role: 'menu item' }),
      keys('ctrl+a'),
      type('Costs'),
      tap('OK'),
    ],
    tapMs: 30,
    steps: [
      /^Click Menu(Item)? “Sheet”$/,
      /^Click MenuItem “Rename Sheet/,
      /^Set .*“Costs” @ Rename/,
      'Click Button “OK” @ Rename Sheet',
    ],
    effect: ({ texts }) => texts('page tab'),
    expected: 'Costs',
  },
];
