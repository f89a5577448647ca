import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ElectronApplication, Page } from '@playwright/test';
import { sandboxArguments } from '../../scripts/lib/electron-arguments.mjs';
import { findElectron } from '../../scripts/lib/electron-runtime.mjs';
import { root } from '../../scripts/lib/paths.mjs';
import { run } from '../../scripts/lib/run.mjs';
import { ask } from '../fixtures/ask.ts';
import { expect, test } from '../fixtures/test.ts';

const step = {
  id: '1',
  at: 0,
  target: null,
  window: { app: 'galculator', title: 'galculator', className: 'Galculator' },
  action: { type: 'pressKeys', keys: 'F5', repeat: 1 },
};

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskscope-open-'));
  for (const name of ['first', 'second', 'third']) await writeFile(join(folder, `${name}.json`), recordingText(name));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

function recordingText(name: string): string {
  const about = { version: 1, id: name, name, createdAt: '2030-01-01T00:00:00.000Z', platform: 'linux' };
  return JSON.stringify({ ...about, steps: [step] });
}

test('files on the command line are opened, of this start and of later ones, and foreign ones are marked', async ({
  desktop,
  launch,
}) => {
  const { window, electron, profile } = await launch({ backend: 'fake', args: [join(folder, 'first.json')] });
  const opened = async () => (await ask(window, 'recorder.state', {})).path;
  await expect(window.getByTestId('steps-list')).toContainText('Press F5');
  expect(await opened()).toBe(join(folder, 'first.json'));

  const startAgain = async (...words: string[]) => {
    const { executable } = await findElectron();
    const sandbox = sandboxArguments({ platform: process.platform, uid: process.getuid?.() });
    const args = [...sandbox, root, `--user-data-dir=${profile}`, ...words];
    const { code, output } = await run(executable, args, { env: desktop.env, cwd: folder, timeoutMs: 30_000 });
    expect(code, output).toBe(0);
  };
  // Relative to the other start's folder.
  await startAgain('second.json');
  await expect.poll(opened).toBe(join(folder, 'second.json'));

  await writeFile(join(folder, 'notes.txt'), 'Milk, eggs');
  await startAgain('notes.txt');
  await expect(window.getByTestId('toasts')).toContainText('notes.txt” is neither a recording nor a run of Deskscope');

  // Unsaved steps are not discarded without a question.
  await ask(window, 'recorder.clear', {});
  const cancel = await answerWith(electron, 2);
  await startAgain('third.json');
  await expect.poll(cancel).toBe(1);
  expect(await opened()).toBe(join(folder, 'second.json'));
  const discard = await answerWith(electron, 1);
  await startAgain('third.json');
  await expect.poll(opened).toBe(join(folder, 'third.json'));
  expect(await discard()).toBe(1);

  // The start page and the palette list recent files; a missing one is reported, and forgotten.
  await window.getByTestId('rail-inspect').click();
  await window
    .getByTestId('start')
    .getByRole('button', { name: /^first\.json/ })
    .click();
  await expect.poll(opened).toBe(join(folder, 'first.json'));
  await rm(join(folder, 'second.json'));
  await window.keyboard.press('Control+Shift+T');
  await window.getByTestId('palette-input').fill('second');
  await window.keyboard.press('Enter');
  await expect(window.getByTestId('toasts')).toContainText('There is no “');
  const left = (await ask(window, 'files.recent', {})).map(({ path }) => basename(path));
  expect(left).toEqual(['first.json', 'third.json']);
});

test('a file dropped on the window is opened, and no page can name one', async ({ launch }) => {
  const { window } = await launch({ backend: 'fake' });
  const opened = async () => (await ask(window, 'recorder.state', {})).path;
  await expect(window.getByTestId('rail-record')).toBeVisible();
  for (const way of ['location', 'link', 'tab', 'open', 'drop'] as const)
    await forge(window, way, join(folder, 'first.json'));
  expect(await opened()).toBeNull();
  await drop(window, join(folder, 'second.json'));
  await expect(window.getByTestId('steps-list')).toContainText('Press F5');
  expect(await opened()).toBe(join(folder, 'second.json'));
  await expect(window.getByTestId('toasts')).toBeEmpty();
  await drop(window, folder);
  await expect(window.getByTestId('toasts')).toContainText('There is no trace at');
  expect(window.url()).toBe('app://deskscope/index.html');
});

/** The browser process's part of a drop from another program. */
async function drop(page: Page, file: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
  await session.detach();
}

/** What a compromised page could try. */
async function forge(page: Page, way: 'location' | 'link' | 'tab' | 'open' | 'drop', file: string): Promise<void> {
  await page.evaluate(
    ([how, address]) => {
      const link = Object.assign(document.createElement('a'), { href: address });
      const dataTransfer = new DataTransfer();
      dataTransfer.setData('text/uri-list', address);
      if (how === 'location') location.assign(address);
      else if (how === 'link') link.click();
      else if (how === 'tab') Object.assign(link, { target: '_blank' }).click();
      else if (how === 'open') window.open(address);
      else document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer }));
    },
    [way, pathToFileURL(file).href] as const,
  );
  await page.waitForTimeout(300);
}

/** Presses this button of every question from now on; returns the number of questions. */
async function answerWith(electron: ElectronApplication, response: number): Promise<() => Promise<number>> {
  await electron.evaluate(({ dialog }, pressed) => {
    Object.assign(globalThis, { asked: 0 });
    dialog.showMessageBox = () => {
      (globalThis as unknown as { asked: number }).asked++;
      return Promise.resolve({ response: pressed, checkboxChecked: false });
    };
  }, response);
  return () => electron.evaluate(() => (globalThis as unknown as { asked: number }).asked);
}

test('closing with unsaved steps says so, and the next start offers them', async ({ launch }) => {
  const profile = await mkdtemp(join(tmpdir(), 'deskscope-unsaved-'));
  const { window, electron } = await launch({ backend: 'fake', profile });
  const step = { action: { type: 'pressKeys', keys: 'Escape', repeat: 1 }, target: null, window: {} } as const;
  await ask(window, 'recorder.insertStep', { step, at: 0 });
  const close = () => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  const cancelled = await answerWith(electron, 2);
  await close();
  await expect.poll(cancelled).toBe(1);
  await expect(window.getByTestId('view')).toBeVisible();
  const ended = electron.waitForEvent('close');
  await answerWith(electron, 1);
  await close();
  await ended;

  const next = await launch({ backend: 'fake', profile });
  const offered = next.window.getByTestId('unsaved');
  await expect(offered).toContainText('Unsaved recording from last time: 1 step.');
  await offered.getByRole('button', { name: 'Show steps' }).click();
  await expect(next.window.getByTestId('steps')).toContainText('Unsaved recording from last time: 1 step.');
  // Known already: closes without a question.
  await answerWith(next.electron, 2);
  const endedAgain = next.electron.waitForEvent('close');
  await next.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await endedAgain;
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
});
