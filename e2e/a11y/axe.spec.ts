import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from '../../scripts/lib/paths.mjs';
import { ask } from '../fixtures/ask.ts';
import { visitPlaces } from '../fixtures/places.ts';
import { expect, test } from '../fixtures/test.ts';

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

let folder: string;
let script: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskscope-axe-'));
  script = join(folder, 'script.json');
  await writeFile(script, JSON.stringify({ HostAgent: [{ status: 'FAIL', result: 'There is no way.' }] }));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing wrong in any view, ${theme}`, async ({ launch }) => {
    const { window } = await launch({ backend: 'fake', env: { DESKSCOPE_SCRIPTED_MODEL: script } });
    await ask(window, 'settings.set', { theme });
    await window.getByText('Calculator').first().click();
    // Injected by the debugger, which the page's policy does not bind.
    const axe = await readFile(join(root, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');
    const session = await window.context().newCDPSession(window);
    await session.send('Runtime.evaluate', { expression: axe });
    const found: string[] = [];
    const look = async (place: string) => {
      await window.waitForTimeout(800);
      found.push(...(await violationsIn(window)).map((violation) => `${place}: ${violation}`));
    };
    await visitPlaces(window, look);
    await visitDialogs(window, look);
    expect(found).toEqual([]);
  });
}

/** Those that ask what agents are to do, and what their runs are to be put next to. */
async function visitDialogs(window: Page, look: (place: string) => Promise<void>): Promise<void> {
  for (const task of ['give up', 'give up again']) {
    await ask(window, 'agents.start', { task, model: 'scripted' });
    await expect(window.getByTestId('task-state')).toContainText('no way');
  }
  await window.getByTestId('show-run').click();
  await window.getByTestId('task-dismiss').click();
  await window.getByTestId('step-rows').getByRole('treeitem').last().click();
  const dialog = window.getByRole('dialog');
  const opened = async (place: string, open: () => Promise<void>) => {
    await open();
    await dialog.waitFor();
    await look(place);
    await window.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };
  await opened('a task', () => window.getByTestId('task.new').click());
  await opened('again from a step', () => window.getByTestId('step-again').click());
  await opened('compare with', () => window.keyboard.press('Control+d'));
}

function violationsIn(window: Page): Promise<string[]> {
  return window.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    return (await axe.run()).violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)}: ${failureSummary}`),
    );
  });
}
