import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { ElectronApplication, Page } from '@playwright/test';
import { ask } from '../fixtures/ask.ts';
import { expect, test } from '../fixtures/test.ts';
import { waitFor } from '../fixtures/wait-for.ts';

/** Permanent notices and questions shown to a user; kept as pictures beside the results. */
const themes = ['light', 'dark'] as const;

let folder: string;
test.beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'deskscope-notices-'))));
test.afterEach(() => rm(folder, { recursive: true, force: true }));

const profile = async (files: Readonly<Record<string, string>>, settings: object = {}) => {
  await writeFile(join(folder, 'settings.json'), JSON.stringify({ version: 1, mcpPort: 0, ...settings }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
};

async function agentOf(window: Page) {
  const status = await ask(window, 'mcp.status', {});
  const agent = new Client({ name: 'e2e agent', version: '1' });
  const headers = { Authorization: `Bearer ${status.token}` };
  await agent.connect(new StreamableHTTPClientTransport(new URL(status.url), { requestInit: { headers } }));
  return agent;
}

function question(electron: ElectronApplication): Promise<Page> {
  return waitFor('the question', () => electron.windows().find((page) => page.url().includes('permission.html')));
}

for (const theme of themes) {
  test(`a ceiling, a halt and a failing audit log are shown as long as they hold: ${theme}`, async ({
    launch,
  }, info) => {
    const files = { 'ceiling.yaml': 'apps: {deny: [keepass*]}\nnetwork: {allow: []}\n', audit: 'no folder' };
    const { window } = await launch({
      backend: 'fake',
      profile: await profile(files, { theme, agentPolicy: 'act' }),
    });
    await window.getByTestId('rail-mcp').click();
    const ceiling = window.getByTestId('ceiling');
    await expect(ceiling).toContainText('Forbidden apps: keepass*');
    await expect(ceiling).toContainText('Forbidden network: all but none');
    await expect(ceiling).toContainText('written by');

    const agent = await agentOf(window);
    const press = {
      name: 'click_input',
      arguments: { selector: 'role=Button name="7"', window: { app: 'calculator' } },
    };
    const refused = await agent.callTool(press);
    expect(JSON.stringify(refused)).toContain('audit log cannot be written');
    await expect(window.getByTestId('audit-failing')).toContainText('Actions are blocked');

    await ask(window, 'halt.pull', {});
    await expect(window.getByTestId('halted')).toContainText('Agents may look, but not act');
    await window.screenshot({ path: info.outputPath(`notices-${theme}.png`) });
    await window.getByTestId('halted').getByRole('button', { name: 'Resume' }).click();
    await expect(window.getByTestId('halted')).toHaveCount(0);
    await agent.close();
  });

  test(`a file from elsewhere says what it would start: ${theme}`, async ({ launch }, info) => {
    const step = {
      id: 'a',
      at: 0,
      window: { app: 'xterm', title: 'Terminal' },
      target: null,
      action: { type: 'launch', command: 'touch', args: ['nothing'] },
    };
    const recording = { version: 1, id: 'r', name: 'Theirs', createdAt: 'x', platform: 'linux', steps: [step] };
    const file = join(folder, 'theirs.json');
    await writeFile(file, JSON.stringify(recording));
    const { window } = await launch({ backend: 'fake', settings: { theme }, args: [file] });
    const foreign = window.getByTestId('foreign');
    await expect(foreign).toContainText('This file comes from elsewhere.');
    await expect(foreign).toContainText('touch');
    await window.screenshot({ path: info.outputPath(`elsewhere-${theme}.png`) });
  });
}

test("a question shows the window, the point to press, and the app's name for it", async ({ launch }, info) => {
  const { electron, window } = await launch({ backend: 'fake', settings: { theme: 'light' } });
  const agent = await agentOf(window);
  const press = { selector: 'role=Button name="7"', window: { app: 'calculator' } };
  const call = agent.callTool({ name: 'click_input', arguments: press });
  const page = await question(electron);
  const picture = page.getByTestId('target-picture');
  await expect(picture).toContainText('The app calls it “7”.');
  await expect(picture.getByRole('img')).toBeVisible();
  const shown = await picture.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth);
  expect(shown).toBeGreaterThan(50);
  const [whole, place] = [
    await picture.getByRole('img').boundingBox(),
    await picture.getByTestId('place').boundingBox(),
  ];
  // The button is in the left half, and below the display.
  expect((place?.x ?? 0) - (whole?.x ?? 0)).toBeLessThan((whole?.width ?? 0) / 2);
  expect((place?.y ?? 0) - (whole?.y ?? 0)).toBeGreaterThan((whole?.height ?? 0) / 4);
  for (const id of ['deny', 'allow-once']) await expect(page.getByTestId(id)).toBeInViewport();
  await page.screenshot({ path: info.outputPath('question.png') });
  await page.getByTestId('deny').click();
  expect((await call).isError).toBe(true);
  await agent.close();
});

test('a configuration of Computers starts nothing before a yes, and says so after a no', async ({ launch }, info) => {
  const file = join(folder, 'mcp.yaml');
  const ran = join(folder, 'ran');
  const start = `"require('fs').writeFileSync('${ran}', '')"`;
  await writeFile(
    file,
    `AppAgent: { default: { action: [{ namespace: N, type: stdio, command: node, start_args: [-e, ${start}] }] } }`,
  );
  const { electron, window } = await launch({ backend: 'fake', settings: { mcpConfig: file } });
  const page = await question(electron);
  await expect(page.getByRole('alertdialog')).toContainText('Start “node” “-e”');
  await page.screenshot({ path: info.outputPath('configuration.png') });
  await page.getByTestId('deny').click();
  await window.getByTestId('rail-mcp').click();
  await expect(window.getByText('The user did not allow it')).toBeVisible();
  await expect(writeFile(ran, '', { flag: 'wx' })).resolves.toBeUndefined();
});
