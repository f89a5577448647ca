import { keys, tap, tapRole, type } from '../acts.ts';
import type { Flow, FlowApp } from '../flow.ts';

const translationOf = (...texts: readonly string[]) => {
  const messages = texts.map(
    (text) => `<message><source>${text}</source><translation type="unfinished"></translation></message>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?><TS version="2.1" language="de_DE"><context><name>C</name>${messages.join('')}</context></TS>`;
};
const moreItems = { 'one.ts': translationOf('zero', 'one half', 'one', 'two') };
const linguist = (version: 5 | 6): FlowApp => ({
  command: `/usr/lib/qt${version}/bin/linguist`,
  args: ['HOME/one.ts'],
  files: { 'one.ts': translationOf('one', 'two') },
  title: /Linguist/,
});
const featherpad: FlowApp = { command: 'featherpad', args: ['--standalone'], package: 'featherpad' };
const qt6ct: FlowApp = { command: 'qt6ct', package: 'qt6ct' };

const translated = (version: 5 | 6, tapMs: Flow['tapMs']): Omit<Flow, 'change'> => ({
  name: `linguist ${version}: a message translated`,
  toolkit: `Qt ${version}`,
  app: linguist(version),
  acts: [tap('two', { role: 'table cell' }), keys('ctrl+k'), keys('ctrl+j'), keys('ctrl+s')],
  tapMs,
  steps: [],
  effect: ({ file }) => file('one.ts'),
  expected: 'nothing yet',
});

export const qt: readonly Flow[] = [
  {
    ...translated(5, 60),
    name: 'linguist 5: a translation typed and saved',
    change: { files: moreItems },
    acts: [tap('two', { role: 'table cell' }), keys('ctrl+j'), type('zwei'), keys('ctrl+s')],
    steps: [/^Click \w+ “two”$/, /^Press ctrl\+j/, /^Set Edit.* to “(one|zwei)”$/, /^Press ctrl\+s/],
    expected: /<translation( type="unfinished")?>zwei/,
    inTests: true,
  },
  {
    ...translated(6, 0),
    name: 'linguist 6: found in a dialog',
    change: 'theme',
    acts: [keys('ctrl+f'), type('two'), tap(/Find Next/, { role: 'push button' })],
    steps: [/^Press ctrl\+f/, /^Set Edit.* to “two” @ Find/, /^Click Button “.*Find Next.*” @ Find/],
    effect: ({ state }) => state('two', 'table cell'),
    expected: 'selected',
    inTests: true,
  },
  {
    name: 'featherpad: typed and copied',
    change: 'font',
    toolkit: 'Qt 5',
    app: featherpad,
    acts: [type('one two three'), keys('ctrl+a'), keys('ctrl+c')],
    tapMs: 30,
    steps: [/^Set Edit.* to “one two three”$/, /^Press ctrl\+a/, /^Press ctrl\+c/],
    effect: ({ clipboard }) => clipboard(),
    expected: 'one two three',
  },
  {
    name: 'featherpad: found by its bar',
    change: 'theme',
    toolkit: 'Qt 5',
    app: { ...featherpad, args: ['--standalone', 'HOME/a.txt'], files: { 'a.txt': 'one two three two\n' } },
    acts: [keys('ctrl+f'), type('two'), keys('Return'), tapRole('text'), keys('ctrl+c')],
    tapMs: 0,
    steps: [/^Press ctrl\+f/, /^Set .* to “two”$/, /^Press Enter/, /^Click /, /^Press ctrl\+c/],
    effect: ({ texts }) => texts('text'),
    expected: /^one two three two\n*two/,
  },
  {
    name: 'featherpad: saved under a name',
    change: 'size',
    toolkit: 'Qt 5',
    app: featherpad,
    acts: [type('eggs'), tap('Save', { role: 'push button' }), keys('ctrl+a'), type('HOME_b.txt'), keys('Return')],
    tapMs: 60,
    steps: [/^(Set|Type) .*“eggs”/, 'Click Button “Save”', /^Set .*“HOME_b.txt” @ /, /^Press Enter.* @ /],
    effect: ({ titles }) => titles(),
    expected: 'HOME_b.txt',
  },
  {
    name: 'qt6ct: an item of a combo box',
    change: 'font',
    toolkit: 'Qt 6',
    app: qt6ct,
    acts: [tap('Fusion', { role: 'combo box' }), keys('Up', 'Return')],
    tapMs: 0,
    steps: [/^Click ComboBox/, /^Press ArrowUp/, /^Press Enter/],
    effect: ({ state }) => state('Windows', 'combo box'),
    expected: /^(?!gone)/,
  },
  {
    name: 'qt6ct: a radio button on a page, applied',
    change: 'size',
    toolkit: 'Qt 6',
    app: qt6ct,
    acts: [
      tap('Custom', { role: 'radio button' }),
      tap('Apply', { role: 'push button' }),
      tap('Fonts', { role: 'page tab' }),
    ],
    tapMs: 0,
    steps: ['Click RadioButton “Custom”', 'Click Button “Apply”', 'Click TabItem “Fonts”'],
    effect: ({ file }) => file('.config/qt6ct/qt6ct.conf'),
    expected: 'custom_palette=true',
  },
  {
    name: 'qt6ct: a folder of fonts',
    change: 'theme',
    toolkit: 'Qt 6',
    app: qt6ct,
    acts: [tap('Interface', { role: 'page tab' }), tapRole('check box'), tap('Apply', { role: 'push button' })],
    tapMs: 120,
    steps: ['Click TabItem “Interface”', /^Click CheckBox/, 'Click Button “Apply”'],
    effect: ({ file }) => file('.config/qt6ct/qt6ct.conf'),
    expected: 'Interface',
  },
];
