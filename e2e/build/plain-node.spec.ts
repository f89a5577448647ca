import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../scripts/lib/run.mjs';
import { root } from '../../scripts/lib/paths.mjs';
import { expect, test } from '../fixtures/test.ts';

const main = join(root, 'out', 'main');
/** Not just the word, which is also the name of some apps' toolkit. */
const loadsElectron = /\b(require|import)\(\s*["'`](node:)?electron(\/[a-z]+)?["'`]/;

for (const entry of ['engine.js', 'cli.js', 'computer.js', 'agents.js']) {
  test(`no electron reaches the built ${entry}`, async () => {
    const files = await reachable(join(main, entry));
    const guilty = [...files].flatMap(([file, text]) => (loadsElectron.test(text) ? [file] : []));
    expect(guilty).toEqual([]);
  });
}

test('the bridge is one file that needs only Node, so that it fits in a bundle', async () => {
  const [[, text] = ['', ''], ...chunks] = [...(await reachable(join(main, 'bridge.js')))];
  expect(chunks).toEqual([]);
  const needed = [...text.matchAll(/\brequire\(["']([^"']+)["']\)/g)].map(([, name]) => name ?? '');
  expect(needed.filter((name) => !name.startsWith('node:'))).toEqual([]);
  expect(needed).toContain('node:http');
});

test('the check above would find electron in the app itself', async () => {
  const texts = [...(await reachable(join(main, 'index.js'))).values()];
  expect(texts.some((text) => loadsElectron.test(text))).toBe(true);
});

test('the app opens its window before it loads its services', async () => {
  const files = await reachable(join(main, 'index.js'), /^(?:const \S+ = )?require\(["'](\.[^"']+)["']\)/gm);
  const bytes = [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  // Most of them are zod's; the services have three million.
  expect(bytes).toBeLessThan(400_000);
});

test('the command line answers under plain Node', async () => {
  const { code, output } = await run(process.execPath, [join(root, 'bin', 'deskscope.cjs'), '--help'], {
    timeoutMs: 20_000,
  });
  expect(output).toContain('Usage: deskscope COMMAND');
  expect(code).toBe(0);
});

test('the engine becomes ready under plain Node, and exits on request', async () => {
  const engine = fork(join(main, 'engine.js'), ['--backend', 'fake']);
  try {
    const [first] = (await once(engine, 'message', { signal: AbortSignal.timeout(20_000) })) as unknown[];
    expect(first).toEqual({ type: 'ready' });
    const ended = once(engine, 'exit', { signal: AbortSignal.timeout(20_000) });
    engine.disconnect();
    await ended;
  } finally {
    engine.kill('SIGKILL');
  }
});

test('the engine exits after an uncaught failure, even if the runtime continues, as Electron does', async () => {
  const fails = 'process.once("SIGUSR2", () => Promise.reject(new Error("lost")))';
  const execArgv = ['--unhandled-rejections=warn', '--import', `data:text/javascript,${encodeURIComponent(fails)}`];
  const engine = fork(join(main, 'engine.js'), ['--backend', 'fake'], { execArgv });
  try {
    await once(engine, 'message', { signal: AbortSignal.timeout(20_000) });
    const ended = once(engine, 'exit', { signal: AbortSignal.timeout(20_000) });
    engine.kill('SIGUSR2');
    expect(await ended).toEqual([null, 'SIGKILL']);
  } finally {
    engine.kill('SIGKILL');
  }
});

/** The file and every chunk it requires, by path: at any time, or as `requires` finds it. */
async function reachable(
  entry: string,
  requires = /require\(["'](\.[^"']+)["']\)/g,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    const text = await readFile(file, 'utf8');
    found.set(file, text);
    for (const [, name] of text.matchAll(requires)) waiting.push(join(file, '..', name ?? ''));
  }
  return found;
}
