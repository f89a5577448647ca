import { keys, tap, tapRole, type } from '../acts.ts';
import type { Flow, FlowApp } from '../flow.ts';

const calculator: FlowApp = { command: 'gnome-calculator' };
const factory: FlowApp = { command: 'gtk4-widget-factory' };

export const gtk4: readonly Flow[] = [
  {
    name: 'gnome-calculator: a sum by buttons',
    toolkit: 'GTK 4',
    app: calculator,
    acts: ['7', '×', '6', '='].map((name) => tap(name, { role: 'label' })),
    tapMs: 30,
    steps: [/^Click Button “7/, /^Click Button “×/, /^Click Button “6/, /^Click Button “=/],
    effect: ({ texts }) => texts('text'),
    expected: '42',
    inTests: true,
  },
  {
    name: 'gnome-calculator: a sum by keys',
    toolkit: 'GTK 4',
    app: calculator,
    acts: [type('12+30'), keys('Return')],
    tapMs: 0,
    steps: ['Set Edit to “12+30”', /^Press Enter/],
    effect: ({ texts }) => texts('text'),
    expected: '42',
  },
  {
    name: 'gtk4 widget factory: boxes and buttons',
    toolkit: 'GTK 4',
    app: factory,
    acts: [tap('checkbutton', { role: 'check box', nth: 1 }), tap('togglebutton', { role: 'push button' })],
    tapMs: 0,
    steps: ['Click CheckBox “checkbutton”', 'Click Button “togglebutton”'],
    effect: ({ state }) => state('togglebutton', 'push button'),
    expected: 'pressed',
  },
  {
    name: 'gtk4 widget factory: a tab',
    toolkit: 'GTK 4',
    app: factory,
    acts: [tap('NYC', { role: 'label' })],
    tapMs: 60,
    steps: [/^Click TabItem/],
    effect: async ({ state }) => `${await state('Tab', 'page tab')}|`,
    expected: /^(?!.*selected)/,
  },
  {
    name: 'gtk4 widget factory: a place on a slider',
    toolkit: 'GTK 4',
    app: factory,
    acts: [tapRole('slider', { at: [0.9, 0.5] })],
    tapMs: 60,
    steps: [/^Click Slider/],
    effect: ({ state }) => state(/^/, 'slider'),
    expected: /(8|9)\d/,
  },
  {
    name: 'gtk4 widget factory: a number typed',
    toolkit: 'GTK 4',
    app: factory,
    acts: [tapRole('spin button', { at: [0.2, 0.5] }), keys('ctrl+a'), type('42'), keys('Return')],
    tapMs: 30,
    steps: [/^Set .* to “42”$/, /^Press Enter/],
    effect: ({ state }) => state(/^/, 'spin button'),
    expected: '42',
  },
];
