import { chromium, expect, test as base } from '@playwright/test';
import { began, digits, note } from './note.mjs';

const page = `<output role="textbox"></output>${digits.map((name) => `<button onclick="document.querySelector('output').textContent += '${name}'">${name}</button>`).join('')}`;
const test = base.extend({
  ...began,
  browser: [
    async ({}, use) => {
      const browser = await chromium.launch({
        executablePath: '/usr/bin/chromium',
        args: ['--no-sandbox'],
        headless: false,
      });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
});

for (let turn = 0; turn < Number(process.env.BENCH_TURNS); turn++)
  test(`clicks ${turn}`, async ({ began, page: tab }) => {
    note('until a test begins', 'Playwright with Chromium', began);
    await tab.setContent(page);
    const buttons = digits.map((name) => tab.getByRole('button', { name, exact: true }));
    await buttons[0].click();
    const start = performance.now();
    for (const button of buttons) await button.click();
    note('eight clicks', 'Playwright with Chromium', start);
    await expect(tab.getByRole('textbox')).toHaveText('112345678');
  });
