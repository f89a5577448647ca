import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { sumRecording } from '../../src-main/cli/testing/sum-recording.ts';
import { cli } from '../fixtures/cli.ts';
import type { TestDesktop } from '../fixtures/desktop.ts';
import { run } from '../../scripts/lib/run.mjs';
import { showView } from '../fixtures/places.ts';
import { expect, test } from '../fixtures/test.ts';

test('a desktop is started, watched, taken over, handed back and stopped in the view, and the user’s own stays unchanged', async ({
  desktop,
  launch,
}) => {
  // Short: it contains sockets.
  const folder = await mkdtemp(join(tmpdir(), 'v-'));
  try {
    const env = { ...desktop.env, TMPDIR: folder };
    const { window } = await launch({ backend: 'fake', env });
    await showView(window, 'desktops');
    const page = window.getByTestId('desktops');
    await expect(page.getByText('No desktop is open')).toBeVisible();
    await page.getByRole('button', { name: 'New desktop' }).click();
    const picture = page.getByRole('group', { name: 'Picture of desktop' });
    await expect(picture).toHaveAttribute('data-state', 'shown', { timeout: 20_000 });
    const [id = ''] = /[0-9a-f]{6}/.exec((await picture.getAttribute('aria-label')) ?? '') ?? [];

    await page.getByLabel('Start an app').fill('galculator');
    await page.getByLabel('Start an app').press('Enter');
    const inside = (...args: string[]) => cli(['--desktop', id, ...args], env);
    await expect.poll(async () => (await inside('windows')).stdout, { timeout: 20_000 }).toContain('galculator');
    // A watched desktop takes no keys.
    const canvas = picture.locator('canvas');
    const { width = 0, height = 0 } = (await canvas.boundingBox()) ?? {};
    // The calculator's display: a click there focuses it, and does nothing else.
    const display = { x: width / 2, y: height * 0.39 };
    await canvas.click({ position: display });
    await window.keyboard.type('5');
    const pointer = await mine(desktop);

    await page.getByRole('button', { name: 'Take over' }).click();
    await expect(page.getByRole('status')).toContainText('You work here');
    const waiting = inside('replay', await recorded(folder));
    await canvas.click({ position: display });
    await window.keyboard.type('71');
    const shown = async () => (await inside('find', 'galculator', '--selector', 'role=Edit', '--json')).stdout;
    await expect.poll(shown).toContain('"71"');
    // Its agent waits until the desktop is handed back; F6 leaves the picture, which takes all other keys.
    await window.keyboard.press('F6');
    await expect(page.getByRole('button', { name: 'Give back' })).toBeFocused();
    await window.keyboard.press('Enter');
    expect((await waiting).code).toBe(0);
    await expect.poll(shown).toContain('"713"');
    expect(await mine(desktop)).toBe(pointer);

    // The inspector, the pick, the recorder and the replay move there, and back.
    await page.getByRole('button', { name: 'Inspect' }).click();
    const windows = window.getByTestId('windows');
    await expect(windows.getByRole('option')).toHaveText([/galculator/]);
    await window.getByTestId('pick').click();
    const found = await inside('find', 'galculator', '--selector', 'role=Button', '--json');
    const buttons = (JSON.parse(found.stdout) as { matches: { name: string; bounds: Rectangle }[] }).matches;
    const press = async (wanted: string) => {
      const {
        x = 0,
        y = 0,
        width: wide = 0,
        height: high = 0,
      } = buttons.find(({ name }) => name === wanted)?.bounds ?? {};
      await canvas.click({ position: { x: ((x + wide / 2) * width) / 1600, y: ((y + high / 2) * width) / 1600 } });
    };
    await expect(page.getByRole('status')).toContainText('a click picks it');
    await press('8');
    await expect(window.getByTestId('element-title')).toContainText('8');
    expect(await shown()).toContain('"713"');
    await window.getByTestId('record').click();
    await expect(page.getByRole('status')).toContainText('You work here');
    await press('AC');
    await expect.poll(shown).toContain('"0"');
    await window.getByTestId('record').click();
    await expect(window.getByTestId('steps')).toContainText('Click Button “AC”');
    expect((await inside('replay', await recorded(folder))).code).toBe(0);
    await window.getByTestId('replay.start').click();
    await expect(window.getByTestId('replay-summary')).toHaveAttribute('data-status', 'passed');
    expect(await shown()).toContain('"0"');
    await window.getByTestId('status-desktop').click();
    await showView(window, 'inspect');
    await expect(windows).toContainText('Calculator');
    expect(await mine(desktop)).toBe(pointer);
    await showView(window, 'desktops');

    await page.getByRole('button', { name: 'All desktops' }).click();
    const tile = page.getByTestId(`desktop-${id}`);
    await expect(tile.locator('[data-state=shown] canvas')).toBeVisible();
    await tile.press('Enter');
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(page.getByText('No desktop is open')).toBeVisible();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The pointer's position on the user's own desktop. */
async function mine({ env }: TestDesktop): Promise<string> {
  return (await run('xdotool', ['getmouselocation'], { env })).output;
}

/** A click on the calculator's 3. */
async function recorded(folder: string): Promise<string> {
  const file = join(folder, 'three.json');
  const { steps, ...recording } = sumRecording('3');
  const there = steps.map((step) => ({ ...step, window: { app: 'galculator', title: 'galculator' } }));
  await writeFile(file, JSON.stringify({ ...recording, platform: 'linux', steps: there }));
  return file;
}
