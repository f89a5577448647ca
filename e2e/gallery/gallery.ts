import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from '../../scripts/lib/paths.mjs';
import { givingUp, visitDialogs } from '../fixtures/dialogs.ts';
import { layoutFaults } from '../fixtures/layout-faults.ts';
import { visitPlaces } from '../fixtures/places.ts';
import { settled } from '../fixtures/settled.ts';
import { expect, test } from '../fixtures/test.ts';

const sizes = [
  { width: 800, height: 600 },
  { width: 1024, height: 768 },
  { width: 1400, height: 900 },
  { width: 1920, height: 1080 },
  { width: 2560, height: 1440 },
];
const themes = ['light', 'dark', 'high-contrast-light', 'high-contrast-dark', 'forced-colors'] as const;

/** A recording of every kind of step. */
const recording = join(root, 'src-main', 'recorder', 'testing', 'kept', 'recording.json');

for (const theme of themes) {
  for (const { width, height } of sizes) {
    const room = `${theme} ${width}x${height}`;
    test(room, async ({ launch }) => {
      const { env, remove } = await givingUp();
      const faults: string[] = [];
      const open = async (args: readonly string[]) => {
        const settings = { theme: theme === 'forced-colors' ? ('dark' as const) : theme };
        const { window } = await launch({ backend: 'fake', env, settings, args });
        if (theme === 'forced-colors') await window.emulateMedia({ forcedColors: 'active' });
        await window.setViewportSize({ width, height });
        const look = async (place: string) => {
          await settled(window);
          faults.push(...(await layoutFaults(window)).map((fault) => `${place}: ${fault}`));
          const file = [place.replace(/\W+/g, '-').toLowerCase(), `${room}.png`];
          await hideVarying(window);
          await expect.soft(window).toHaveScreenshot(file);
        };
        return { window, look };
      };

      const { window, look } = await open([]);
      await expect(window.getByText('Checking')).toBeHidden();
      await look('start page');
      await window.getByText('Calculator').first().click();
      await window.getByRole('treeitem').nth(1).click();
      await visitPlaces(window, look);
      await visitDialogs(window, look);
      await look('a run');

      const recorder = await open([recording]);
      await recorder.window.getByTestId('steps-list').getByRole('option').first().click();
      await recorder.look('a recording');
      await remove();
      expect(faults).toEqual([]);
    });
  }
}

/** Times, ports, durations and folders differ from run to run. Playwright's masks would need styles that the page's policy refuses. */
function hideVarying(window: Page): Promise<void> {
  return window.evaluate(() => {
    const varies = /\b\d{1,2}:\d{2}\b|127\.0\.0\.1:\d+|\b\d+(\.\d+)? m?s\b|\/tmp\//;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
      if (varies.test(text.textContent ?? '') && text.parentElement) text.parentElement.style.visibility = 'hidden';
  });
}
