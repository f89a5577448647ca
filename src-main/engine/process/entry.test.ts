import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundle, type Bundle } from '../../../scripts/lib/bundle.mjs';

let built: Bundle;
beforeAll(async () => {
  built = await bundle({ engine: 'src-main/engine/process/entry.ts' });
}, 60_000);
afterAll(() => built.remove());

const listing = `data:text/javascript,
  import Module from 'node:module';
  const usual = Module._extensions['.js'];
  Module._extensions['.js'] = (module, file) => (process.stderr.write(file + '\\n'), usual(module, file));`;

it('what lets go of held keys after a crash, which every engine that acts starts, does not load the engine', async () => {
  const args = ['--import', listing.replaceAll('\n', ''), built.path('engine'), '--let-go'];
  const survivor = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'pipe'], env: { DISPLAY: ':none' } });
  survivor.stdin.end();
  const loaded = (await text(survivor.stderr)).split('\n').filter((line) => line.startsWith(built.folder));
  expect(loaded).toContain(built.path('engine'));
  expect(loaded.filter((file) => readFileSync(file, 'utf8').includes('async function createLocalEngine('))).toEqual([]);
});

it('ends after a rejection that nothing handles, also where the runtime only reports it', async () => {
  // As Electron's utility processes do, but not plain Node.
  const electron = ['--unhandled-rejections=warn'];
  const rejects = `data:text/javascript,
    const { send } = process;
    process.send = (...message) => (send.apply(process, message), Promise.reject(new Error('unforeseen')), true);`;
  const engine = fork(built.path('engine'), ['--backend', 'fake'], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [...electron, '--import', rejects.replaceAll('\n', '')],
  });
  const log = text(engine.stderr as Readable);
  await once(engine, 'exit', { signal: AbortSignal.timeout(8_000) }).finally(() => engine.kill('SIGKILL'));
  expect(await log).toMatch(/a failure that nothing caught.*unforeseen/s);
}, 10_000);
