import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { root } from '../../scripts/lib/paths.mjs';
import { channels } from '../../src-preload/contract/bridge.ts';
import { connectAgent } from '../fixtures/agent.ts';
import { ask } from '../fixtures/ask.ts';
import { barOf } from '../fixtures/bars.ts';
import { givingUp, visitDialogs } from '../fixtures/dialogs.ts';
import { layoutFaults } from '../fixtures/layout-faults.ts';
import { showView, viewsOf, visitPlaces } from '../fixtures/places.ts';
import { settled } from '../fixtures/settled.ts';
import { expect, test } from '../fixtures/test.ts';
import { waitFor } from '../fixtures/wait-for.ts';

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
        const { window, electron } = await launch({ backend: 'fake', env, settings, args });
        if (theme === 'forced-colors') await window.emulateMedia({ forcedColors: 'active' });
        await window.setViewportSize({ width, height });
        const look = async (place: string, page = window) => {
          if (page !== window && theme === 'forced-colors') await page.emulateMedia({ forcedColors: 'active' });
          await settled(page);
          faults.push(...(await layoutFaults(page)).map((fault) => `${place}: ${fault}`));
          const file = [place.replace(/\W+/g, '-').toLowerCase(), `${room}.png`];
          await hideVarying(page);
          await expect.soft(page).toHaveScreenshot(file);
        };
        return { window, electron, look };
      };

      const { window, electron, look } = await open([]);
      await expect(window.getByText('Checking')).toBeHidden();
      await look('start page');
      await window.getByText('Calculator').first().click();
      await window.getByRole('treeitem').nth(1).click();
      await visitPlaces(window, look);
      await visitFindings(window, look);
      await visitComparison(electron, window, look);
      await visitFreshStarts(electron, window, look);
      await visitDialogs(window, look);
      await look('a run');
      await visitHeld(electron, window, look);
      await visitCompact(window, look);

      const recorder = await open([recording]);
      await recorder.window.getByTestId('steps-list').getByRole('option').first().click();
      await recorder.look('a recording');
      await ask(recorder.window, 'recorder.start', {});
      await recorder.look('recording');
      await recorder.look('the record bar', await barOf(recorder.electron, 'record-bar.html'));
      await remove();
      expect(faults).toEqual([]);
    });
  }
}

type Look = (place: string, page?: Page) => Promise<void>;

/** A held call with its bar, and the question about it once it runs. */
async function visitHeld(electron: ElectronApplication, window: Page, look: Look): Promise<void> {
  const breakpoints = (on: readonly string[]) =>
    ask(window, 'debug.setBreakpoints', { breakpoints: on.map((name) => ({ on: 'tool', name })) });
  await breakpoints(['click_element']);
  const agent = await connectAgent(window, 'my-agent');
  const click = { name: 'click_element', arguments: { window: 'Calculator', selector: 'role=Button name="7"' } };
  const answer = agent.callTool(click);
  await window.getByTestId('held').waitFor();
  for (const view of ['mcp', 'runs']) {
    await showView(window, view);
    await look(`${view}, a held call`);
  }
  // It is above other apps only.
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow()?.blur());
  await look('the held bar', await barOf(electron, 'held-bar.html'));
  await breakpoints([]);
  await window.getByTestId('held-go').click();
  const question = await waitFor('the question', () =>
    electron.windows().find((page) => page.url().includes('permission.html')),
  );
  await question.getByTestId('target-picture').waitFor();
  await look('a question', question);
  await question.getByTestId('deny').click();
  await answer;
  await agent.close();
}

async function visitFindings(window: Page, look: Look): Promise<void> {
  await showView(window, 'inspect');
  await window.getByRole('tab', { name: 'Findings' }).click();
  await window.getByRole('button', { name: 'Check window' }).click();
  await look('findings of a window');
  await window.getByRole('tab', { name: 'Picture' }).click();
}

/** A snapshot beside the window as it is now, with a difference of each kind. */
async function visitComparison(electron: ElectronApplication, window: Page, look: Look): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'deskscope-gallery-'));
  const file = join(folder, 'before.json');
  await electron.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, file);
  const open = (await ask(window, 'windows.list', {})).items.find(({ title }) => title === 'Calculator');
  if (!open) throw new Error('There is no Calculator.');
  await ask(window, 'snapshot.save', { window: open.id });
  const saved = await readFile(file, 'utf8');
  // One renamed, and one that had another type.
  await writeFile(
    file,
    saved.replace('"name":"7"', '"name":"Seven"').replace('"controlType":"Edit"', '"controlType":"Text"'),
  );
  await showView(window, 'inspect');
  await window.getByTestId('palette-button').click();
  await window.getByTestId('palette-input').fill('Compare with snapshot');
  await window.keyboard.press('Enter');
  await window.getByTestId('comparison').waitFor();
  await look('a comparison of snapshots');
  await window.keyboard.press('Escape');
  await rm(folder, { recursive: true });
}

/** The outcome of a test in fresh starts. The scripted desktop starts no programs, so its answer is given from here. */
async function visitFreshStarts(electron: ElectronApplication, window: Page, look: Look): Promise<void> {
  await window.getByTestId('view').getByRole('treeitem').nth(2).click();
  await electron.evaluate(({ ipcMain }, channel) => {
    type Answer = (event: unknown, method: string, input: { readonly element: string }) => Promise<unknown>;
    const answer = (ipcMain as unknown as { readonly _invokeHandlers: Map<string, Answer> })._invokeHandlers.get(
      channel,
    );
    ipcMain.removeHandler(channel);
    ipcMain.handle(channel, async (event, method: string, input: { readonly element: string }) => {
      if (method !== 'element.trial') return answer?.(event, method, input);
      const { value } = (await answer?.(event, 'element.selectors', input)) as { readonly value: readonly object[] };
      const outcomes = [
        { restart: 'found', size: 'found', theme: 'found', language: 'none' },
        { restart: 'found', size: 'found', theme: 'found', language: 'found' },
        { restart: 'found', size: 'other', theme: 'found', language: 'several' },
      ];
      const report = {
        app: 'calculator',
        command: 'calculator',
        conditions: [
          { condition: 'restart', detail: '', skipped: null },
          { condition: 'size', detail: '213 × 300', skipped: null },
          { condition: 'theme', detail: 'Adwaita dark', skipped: null },
          { condition: 'language', detail: 'German: 21 names changed', skipped: null },
          { condition: 'document', detail: '', skipped: '“calculator” was started without a document.' },
        ],
        selectors: value.map((each, index) => ({ ...each, outcomes: outcomes[index % 3] })),
      };
      return { ok: true, value: report };
    });
  }, channels.call);
  const test = window.getByRole('button', { name: 'Test in fresh starts' });
  // In a narrow window the element is on a tab of its own.
  const tab = window.getByRole('tab', { name: 'Element', exact: true });
  if (await tab.isVisible()) await tab.click();
  await test.click();
  await window
    .getByTestId('fresh-starts')
    .getByText(/^Tested/)
    .scrollIntoViewIfNeeded();
  await look('fresh starts');
}

async function visitCompact(window: Page, look: Look): Promise<void> {
  await ask(window, 'settings.set', { density: 'compact' });
  for (const view of await viewsOf(window)) {
    await showView(window, view);
    await look(`${view}, compact`);
  }
}

/** Times, ports, durations and folders differ from run to run. Playwright's masks would need styles that the page's policy refuses. */
function hideVarying(window: Page): Promise<void> {
  return window.evaluate(() => {
    // It goes after a minute, and its neighbours take its room.
    document.querySelector<HTMLElement>('[data-testid="status-call"]')?.style.setProperty('display', 'none');
    const varies = /\b\d{1,2}:\d{2}\b|127\.0\.0\.1:\d+|\b\d+(\.\d+)? m?s\b|\/tmp\//;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
      if (varies.test(text.textContent ?? '') && text.parentElement) text.parentElement.style.visibility = 'hidden';
  });
}
