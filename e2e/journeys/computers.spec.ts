import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAgent } from '../fixtures/agent.ts';
import { ask } from '../fixtures/ask.ts';
import { expect, test } from '../fixtures/test.ts';

let folder: string;
test.beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'deskscope-computers-'))));
test.afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const config = (more: string) => `
HostAgent:
  default:
    data_collection: [{ namespace: UICollector, type: local }]
    action: [{ namespace: HostUIExecutor, type: local }${more}]
`;

test('a configuration is chosen, its Computers and their problems are shown, and agents get its tools', async ({
  launch,
}) => {
  const file = join(folder, 'mcp.yaml');
  writeFileSync(file, config(', { namespace: WordCOMExecutor, type: local }'));
  const { window, electron } = await launch({ backend: 'fake' });
  await window.getByTestId('rail-settings').click();
  await electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, file);
  await window.getByRole('button', { name: 'Choose…' }).focus();
  await window.keyboard.press('Enter');
  await expect(window.getByText(file)).toBeVisible();

  await window.getByTestId('rail-mcp').click();
  const computer = window.getByRole('list', { name: 'Computers' }).getByTestId('mcp-computer');
  await expect(computer).toContainText('HostAgent');
  await expect(computer).toContainText('UICollector 8 tools that look');
  await expect(computer).toContainText("WordCOMExecutor No MCP server found for name 'WordCOMExecutor'");
  const agent = await connectAgent(window, 'HostAgent');
  const names = (await agent.listTools()).tools.map((tool) => tool.name);
  expect(names).toContain('select_application_window');
  expect(names).not.toContain('click_input');
  await expect(window.getByRole('region', { name: 'Computers of HostAgent' })).toContainText(
    'UICollector 8 tools that look',
  );

  writeFileSync(file, config(', { namespace: AppUIExecutor, type: locl }'));
  await expect(window.getByRole('region', { name: 'MCP server' })).toContainText('Its last change was not applied.');
  await expect(window.getByRole('region', { name: 'MCP server' })).toContainText(
    'Unsupported server type: locl. Did you mean local?',
  );
  writeFileSync(file, config(', { namespace: AppUIExecutor, type: local }'));
  await expect(computer).toContainText('AppUIExecutor 9 tools that act');
  await expect(window.getByRole('region', { name: 'MCP server' })).not.toContainText('not applied');
  await agent.close();

  await window.getByTestId('rail-settings').click();
  await window.getByRole('button', { name: 'Use no configuration of Computers' }).click();
  await expect.poll(async () => (await ask(window, 'mcp.status', {})).computers).toBeNull();
});
