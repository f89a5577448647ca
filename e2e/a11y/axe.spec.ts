import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../scripts/lib/paths.mjs';
import { ask } from '../fixtures/ask.ts';
import { expect, test } from '../fixtures/test.ts';

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

for (const theme of ['light', 'dark'] as const) {
  for (const place of ['inspect', 'record', 'runs', 'mcp', 'mcp: Connect an agent', 'settings']) {
    const [view, tab] = place.split(': ');
    test(`axe finds nothing wrong in ${place}, ${theme}`, async ({ launch }) => {
      const { window } = await launch({ backend: 'fake' });
      await ask(window, 'settings.set', { theme });
      await window.getByText('Calculator').first().click();
      await window.getByTestId(`rail-${view}`).click();
      if (tab) await window.getByRole('tab', { name: tab }).click();
      await window.waitForTimeout(800);
      // Injected by the debugger, which the page's policy does not bind.
      const axe = await readFile(join(root, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');
      const session = await window.context().newCDPSession(window);
      await session.send('Runtime.evaluate', { expression: axe });
      const violations = await window.evaluate(async () => {
        const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
        return (await axe.run()).violations.map(({ id, nodes }) => ({
          id,
          nodes: nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)}: ${failureSummary}`),
        }));
      });
      expect(violations).toEqual([]);
    });
  }
}
