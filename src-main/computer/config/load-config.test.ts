import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadConfig } from './load-config.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'deskscope-config-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function put(text: string): string {
  const file = path.join(folder, 'mcp.yaml');
  writeFileSync(file, text);
  return file;
}

it('reads a thousand servers', async () => {
  const server = (index: number) =>
    `      - namespace: N${index}\n        type: stdio\n        command: node\n        start_args: [server.js, --port, "1"]\n        reset: true\n`;
  const servers = Array.from({ length: 1_000 }, (_, index) => server(index)).join('');
  const { config } = await loadConfig(put(`Agent:\n  default:\n    action:\n${servers}`), {});
  expect(config['Agent']?.['default']?.action).toHaveLength(1_000);
});

it.each([
  ['documents', '{}\n'.repeat(40_000)],
  ['lists in one line', `A: [${'[],'.repeat(20_000)}]`],
  ['entries in entries', '- '.repeat(40_000)],
  ['empty entries', 'a: [,]\n'.repeat(12_000)],
])('reads none with more %s than anybody writes', async (_, text) => {
  await expect(loadConfig(put(text), {})).rejects.toMatchObject({ code: 'file_error', message: /more than 16000/ });
});
