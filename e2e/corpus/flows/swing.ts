import { join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';
import { keys, tap, tapRole, type } from '../acts.ts';
import type { Flow, FlowApp } from '../flow.ts';

const controls: FlowApp = {
  command: 'java',
  args: [
    '-Djavax.accessibility.assistive_technologies=org.GNOME.Accessibility.AtkWrapper',
    '-cp',
    '/usr/share/java/java-atk-wrapper.jar',
    join(root, 'e2e/target-apps/linux/Swing.java'),
  ],
  title: /Swing controls/,
};

export const swing: readonly Flow[] = [
  {
    name: 'swing: a button and a box',
    change: 'theme',
    toolkit: 'Swing',
    app: controls,
    acts: [tap('Press', { role: 'push button' }), tap('Agree', { role: 'check box' })],
    tapMs: 0,
    steps: ['Click Button “Press”', 'Click CheckBox “Agree”'],
    effect: async ({ state }) => `${await state('Pressed')} ${await state('Agree')}`,
    expected: /^(?!gone).*checked/,
    inTests: true,
  },
  {
    name: 'swing: a field filled',
    change: 'font',
    toolkit: 'Swing',
    app: controls,
    acts: [tapRole('text', { at: [0.9, 0.5] }), type(' Lovelace'), keys('Tab')],
    tapMs: 60,
    steps: [/^Set Edit.* to “Ada Lovelace”$/, /^Press Tab/],
    effect: ({ texts }) => texts('text'),
    expected: 'Ada Lovelace',
  },
  {
    name: 'swing: an item of a list that drops down',
    change: 'size',
    toolkit: 'Swing',
    app: controls,
    acts: [tapRole('combo box'), tap('Large')],
    tapMs: 0,
    steps: [/^Click ComboBox/, 'Click ListItem “Large”'],
    effect: async ({ state }) => state('Large'),
    expected: /focused|selected/,
  },
];
