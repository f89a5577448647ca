import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { startUnidentified } from '../../src-main/engine/backends/linux/testing/compositors/sway-session.ts';
import { become } from '../../src-main/engine/backends/linux/wayland/testing/apps-on-compositor.ts';
import { end } from '../../src-main/engine/testing/programs.ts';
import { allowEverything, connectAgent } from '../fixtures/agent.ts';
import { launchApp } from '../fixtures/app.ts';
import { ask } from '../fixtures/ask.ts';

const pictures = 'test-results/untold';
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  vi.unstubAllEnvs();
});

it('the app shows windows that only their apps report, and an agent presses their elements', async () => {
  const session = await startUnidentified();
  closing.push(() => session.close());
  become(session);
  const calculator = spawn('galculator', [], { env: { ...session.env }, stdio: 'ignore' });
  closing.push(() => end(calculator));
  const { DISPLAY: display = '' } = session.env;
  const app = await launchApp({ env: session.env, display, close: () => Promise.resolve() });
  closing.push(() => app.close());
  const { window } = app;
  const id = await vi.waitFor(async () => {
    const { items } = await ask(window, 'windows.list', {});
    return items.find(({ title }) => title === 'galculator')?.id ?? expect.fail('It shows no window.');
  }, 30_000);
  mkdirSync(pictures, { recursive: true });
  await window.screenshot({ path: `${pictures}/first.png` });
  await window.getByTestId('window-list').getByText('galculator').first().click();
  const rows = window.getByTestId('element-tree').getByRole('treeitem');
  await rows.first().waitFor();
  await rows.nth(1).click();
  await window.screenshot({ path: `${pictures}/inspect.png` });
  const agent = await connectAgent(window, 'robot');
  closing.push(() => agent.close());
  let isDone = false;
  const yes = allowEverything(app.electron, () => isDone);
  for (const name of ['AC', '7', '*', '6', '=']) {
    const where = { selector: `role=Button name="${name}"`, window: { handle: id } };
    const { isError, content } = await agent.callTool({ name: 'click_input', arguments: where });
    expect(isError, JSON.stringify(content)).not.toBe(true);
  }
  isDone = true;
  await yes;
  await vi.waitFor(async () => {
    const { matches } = await ask(window, 'element.find', { window: id, selector: 'role=Edit nth=0' });
    expect(matches[0]?.value).toContain('42');
  }, 10_000);
  await window.screenshot({ path: `${pictures}/after.png` });
}, 120_000);
