import { join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';
import { chromiumFlags } from '../../../src-main/engine/testing/chromium-flags.ts';
import { drag, keys, tap, type, wheel } from '../acts.ts';
import type { Flow, FlowApp } from '../flow.ts';

const page = join(root, 'e2e/target-apps/linux/form.html');
const form: FlowApp = {
  command: 'chromium',
  args: [...chromiumFlags, '--force-renderer-accessibility', '--user-data-dir=HOME/profile', `--app=file://${page}`],
  title: /A form/,
};

const slider = `<!doctype html><title>A form</title>
<input type="range" min="0" max="10" value="3" aria-label="Amount" oninput="document.title = 'A form ' + this.value">`;

export const chromium: readonly Flow[] = [
  {
    name: 'chromium: a form filled',
    change: 'theme',
    toolkit: 'Chromium',
    app: form,
    acts: [
      tap('Name', { role: 'entry' }),
      keys('ctrl+a'),
      type('Grace'),
      tap('Agree', { role: 'check box' }),
      tap('Press', { role: 'push button' }),
    ],
    tapMs: 0,
    steps: ['Set Edit “Name” to “Grace”', 'Click CheckBox “Agree”', 'Click Button “Press”'],
    effect: async ({ texts, state }) =>
      `${await texts('entry')} ${await state('Agree', 'check box')} ${await state('Pressed', 'push button')}`,
    expected: /Grace[^]* checked.* sensitive/,
    inTests: true,
  },
  {
    name: 'chromium: an item of a list',
    change: 'font',
    toolkit: 'Chromium',
    app: form,
    acts: [tap('Colour', { role: 'combo box' }), tap('Blue')],
    tapMs: 30,
    steps: [/^Click ComboBox “Colour”$/, /^Click (MenuItem|ListItem) “Blue”/],
    effect: ({ state }) => state('Blue'),
    expected: 'selected',
  },
  {
    name: 'chromium: a slider dragged',
    change: 'size',
    toolkit: 'Chromium',
    app: {
      ...form,
      args: [
        ...chromiumFlags,
        '--force-renderer-accessibility',
        '--user-data-dir=HOME/profile',
        '--app=file://HOME/a.html',
      ],
      files: { 'a.html': slider },
    },
    acts: [drag({ role: 'slider', at: [0.32, 0.5] }, { role: 'slider', at: [0.95, 0.5] })],
    tapMs: 0,
    steps: [/^Drag .*Slider “Amount”/],
    // What Chromium tells of the value by AT-SPI does not follow a drag.
    effect: ({ titles }) => titles(),
    expected: /A form (8|9|10)$/,
    inTests: true,
  },
  {
    name: 'chromium: a button far below',
    change: 'theme',
    toolkit: 'Chromium',
    app: form,
    acts: [wheel({ name: 'A form', role: 'heading' }, -40), tap('Far below', { role: 'push button' })],
    tapMs: 60,
    steps: [/^Scroll down/, 'Click Button “Far below”'],
    effect: ({ state }) => state('Far below'),
    expected: 'focused',
  },
];
