import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createBroker } from '../../../permissions/broker.ts';
import { createBench, type Bench, type BenchOptions } from '../../testing/run-tools.ts';
import { permissionsIn } from '../../../permissions/testing/asked.ts';

let folder: string;
let bench: Bench;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'deskscope-file-ops-'))));
afterEach(async () => {
  await bench.close();
  rmSync(folder, { recursive: true });
});

const at = (name: string) => path.join(folder, name);
const agent = { kind: 'agent', name: 'Robot' } as const;

async function start(options: BenchOptions = {}): Promise<void> {
  bench = await createBench({ policyMode: 'act', caller: agent, settings: { allowedFolders: [folder] }, ...options });
}

it('writes, lists, reads and moves where the user allowed it', async () => {
  await start();
  expect(await bench.text('list_folder')).toBe(`folder “${folder}”`);
  expect(await bench.text('write_file', { path: at('a.txt'), text: 'Grüße\n> x' })).toContain('Wrote 11 bytes');
  expect(await bench.text('list_folder', { path: folder })).toMatch(/^file “a\.txt” 11 bytes \d{4}-/);
  expect(await bench.run('read_file', { path: at('a.txt') })).toMatchObject({
    result: { text: `“${at('a.txt')}” has 11 bytes:\n> Grüße\n> > x`, data: { text: 'Grüße\n> x' } },
  });
  expect(await bench.text('move_file', { path: at('a.txt'), new_path: at('b.txt') })).toContain('Moved');
  expect(readdirSync(folder)).toEqual(['b.txt']);
});

it('reads a long text in parts, and refuses a binary file', async () => {
  await start();
  const whole = Array.from({ length: 20_000 }, (_, line) => `line ${line}\n`).join('');
  writeFileSync(at('long.txt'), whole);
  let read = '';
  for (let more = true; more;) {
    const part = await bench.run('read_file', { path: at('long.txt'), offset: read.length }, { room: 4_000 });
    const { data, note = '' } = (part as { result: { data: { text: string }; note?: string } }).result;
    read += data.text;
    more = note.includes(`Next page: offset ${read.length}`);
  }
  expect(read).toBe(whole);
  writeFileSync(at('picture'), Buffer.from([0xff, 0xd8, 0xff]));
  expect(await bench.failure('read_file', { path: at('picture') })).toContain('is not UTF-8 text');
});

it('asks before it writes or moves, and not about refused calls', async () => {
  const broker = createBroker({ readingMs: 0 });
  const asked: string[] = [];
  broker.onChange((pending) => {
    for (const { id, sentence } of permissionsIn(pending)) {
      asked.push(sentence);
      broker.decide(id, sentence.startsWith('Move') ? 'deny' : 'once');
    }
  });
  await start({ policyMode: 'ask', broker });
  const elsewhere = path.join(folder, '..', 'other.txt');
  expect(await bench.failure('write_file', { path: elsewhere, text: 'x' })).toContain('permission_denied');
  expect(await bench.failure('write_file', { path: `${folder}/../other.txt`, text: 'x' })).toContain(
    'invalid_parameter',
  );
  expect(await bench.failure('move_file', { path: at('a.txt'), new_path: path.resolve('/etc/passwd') })).toContain(
    'permission_denied',
  );
  expect(asked).toEqual([]);
  await bench.text('write_file', { path: at('a.txt'), text: 'x' });
  expect(await bench.failure('move_file', { path: at('a.txt'), new_path: at('b.txt'), replace: true })).toContain(
    'permission_denied',
  );
  expect(asked).toEqual([
    `Write the file “${at('a.txt')}” with “x”`,
    `Move “${at('a.txt')}” to “${at('b.txt')}” and replace what is there`,
  ]);
  expect(await bench.text('read_file', { path: at('a.txt') })).toContain('> x');
  expect(readdirSync(folder)).toEqual(['a.txt']);
});

it('does nothing in a dry run', async () => {
  await start();
  writeFileSync(at('a.txt'), 'a');
  const write = await bench.text('write_file', { path: at('a.txt'), text: 'b', replace: true, dry_run: true });
  expect(write).toContain('Dry run: nothing was done. It would: Write or replace the file');
  expect(await bench.text('move_file', { path: at('a.txt'), new_path: at('b.txt'), dry_run: true })).toContain(
    'Route: move',
  );
  expect(readFileSync(at('a.txt'), 'utf8')).toBe('a');
  expect(readdirSync(folder)).toEqual(['a.txt']);
});

it('has no folder if the user allowed none', async () => {
  await start({ settings: {} });
  expect(await bench.text('list_folder')).toBe('The user allowed no folder.');
  expect(await bench.run('read_file', { path: path.resolve('/etc/hostname') })).toMatchObject({
    ok: false,
    error: { code: 'permission_denied', hint: expect.stringContaining('--allow-folder') as string },
  });
});

it('gives no agent the tokens and settings of the user, nor a configuration to change', async () => {
  mkdirSync(at('.config/deskscope'), { recursive: true });
  writeFileSync(at('.config/deskscope/settings.json'), '{"policyMode":"ask"}');
  writeFileSync(at('app.yaml'), 'App: {}');
  writeFileSync(at('served.yaml'), 'Served: {}');
  await start({
    profile: at('.config/deskscope'),
    config: at('served.yaml'),
    settings: { allowedFolders: [folder], mcpConfig: at('app.yaml') },
  });
  for (const path of ['.config/deskscope/settings.json', 'app.yaml', 'served.yaml'].map(at)) {
    const before = readFileSync(path, 'utf8');
    expect(await bench.failure('read_file', { path })).toContain('permission_denied');
    expect(await bench.failure('write_file', { path, text: '{}', replace: true })).toContain('permission_denied');
    expect(await bench.failure('move_file', { path, new_path: at('b') })).toContain('permission_denied');
    expect(readFileSync(path, 'utf8')).toBe(before);
  }
});
