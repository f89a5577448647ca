import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { ElectronApplication, Page } from '@playwright/test';
import { ask, tryAsk } from '../fixtures/ask.ts';
import type { RunningApp } from '../fixtures/app.ts';
import { expect, test } from '../fixtures/test.ts';
import { waitFor } from '../fixtures/wait-for.ts';

interface CallResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly text?: string }[];
}

/** A connected agent, and the page with its question. */
async function connect({ window }: RunningApp, which: 'token' | 'readToken' = 'token', name = 'e2e agent') {
  const status = await ask(window, 'mcp.status', {});
  const agent = new Client({ name, version: '1' });
  const headers = { Authorization: `Bearer ${status[which]}` };
  await agent.connect(new StreamableHTTPClientTransport(new URL(status.url), { requestInit: { headers } }));
  const call = async (name: string, parameters: Record<string, unknown>) =>
    (await agent.callTool({ name, arguments: parameters })) as CallResult;
  return { agent, call, close: () => agent.close() };
}

const pressSeven = { selector: 'role=Button name="7"', window: { app: 'calculator' } };

function prompts(electron: ElectronApplication): Page[] {
  return electron.windows().filter((page) => page.url().includes('permission.html'));
}

async function prompt(electron: ElectronApplication): Promise<Page> {
  const page = await waitFor('the permission window', () => prompts(electron)[0]);
  await page.getByTestId('deny').waitFor();
  return page;
}

/** The answers ignore clicks in the first half second. */
async function answer(page: Page, id: string): Promise<void> {
  await page.locator('[data-ready="true"]').waitFor();
  await page.getByTestId(id).click();
}

/** The answer closes the window, mostly before the key is released. */
const press = (page: Page, key: string) => page.keyboard.press(key).catch(() => undefined);

const textOf = (result: CallResult) => result.content.map(({ text }) => text).join('\n');
const closed = (electron: ElectronApplication) => expect.poll(() => prompts(electron).length).toBe(0);

test('asks who, what and where, one question after another, in one window', async ({ launch }) => {
  const app = await launch({ backend: 'fake' });
  const { call, close } = await connect(app);
  const first = call('click_input', pressSeven);
  const page = await prompt(app.electron);
  const second = call('wheel_mouse_input', { window: { app: 'form' }, wheel_dist: -1 });
  const dialog = page.getByRole('alertdialog', { name: '“e2e agent” asks to act' });
  await expect(dialog).toContainText('Click the element “role=Button name="7"” with the left button');
  await expect(dialog).toContainText('calculator');
  await expect(dialog).toContainText('Calculator');
  await expect(page.getByText('1 more waiting')).toBeVisible();
  await expect(page.getByRole('timer')).toContainText(/in \d+ s/);
  await expect(page.getByTestId('deny')).toBeFocused();
  expect(prompts(app.electron)).toHaveLength(1);
  await answer(page, 'allow-once');
  expect((await first).isError).toBeUndefined();
  await expect(page.getByRole('alertdialog')).toContainText('form');
  await answer(page, 'deny');
  expect(textOf(await second)).toContain('The user did not allow it.');
  await closed(app.electron);
  await close();
});

test('a click or key in the first half second allows nothing, and Enter and Esc deny', async ({ launch }) => {
  const app = await launch({ backend: 'fake' });
  const { call, close } = await connect(app);
  const calls = [call('click_input', pressSeven)];
  let page = await prompt(app.electron);
  await page.locator('[data-ready="true"]').waitFor();
  await press(page, 'Enter');
  expect((await calls[0])?.isError).toBe(true);

  await closed(app.electron);
  calls.push(call('click_input', pressSeven));
  page = await prompt(app.electron);
  await press(page, 'Escape');
  expect((await calls[1])?.isError).toBe(true);

  // A yes sent with the question is rejected, by the page and by the main process.
  await closed(app.electron);
  calls.push(call('click_input', pressSeven), call('click_input', pressSeven));
  page = await prompt(app.electron);
  await expect(page.getByText('1 more waiting')).toBeVisible();
  await page.locator('[data-ready="true"]').waitFor();
  const quick = await page.evaluate(async () => {
    const bridge = (
      window as unknown as {
        deskscope: { call(m: string, i: unknown): Promise<{ value: { id: string }[]; error?: { code: string } }> };
      }
    ).deskscope;
    const [first, second] = (await bridge.call('permissions.pending', {})).value;
    await bridge.call('permissions.decide', { id: first?.id, answer: 'deny', at: Date.now() });
    return (await bridge.call('permissions.decide', { id: second?.id, answer: 'once', at: Date.now() })).error?.code;
  });
  expect(quick).toBe('busy');
  expect(await page.locator('[data-ready="false"]').count()).toBe(1);
  await page.getByTestId('allow-once').click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await answer(page, 'deny');
  for (const result of await Promise.all(calls)) expect(result.isError).toBe(true);
  await close();
});

test('an act cannot hide behind its length: a yes counts once its end was visible', async ({ launch }) => {
  const app = await launch({ backend: 'fake' });
  const { call, close } = await connect(app, 'token', 'W'.repeat(60));
  const args = ['a', '\u00a0'.repeat(3_000), 'the end'];
  const asked = call('launch_app', { command: 'notes', args });
  const page = await prompt(app.electron);
  await expect(page.getByRole('heading')).toContainText('asks to start or end a program');
  const { width, scrollWidth } = await page.getByRole('heading').evaluate((heading) => {
    return { width: heading.clientWidth, scrollWidth: heading.scrollWidth };
  });
  expect(scrollWidth).toBe(width);
  await expect(page.getByText('Scroll to the end before you say yes')).toBeVisible();
  // Longer than any other question takes to be ready.
  await page.waitForTimeout(2_000);
  expect(await page.locator('[data-ready="true"]').count()).toBe(0);
  await page.getByTestId('allow-once').click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.getByTestId('asked').press('End');
  await answer(page, 'allow-once');
  await asked;
  await closed(app.electron);
  await close();
});

test('the answers of a question stay visible, no matter how long the question', async ({ launch }) => {
  const app = await launch({ backend: 'fake' });
  const { call, close } = await connect(app, 'token', 'W'.repeat(60));
  const window = { app: 'form' };
  const asked = call('set_edit_text', { selector: 'name="Name"', window, text: 'long '.repeat(600) });
  const page = await prompt(app.electron);
  await expect(page.getByTestId('target-picture').getByRole('img')).toBeVisible();
  for (const id of ['allow-always', 'allow-session', 'allow-once', 'deny-session', 'deny'])
    await expect(page.getByTestId(id)).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('Scroll to the end before you say yes')).toBeVisible();
  await page.getByTestId('asked').press('End');
  await answer(page, 'deny');
  expect((await asked).isError).toBe(true);
  await closed(app.electron);
  await close();
});

test('a double click and a held key answer one question, and leave the next one open', async ({ launch }) => {
  const app = await launch({ backend: 'fake' });
  const { call, close } = await connect(app);
  const calls = Array.from({ length: 4 }, () => call('click_input', pressSeven));
  const page = await prompt(app.electron);
  await expect(page.getByText('3 more waiting')).toBeVisible();
  await page.getByTestId('deny').dblclick();
  await expect(page.getByText('2 more waiting')).toBeVisible();
  await page.getByTestId('deny').focus();
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(page.getByText('1 more waiting')).toBeVisible();
  await page.keyboard.down('Escape');
  await page.keyboard.down('Escape');
  await page.keyboard.up('Escape');
  await expect(page.getByRole('alertdialog')).not.toContainText('more waiting');
  await expect(page.getByTestId('deny')).toBeVisible();
  await press(page, 'Escape');
  for (const result of await Promise.all(calls)) expect(result.isError).toBe(true);
  await close();
});

test('closing the window denies pending questions, and the next one opens it again', async ({ launch }) => {
  const app = await launch({ backend: 'fake' });
  const { call, close } = await connect(app);
  const calls = [call('click_input', pressSeven), call('click_input', pressSeven)];
  await prompt(app.electron);
  await app.electron.evaluate(({ BrowserWindow, webContents }) => {
    const [page] = webContents.getAllWebContents().filter((one) => one.getURL().includes('permission.html'));
    if (page) BrowserWindow.fromWebContents(page)?.close();
  });
  for (const result of await Promise.all(calls)) expect(textOf(result)).toContain('permission_denied');
  const again = call('click_input', pressSeven);
  await answer(await prompt(app.electron), 'allow-once');
  expect((await again).isError).toBeUndefined();
  await close();
});

test('a closed page answers nothing: its question is asked again', async ({ launch }) => {
  const app = await launch({ backend: 'fake' });
  const { call, close } = await connect(app);
  const asked = call('click_input', pressSeven);
  const gone = await prompt(app.electron);
  await app.electron.evaluate(({ webContents }) => {
    const [page] = webContents.getAllWebContents().filter((one) => one.getURL().includes('permission.html'));
    page?.forcefullyCrashRenderer();
  });
  const next = await waitFor('another page', () => prompts(app.electron).find((page) => page !== gone));
  await answer(next, 'allow-once');
  expect((await asked).isError).toBeUndefined();
  await close();
});

test('an agent that stopped waiting gets the answer when it repeats the call', async ({ launch }) => {
  const app = await launch({ backend: 'fake' });
  const { agent, call, close } = await connect(app);
  const stop = new AbortController();
  const asked = agent.callTool({ name: 'click_input', arguments: pressSeven }, { signal: stop.signal });
  const page = await prompt(app.electron);
  stop.abort();
  await expect(asked).rejects.toThrow();
  await expect(page.getByRole('timer')).toContainText('The agent stopped waiting');
  await answer(page, 'allow-once');
  await closed(app.electron);
  expect((await call('click_input', pressSeven)).isError).toBeUndefined();
  const again = call('click_input', pressSeven);
  await answer(await prompt(app.electron), 'deny');
  expect((await again).isError).toBe(true);
  await close();
});

test('“always” is stored on disk, shown in the settings, and can be revoked', async ({ launch }) => {
  const app = await launch({ backend: 'fake' });
  const { window, electron, profile } = app;
  const { call, close } = await connect(app);
  const asked = call('click_input', pressSeven);
  await answer(await prompt(electron), 'allow-always');
  expect((await asked).isError).toBeUndefined();
  expect((await call('wheel_mouse_input', { window: { app: 'calculator' }, wheel_dist: 1 })).isError).toBeUndefined();
  const file = join(profile, 'grants.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    grants: [{ client: 'e2e agent', app: 'calculator', tool: null, lasts: 'always' }],
  });
  await window.getByTestId('rail-settings').click();
  const grants = window.getByTestId('grants');
  await expect(grants).toContainText('e2e agent');
  await expect(grants).toContainText('calculator');
  await grants.getByRole('button', { name: /^Revoke/ }).click();
  await expect(grants).not.toContainText('e2e agent');
  const askedAgain = call('click_input', pressSeven);
  await answer(await prompt(electron), 'deny');
  expect((await askedAgain).isError).toBe(true);

  // The same without a question, in the MCP view.
  await window.getByTestId('rail-mcp').click();
  await window.getByRole('tab', { name: 'Permissions' }).click();
  const panel = window.getByTestId('grant-panel');
  await panel.getByLabel('Agent, as it names itself').fill('e2e agent');
  const allow = panel.getByRole('button', { name: 'Allow ordinary actions' });
  await expect(allow).toBeDisabled();
  await panel.getByLabel('App, such as galculator').fill('calculator');
  await allow.click();
  await expect(panel.getByTestId('grants')).toContainText('e2e agent in calculator');
  expect((await call('click_input', pressSeven)).isError).toBeUndefined();
  await panel.getByRole('button', { name: 'Revoke every ordinary action allowed of e2e agent in calculator' }).click();
  await expect(panel.getByTestId('grants')).not.toContainText('e2e agent');
  const askedAtLast = call('click_input', pressSeven);
  await answer(await prompt(electron), 'deny');
  expect((await askedAtLast).isError).toBe(true);
  await close();
});

test('sensitive apps and destructive labels are asked about each time, and offer no answer beyond once', async ({
  launch,
}) => {
  const app = await launch({ backend: 'fake', settings: { sensitiveApps: ['title:*editor*'], agentPolicy: 'act' } });
  const { call, close } = await connect(app);
  expect((await call('click_input', pressSeven)).isError).toBeUndefined();
  for (const [tool, parameters, reason] of [
    ['get_ui_tree', { window: { title: 'Editor' } }, 'the sensitive app'],
    ['click_input', { selector: 'id="send"', window: { app: 'form' } }, 'the destructive label “send”'],
    ['launch_app', { command: 'notes' }, 'starting or ending programs'],
  ] as const) {
    for (let i = 0; i < 2; i++) {
      const result = call(tool, parameters);
      const page = await prompt(app.electron);
      await expect(page.getByRole('alertdialog')).toContainText(reason);
      await expect(page.getByTestId('allow-session')).toHaveCount(0);
      await expect(page.getByTestId('allow-always')).toHaveCount(0);
      await answer(page, 'deny');
      expect((await result).isError).toBe(true);
      await closed(app.electron);
    }
  }
  await close();
});

test('after “Deny for this session” there are no questions, by any key or click, until it is revoked', async ({
  launch,
}) => {
  const app = await launch({ backend: 'fake', settings: { sensitiveApps: ['title:*editor*'] } });
  const { window, electron } = app;
  const { call, close } = await connect(app);
  const look = { window: { title: 'Editor' } };
  const denied = 'The user denied this for the session.';
  const calls = [call('get_ui_tree', look), call('get_ui_tree', look)];
  const page = await prompt(electron);
  await expect(page.getByText('1 more waiting')).toBeVisible();
  await expect(page.getByText('“This session” allows')).toContainText('in editor');
  await press(page, 'Shift+Tab');
  await expect(page.getByTestId('deny-session')).toBeFocused();
  await press(page, 'Enter');
  for (const result of await Promise.all(calls)) expect(textOf(result)).toContain(denied);
  await closed(electron);
  expect(textOf(await call('get_ui_tree', look))).toContain(denied);
  expect(prompts(electron)).toHaveLength(0);

  const launched = call('launch_app', { command: 'notes' });
  await (await prompt(electron)).getByTestId('deny-session').click();
  expect(textOf(await launched)).toContain(denied);
  await closed(electron);
  await window.getByTestId('rail-settings').click();
  const grants = window.getByTestId('grants');
  await grants.getByRole('button', { name: 'Revoke get_ui_tree denied of e2e agent in editor' }).click();
  await expect(grants).not.toContainText('get_ui_tree');
  await expect(grants).toContainText('launch_app denied');
  const again = call('get_ui_tree', look);
  await answer(await prompt(electron), 'allow-once');
  expect((await again).isError).toBeUndefined();
  await close();
});

test('the halt key ends questions and acts, and agents wait until the user resumes', async ({ launch, person }) => {
  const app = await launch({ backend: 'fake', settings: { haltKey: 'ctrl+shift+F8' } });
  const { call, close } = await connect(app);
  const asked = call('click_input', pressSeven);
  await prompt(app.electron);
  await person.key('ctrl+shift+F8');
  expect((await asked).isError).toBe(true);
  await closed(app.electron);
  expect(await ask(app.window, 'halt.state', {})).toMatchObject({ halted: true });
  expect(textOf(await call('click_input', pressSeven))).toContain('The user halted Deskscope');
  expect((await call('get_desktop_app_info', {})).isError).toBeUndefined();
  await app.window.getByRole('button', { name: 'Resume' }).first().click();
  await expect.poll(() => ask(app.window, 'halt.state', {})).toMatchObject({ halted: false });
  const again = call('click_input', pressSeven);
  await answer(await prompt(app.electron), 'deny');
  expect((await again).isError).toBe(true);
  await close();
});

test('the read-only token allows no acts, and a new token ends the old one at once', async ({ launch }) => {
  const app = await launch({ backend: 'fake' });
  const reader = await connect(app, 'readToken');
  expect((await reader.agent.listTools()).tools.map(({ name }) => name)).not.toContain('click_input');
  expect(textOf(await reader.call('click_input', pressSeven))).toContain('read-only');
  expect(prompts(app.electron)).toHaveLength(0);
  const before = await ask(app.window, 'mcp.status', {});
  const after = await ask(app.window, 'mcp.renewToken', { which: 'read' });
  expect(after.readToken).not.toBe(before.readToken);
  expect([after.token, after.url]).toEqual([before.token, before.url]);
  await expect(reader.call('get_desktop_app_info', {})).rejects.toThrow();
  const next = await connect(app, 'readToken');
  expect((await next.call('get_desktop_app_info', {})).isError).toBeUndefined();
  await next.close();
});

test('the main page cannot answer, and cannot read the questions', async ({ launch }) => {
  const app = await launch({ backend: 'fake' });
  const { call, close } = await connect(app);
  const asked = call('click_input', pressSeven);
  const page = await prompt(app.electron);
  for (const method of ['permissions.pending', 'permissions.decide', 'permissions.icon']) {
    expect(await tryAsk(app.window, method, { id: 'x', answer: 'once', at: 0 })).toMatchObject({ ok: false });
  }
  expect(await tryAsk(page, 'grants.list', {})).toMatchObject({ ok: false });
  await answer(page, 'deny');
  await asked;
  await close();
});
