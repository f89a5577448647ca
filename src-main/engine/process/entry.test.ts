import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
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
