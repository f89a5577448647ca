import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import ts from 'typescript';
import { root } from '../../scripts/lib/paths.mjs';
import { run } from '../../scripts/lib/run.mjs';
import type { Recording } from '../../src-preload/contract/model/recordings/recording.ts';
import { allowEverything } from '../fixtures/agent.ts';
import { ask } from '../fixtures/ask.ts';
import { placeOf } from '../fixtures/elements.ts';
import { outsideTexts } from '../fixtures/outside.ts';
import type { TargetApp } from '../fixtures/target-apps.ts';
import { expect, test } from '../fixtures/test.ts';
import type { UserInput } from '../fixtures/xdotool.ts';

const text = 'Bread, milk & 2 eggs';

test('7 × 6 = on a calculator and a text in an editor are recorded, exported, and replayed after a restart', async ({
  desktop,
  launch,
  person,
  target,
}) => {
  test.setTimeout(120_000);
  const { window, electron } = await launch();
  const folder = await mkdtemp(join(root, 'test-results-'));
  try {
    const calculator = await target('galculator');
    const editor = await target('mousepad');
    const recording = await record(window, person, calculator, editor);
    await expect(window.getByTestId('steps-list')).toContainText('Click Button “7”');
    expect(recording.steps.map((step) => step.action.type)).toEqual(['click', 'click', 'click', 'click', 'setText']);
    for (const step of recording.steps) {
      const kinds = new Set(step.target?.selectors.map((selector) => selector.kind));
      expect(kinds.size, `selector kinds of ${JSON.stringify(step)}`).toBeGreaterThanOrEqual(3);
      expect(step.target?.selectors.every((selector) => selector.matchCount === 1)).toBe(true);
    }

    const python = join(folder, 'flow.py');
    await writeFile(python, (await ask(window, 'recorder.export', { format: 'python' })).text);
    const parsed = await run('python3', ['-c', 'import ast, sys; ast.parse(open(sys.argv[1]).read())', python]);
    expect(parsed.code, parsed.output).toBe(0);
    const script = (await ask(window, 'recorder.export', { format: 'typescript' })).text;
    const calls = JSON.parse((await ask(window, 'recorder.export', { format: 'json' })).text) as { tool_key: string }[];
    expect(calls.map((call) => call.tool_key)).toEqual([
      ...Array<string>(4).fill('action::step_click'),
      'action::step_set_text',
    ]);

    await calculator.close();
    await editor.close();
    const again = [await target('galculator'), await target('mousepad')] as const;
    await window.getByTestId('replay.start').click();
    await expect(window.getByTestId('replay-summary')).toHaveAttribute('data-status', 'passed', { timeout: 30_000 });
    await expect.poll(() => outsideTexts(desktop, again[0].pid)).toContain('42');
    expect(await outsideTexts(desktop, again[1].pid)).toContain(text);
    const replays = async () => (await ask(window, 'runs.list', {})).runs.filter(({ kind }) => kind === 'replay');
    await expect.poll(async () => (await replays())[0]?.outcome?.status).toBe('passed');
    expect(await replays()).toMatchObject([{ title: recording.name, live: false, calls: recording.steps.length }]);

    for (const app of again) await app.close();
    const third = [await target('galculator'), await target('mousepad')] as const;
    const { code, output } = await runScript(window, electron, folder, script);
    expect(code, output).toBe(0);
    await expect.poll(() => outsideTexts(desktop, third[0].pid)).toContain('42');
    expect(await outsideTexts(desktop, third[1].pid)).toContain(text);

    // Announcements of closed windows have stopped.
    await ask(window, 'recorder.clear', {});
    await expect(window.getByTestId('replay-summary')).toHaveCount(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('a recording keeps its steps when the engine is killed, and continues', async ({ launch, person, target }) => {
  const { window, electron } = await launch();
  const app = await target('galculator');
  const [seven, six] = [
    await placeOf(window, app.windowId, 'role=Button name="7"'),
    await placeOf(window, app.windowId, 'role=Button name="6"'),
  ];
  await ask(window, 'recorder.start', {});
  await person.focus(app.window);
  await person.click(seven.x, seven.y);
  await expect.poll(() => stepCount(window)).toBe(1);
  const metrics = await electron.evaluate(({ app }) => app.getAppMetrics().map(({ name, pid }) => ({ name, pid })));
  process.kill(metrics.find(({ name }) => name === 'Deskscope engine')?.pid ?? 0, 'SIGKILL');
  await expect(window.getByTestId('status-engine')).toContainText('ready', { timeout: 5_000 });
  await expect(async () => {
    await person.click(six.x, six.y);
    await expect.poll(() => stepCount(window), { timeout: 2_000 }).toBeGreaterThan(1);
  }).toPass();
  const { recording, notice } = await ask(window, 'recorder.state', {});
  expect(recording.steps[0]?.target?.name).toBe('7');
  expect(notice).toContain('The steps are kept');
  await ask(window, 'recorder.stop', {});
});

test('the recorder does not record our own window', async ({ launch }) => {
  const { window } = await launch();
  await recordButton(window).click();
  await expect(recordButton(window)).toHaveAccessibleName(/stop/i);
  await window.getByTestId('rail-record').click();
  await recordButton(window).click();
  await expect.poll(async () => (await ask(window, 'recorder.state', {})).status).toBe('idle');
  expect(await stepCount(window)).toBe(0);
});

async function record(page: Page, person: UserInput, calculator: TargetApp, editor: TargetApp): Promise<Recording> {
  const places = [];
  for (const name of ['7', '*', '6', '=']) {
    places.push(await placeOf(page, calculator.windowId, `role=Button name="${name}"`));
  }
  await recordButton(page).click();
  await expect(recordButton(page)).toHaveAccessibleName(/stop/i);
  await person.focus(calculator.window);
  for (const place of places) await person.click(place.x, place.y);
  // A busy machine reads the field later than a user's first key, and would record keys instead of its text.
  await expect.poll(() => stepCount(page)).toBe(places.length);
  await person.focus(editor.window);
  await page.waitForTimeout(700);
  await person.type(text);
  await page.waitForTimeout(1_000);
  await ask(page, 'recorder.stop', {});
  return (await ask(page, 'recorder.state', {})).recording;
}

const recordButton = (page: Page) => page.getByRole('button', { name: /^(Record|Stop recording)/ }).first();

async function stepCount(page: Page): Promise<number> {
  return (await ask(page, 'recorder.state', {})).recording.steps.length;
}

/** Runs the exported script like an agent, and answers yes in the permission window when it asks. */
async function runScript(page: Page, electron: ElectronApplication, folder: string, script: string) {
  const { url, token } = await ask(page, 'mcp.status', {});
  const file = join(folder, 'flow.mjs');
  const { outputText } = ts.transpileModule(script, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  await writeFile(file, outputText);
  expect(await readFile(file, 'utf8')).toContain('@modelcontextprotocol/client');
  let done = false;
  const answering = allowEverything(electron, () => done);
  try {
    return await run(process.execPath, [file], {
      env: { ...process.env, DESKSCOPE_URL: url, DESKSCOPE_TOKEN: token },
      timeoutMs: 60_000,
    });
  } finally {
    done = true;
    await answering;
  }
}
