import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from '../../scripts/lib/paths.mjs';
import { ask } from '../fixtures/ask.ts';
import { givingUp, visitDialogs } from '../fixtures/dialogs.ts';
import { visitPlaces } from '../fixtures/places.ts';
import { settled } from '../fixtures/settled.ts';
import { expect, test } from '../fixtures/test.ts';

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing wrong in any view, ${theme}`, async ({ launch }) => {
    const { env, remove } = await givingUp();
    const { window } = await launch({ backend: 'fake', env });
    await ask(window, 'settings.set', { theme });
    // Injected by the debugger, which the page's policy does not bind.
    const axe = await readFile(join(root, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');
    const session = await window.context().newCDPSession(window);
    await session.send('Runtime.evaluate', { expression: axe });
    const found: string[] = [];
    const look = async (place: string) => {
      await settled(window);
      found.push(...(await violationsIn(window)).map((violation) => `${place}: ${violation}`));
    };
    await look('start page');
    await window.getByText('Calculator').first().click();
    await visitPlaces(window, look);
    await visitDialogs(window, look);
    await remove();
    expect(found).toEqual([]);
  });
}

function violationsIn(window: Page): Promise<string[]> {
  return window.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    return (await axe.run()).violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)}: ${failureSummary}`),
    );
  });
}
