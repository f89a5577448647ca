import { expect, test as base } from '../../../out/main/test.js';
import { began, digits, note } from './note.mjs';

const test = base.extend(began);

for (let turn = 0; turn < Number(process.env.BENCH_TURNS); turn++)
  test(`clicks ${turn}`, async ({ began, desktop }) => {
    note('until a test begins', 'Deskscope', began);
    const calculator = await desktop.launch('galculator');
    const buttons = digits.map((name) => calculator.getByRole('button', { name, exact: true }));
    await buttons[0].click();
    let start = performance.now();
    for (const button of buttons) await button.click();
    note('eight clicks', 'Deskscope', start);
    await expect(calculator.getByRole('textbox')).toHaveValue('112345678');
    const [window] = await desktop.openWindows();
    start = performance.now();
    for (const name of digits) await desktop.acting.run('click_element', { name, window: window.id });
    note('eight clicks', 'Deskscope, the bare calls', start);
  });
