import { keys, pause, tap, type } from '../acts.ts';
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

/** A letter with this many paragraphs, named by their text. */
const letterOf = (...paragraphs: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><office:document ${spaces.join(' ')} office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text>${paragraphs.map((text) => `<text:p>${text}</text:p>`).join('')}</office:text></office:body></office:document>`;
const writer: FlowApp = {
  command: 'soffice',
  args: ['--writer', '--norestore', '--nologo', '-env:UserInstallation=file://HOME/profile', 'HOME/a.fodt'],
  files: { 'a.fodt': letterOf('First words', 'Second words', 'Third words', 'Last words') },
  title: /a\.fodt/,
};
/** Another sheet: cell contents and widths. */
const otherSheet = { 'a.fods': sheet.replaceAll('office:value="1"', 'office:value="1234567"') };

/** Contents and displayed texts of a sheet's cells, by address. */
function cellsOf(document: string): string {
  let row = 0;
  const reported: string[] = [];
  for (const [line, rows = '1'] of document.matchAll(
    /<table:table-row[^>]*?(?:rows-repeated="(\d+)"[^>]*)?>[^]*?<\/table:table-row>/g,
  )) {
    row += Number(rows);
    let column = 0;
    for (const [, about = '', inner = ''] of line.matchAll(
      /<table:table-cell([^>]*?)(?:\/>|>([^]*?)<\/table:table-cell>)/g,
    )) {
      const address = `${String.fromCodePoint(65 + column)}${row}`;
      column += Number(/columns-repeated="(\d+)"/.exec(about)?.[1] ?? '1');
      const formula = /table:formula="of:([^"]*)"/.exec(about)?.[1] ?? '';
      if (inner) reported.push(`${address} ${formula} ${inner.replaceAll(/<[^>]*>/g, '').trim()}`);
    }
  }
  return reported.join('\n');
}

const paragraphsOf = (document: string): string =>
  [...document.matchAll(/<text:p[^>]*>(.*?)<\/text:p>/g)]
    .map(([, text = '']) => text.replaceAll(/<[^>]*>/g, ''))
    .join('\n');

export const office: readonly Flow[] = [
  {
    name: 'calc: ten steps by hand and by keys',
    change: { files: otherSheet },
    toolkit: 'LibreOffice',
    app: calc,
    acts: [
      // Before the first press LibreOffice reports bounds as if it had no menu bar.
      tap('B3', { role: 'table cell', at: [0.5, 2] }),
      type('12'),
      keys('Return'),
      type('30'),
      keys('Return'),
      tap('C5', { role: 'table cell' }),
      type('=B3+B4'),
      keys('Return'),
      tap('A6', { role: 'table cell' }),
      type('Costs'),
      keys('Tab', 'ctrl+s'),
    ],
    tapMs: 60,
    steps: [
      /^Click \w+ “B3”/,
      /“12”/,
      /^Press Enter/,
      /“30”/,
      /^Press Enter/,
      /^Click \w+ “C5”/,
      /“=B3\+B4”/,
      /^Press Enter/,
      /^Click \w+ “A6”/,
      /“Costs”/,
      /^Press Tab/,
      /^Press ctrl\+s/,
    ],
    effect: async ({ file }) => cellsOf(await file('a.fods')),
    expected: /B3 {2}12\nB4 {2}30\nC5 =\[\.B3\]\+\[\.B4\] 42\nA6 {2}Costs/,
  },
  {
    name: 'writer: ten steps by hand and by keys',
    change: {
      files: { 'a.fodt': letterOf('A word before', 'First words', 'Second words', 'Third words', 'Last words') },
    },
    toolkit: 'LibreOffice',
    app: writer,
    acts: [
      tap('Second words', { role: 'paragraph', at: [0.03, 1.6] }),
      keys('End'),
      type(' and more'),
      tap('Last words', { role: 'paragraph', at: [0.03, 0.5] }),
      keys('End'),
      type('.'),
      keys('Return'),
      type('Yours'),
      tap('Third words', { role: 'paragraph', at: [0.03, 0.5] }),
      keys('Home'),
      type('The '),
      keys('ctrl+s'),
    ],
    tapMs: 60,
    steps: [
      /^Click \w+ “Second words”/,
      'Press End',
      'Type “ and more”',
      /^Click \w+ “Last words”/,
      'Press End',
      'Type “.”',
      'Press Enter',
      'Type “Yours”',
      /^Click \w+ “Third words”/,
      'Press Home',
      'Type “The ”',
      'Press ctrl+s',
    ],
    effect: async ({ file }) => paragraphsOf(await file('a.fodt')),
    expected: 'First words\nSecond words and more\nThe Third words\nLast words.\nYours',
  },
  {
    name: 'calc: texts typed by keys, with another cell active later',
    change: { files: otherSheet, acts: [keys('Down', 'Down', 'Down', 'Right', 'Right')] },
    toolkit: 'LibreOffice',
    app: calc,
    acts: [pause(4_000), keys('Down', 'Right'), type('7'), keys('Return'), type('hello'), keys('Tab', 'ctrl+s')],
    tapMs: 0,
    steps: [
      /^Press ArrowDown/,
      /^Press ArrowRight/,
      /“7”.*“B2”/,
      /^Press Enter/,
      /“hello”.*“B3”/,
      /^Press Tab/,
      /^Press ctrl\+s/,
    ],
    effect: async ({ file }) => cellsOf(await file('a.fods')),
    expected: /^B2 {2}7\nB3 {2}hello$/m,
  },
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
    // LibreOffice reports bounds on its tool bars as if it had no menu bar.
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
