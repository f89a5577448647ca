import { join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';
import { chromiumFlags } from '../../../src-main/engine/testing/programs.ts';
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

/** Rows are created on scrolling, and old ones are reused. */
const endless = `<!doctype html><title>A form</title>
<div id="list" role="list" aria-label="Items" tabindex="0" style="height:240px;overflow-y:auto;position:relative">
<div style="height:6000px"></div></div><script>
const rows = Array.from({ length: 12 }, () => {
  const row = list.appendChild(document.createElement('div'));
  row.setAttribute('role', 'listitem');
  row.style.cssText = 'position:absolute;height:30px;left:0;right:0';
  row.onclick = () => (document.title = 'A form: Chosen ' + row.textContent.slice(5));
  return row;
});
list.onscroll = () => {
  const first = Math.floor(list.scrollTop / 30);
  for (let n = first; n < first + rows.length; n++) {
    const row = rows[n % rows.length];
    row.style.top = n * 30 + 'px';
    row.textContent = 'Item ' + n;
  }
};
list.onscroll();
</script>`;

function pageApp(page: string): FlowApp {
  const flags = [...chromiumFlags, '--force-renderer-accessibility', '--user-data-dir=HOME/profile'];
  return { ...form, args: [...flags, '--app=file://HOME/a.html'], files: { 'a.html': page } };
}

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
    app: pageApp(slider),
    acts: [drag({ role: 'slider', at: [0.32, 0.5] }, { role: 'slider', at: [0.95, 0.5] })],
    tapMs: 0,
    steps: [/^Drag .*Slider “Amount”/],
    // Chromium's value in AT-SPI does not follow a drag.
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
    steps: [/^Scroll down in Document.* until Button “Far below” shows$/, 'Click Button “Far below”'],
    effect: ({ state }) => state('Far below'),
    expected: 'focused',
  },
  {
    name: 'chromium: scrolled to an item of a list that is built as it goes',
    change: 'font',
    toolkit: 'Chromium',
    app: pageApp(endless),
    acts: [wheel({ name: 'Item 3' }, -20), tap('Item 83')],
    tapMs: 30,
    steps: [/^Scroll down in List “Items” until ListItem shows$/, 'Click ListItem'],
    effect: ({ titles }) => titles(),
    expected: 'Chosen 83',
  },
];
