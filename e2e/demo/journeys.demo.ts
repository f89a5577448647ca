import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Page } from '@playwright/test';
import type { RunningApp } from '../fixtures/app.ts';
import { ask } from '../fixtures/ask.ts';
import type { TestDesktop } from '../fixtures/desktop.ts';
import { placeOf } from '../fixtures/elements.ts';
import { outsideTexts } from '../fixtures/outside.ts';
import type { TargetApp } from '../fixtures/target-apps.ts';
import { expect, test } from '../fixtures/test.ts';
import { userInput } from '../fixtures/xdotool.ts';
import { album, commandLine, keep, openAlbum, photograph } from './album.ts';
import { arrange, arrangeApp } from './arrange.ts';

interface Stage {
  readonly desktop: TestDesktop;
  readonly app: RunningApp;
  readonly page: Page;
  readonly calculator: TargetApp;
  readonly editor: TargetApp;
}

const text = 'Seven times six.';
const scripts: readonly (readonly [format: string, file: string])[] = [
  ['json', 'script.json'],
  ['python', 'script.py'],
  ['typescript', 'script.ts'],
  ['ui-automation', 'script.jsonl'],
];

test('four journeys', async ({ desktop, launch, target }) => {
  openAlbum();
  const app = await launch({ settings: { theme: 'dark' } });
  const page = app.window;
  await arrangeApp(desktop, app);
  const open = async (): Promise<Stage> => {
    const [calculator, editor] = [await target('galculator'), await target('mousepad')];
    await arrange(desktop, calculator, editor);
    return { desktop, app, page, calculator, editor };
  };

  let stage = await open();
  await test.step('live windows', () => liveWindows(stage));
  await test.step('pick an element', () => pick(stage));
  await test.step('record and export', () => record(stage));
  await restart(stage);
  stage = await open();
  await test.step('replay in the app', () => replay(stage));
  await test.step('let an agent act', () => letAgentAct(stage));
  await restart(stage);
  stage = await open();
  await test.step('replay on the command line', () => replayTraced(stage));
});

async function liveWindows({ desktop, page }: Stage): Promise<void> {
  const list = page.getByTestId('windows');
  await expect(list).toContainText('galculator');
  await list.getByRole('option', { name: /galculator/ }).click();
  await expect(page.getByTestId('elements').getByRole('treeitem').first()).toBeVisible();
  await photograph(desktop, '1-live-windows');
}

async function pick({ desktop, page, calculator }: Stage): Promise<void> {
  const person = userInput(desktop);
  const seven = await placeOf(page, calculator.windowId, 'role=Button name="7"');
  await page.getByTestId('pick').click();
  await person.focus(calculator.window);
  await person.move(seven.x - 3, seven.y);
  await person.move(seven.x, seven.y);
  await page.waitForTimeout(700);
  await photograph(desktop, '2-pick-outline');
  await person.click(seven.x, seven.y);
  await expect(page.getByTestId('element-title')).toContainText('7');
  await page.waitForTimeout(1_000);
  await photograph(desktop, '2-picked');
  await page.screenshot({ path: join(album, '2-picked-window.png') });
}

async function record({ desktop, page, calculator, editor }: Stage): Promise<void> {
  const person = userInput(desktop);
  const places = [];
  for (const key of ['7', '*', '6', '=']) {
    places.push(await placeOf(page, calculator.windowId, `role=Button name="${key}"`));
  }
  await page.getByTestId('record').click();
  await expect.poll(async () => (await ask(page, 'recorder.state', {})).status).toBe('recording');
  await person.focus(calculator.window);
  for (const { x, y } of places) {
    await person.click(x, y);
    await page.waitForTimeout(300);
  }
  await person.focus(editor.window);
  await person.click(1600, 800);
  await person.type(text);
  await page.waitForTimeout(1_000);
  await photograph(desktop, '3-recording');
  await ask(page, 'recorder.stop', {});
  const { recording } = await ask(page, 'recorder.state', {});
  // Four keys and a text; the click into the editor may be a separate step.
  expect(recording.steps.length).toBeGreaterThanOrEqual(5);
  await keep('recording.json', `${JSON.stringify(recording, null, 2)}\n`);
  for (const [format, name] of scripts) await keep(name, (await ask(page, 'recorder.export', { format })).text);
}

async function replay({ desktop, page, calculator, editor }: Stage): Promise<void> {
  await ask(page, 'replay.start', {});
  const status = async () => (await ask(page, 'replay.state', {})).status;
  await expect.poll(status, { timeout: 60_000 }).not.toBe('running');
  expect(await status()).toBe('passed');
  await page.waitForTimeout(500);
  await photograph(desktop, '3-replayed');
  await expectDone({ desktop, calculator, editor });
}

async function letAgentAct({ desktop, app, page }: Stage): Promise<void> {
  const { url, token } = await ask(page, 'mcp.status', {});
  const agent = new Client({ name: 'demo agent', version: '1.0.0' });
  await agent.connect(
    new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: { Authorization: `Bearer ${token}` } },
    }),
  );
  await page.getByRole('button', { name: 'MCP', exact: true }).click();
  const listed = await agent.callTool({ name: 'get_desktop_app_info', arguments: {} });
  const chosen = windowNamed(listed.structuredContent, 'galculator');
  const question = app.electron.waitForEvent('window');
  const acting = agent.callTool({ name: 'select_application_window', arguments: chosen });
  const prompt = await question;
  await prompt.getByTestId('allow-once').waitFor();
  await page.waitForTimeout(500);
  await photograph(desktop, '4-an-agent-asks');
  await prompt.getByTestId('allow-once').click();
  expect((await acting).isError ?? false).toBe(false);
  await page.waitForTimeout(500);
  await photograph(desktop, '4-an-agent-acted');
  await agent.close();
}

async function replayTraced({ desktop, calculator, editor }: Stage): Promise<void> {
  await commandLine(desktop, 'replay', 'recording.json', '--trace', 'trace', '--report', 'junit.xml');
  await expectDone({ desktop, calculator, editor });
}

/** Another program verifies the recording's effect in the apps. */
async function expectDone({ desktop, calculator, editor }: Pick<Stage, 'desktop' | 'calculator' | 'editor'>) {
  await expect.poll(async () => outsideTexts(desktop, calculator.pid)).toContain('42');
  await expect.poll(async () => outsideTexts(desktop, editor.pid)).toContain(text);
}

async function restart({ calculator, editor }: Stage): Promise<void> {
  await calculator.close();
  await editor.close();
}

/** Arguments that select a window, from the tool's answer. */
function windowNamed(listed: unknown, name: string): { id: string; name: string } {
  const entries = Object.values(listed as Record<string, unknown>).flat() as { id?: string; name?: string }[];
  const found = entries.find((entry) => entry.name === name);
  return { id: found?.id ?? '', name };
}
