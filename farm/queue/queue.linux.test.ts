import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, expect, it, vi } from 'vitest';
import { flowOf } from './connect.mjs';

const main = path.join(import.meta.dirname, 'main.mjs');
const children: ChildProcess[] = [];
const folders: string[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/**
 * A run of recordings with a Redis of its own. In place of `deskscope test`, workers run a script with the recording's file as its
 * argument; it counts how often it started, and does what the recording says by `does`.
 */
class Farm {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'deskscope-farm-'));
  readonly #socket = path.join(this.folder, 'redis.sock');
  redis: ChildProcess;

  private constructor() {
    folders.push(this.folder);
    this.redis = this.startRedis();
  }

  static async with(flows: Readonly<Record<string, string>>): Promise<Farm> {
    const farm = new Farm();
    await farm.isUp();
    mkdirSync(path.join(farm.folder, 'flows'));
    for (const [name, does] of Object.entries(flows))
      writeFileSync(path.join(farm.folder, 'flows', `${name}.json`), JSON.stringify({ steps: [], does }));
    writeFileSync(path.join(farm.folder, 'flow.sh'), script, { mode: 0o755 });
    expect(await farm.run('add', 'nightly', 'flows')).toContain(`Added ${Object.keys(flows).length}`);
    return farm;
  }

  startRedis(): ChildProcess {
    const options = { port: 0, unixsocket: this.#socket, dir: this.folder, appendonly: 'yes', appendfsync: 'always' };
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    return this.#keep(spawn('redis-server', [...args, '--save', ''], { stdio: 'ignore' }));
  }

  isUp(): Promise<void> {
    return vi.waitFor(() => expect(existsSync(this.#socket)).toBe(true), 10_000);
  }

  async worker(...options: readonly string[]): Promise<ChildProcess> {
    const args = ['work', '--redis', this.#socket, '--claim', '2', ...options, '--', path.join(this.folder, 'flow.sh')];
    const worker = this.#keep(
      spawn(process.execPath, [main, ...args], { cwd: this.folder, stdio: ['ignore', 'pipe', 'inherit'] }),
    );
    await once(worker.stdout!, 'data');
    return worker;
  }

  /** Standard output of a command, which may exit with 1. */
  async run(...args: readonly string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, [main, ...args, '--redis', this.#socket], {
      cwd: this.folder,
      timeout: 50_000,
    }).catch((error: unknown) => error as { readonly stdout: string });
    return stdout;
  }

  /** Waits until a recording has been started so often, and returns the processes. */
  async started(name: string, times = 1): Promise<readonly number[]> {
    return vi.waitFor(
      () => {
        const pids = readFileSync(path.join(this.folder, `${name}.started`), 'utf8')
          .trim()
          .split('\n')
          .map(Number);
        expect(pids.length).toBeGreaterThanOrEqual(times);
        return pids;
      },
      { timeout: 30_000, interval: 20 },
    );
  }

  /** What was kept of the only recording, by attempts. */
  kept(): readonly string[] {
    const run = path.join(this.folder, 'results', 'nightly');
    const [id = ''] = readdirSync(run).filter((name) => name.startsWith('nightly.'));
    return readdirSync(path.join(run, id)).sort();
  }

  #keep(child: ChildProcess): ChildProcess {
    children.push(child);
    return child;
  }
}

/** A worker that is alive can be taken for dead on a busy machine. */
const again = /passed slow \(ran \d times: \d workers? died or froze\)/;

const script = `#!/bin/sh
name=$(basename "$1" .json)
echo $$ >> "$name.started"
times=$(wc -l < "$name.started")
does=$(sed 's/.*"does":"\\([^"]*\\)".*/\\1/' "$1")
eval "$does"
`;

it('adds a recording once, runs each, tries those that fail again, and stops those that hang', async () => {
  const farm = await Farm.with({
    fails: 'echo it broke; exit 1',
    hangs: 'sleep 60',
    passes: 'exit 0',
    recovers: '[ $times = 2 ]',
  });
  expect(await farm.run('add', 'nightly', 'flows')).toContain('Added 0 to run nightly; 4 were there already.');
  await farm.worker('--claim', '30', '--deadline', '1');
  const report = await farm.run('report', 'nightly');
  expect(report).toContain('failed fails: it broke');
  expect(report).toContain('failed hangs: It did not end within 1 s.');
  expect(report).toMatch(/^passed passes$/m);
  expect(report).toContain('flaky recovers (passed in attempt 2)');
  expect(report).toContain('1 passed, 1 flaky, 2 failed; 4 without a report');
  for (const [name, times] of Object.entries({ fails: 2, hangs: 1, passes: 1, recovers: 2 }))
    expect(await farm.started(name)).toHaveLength(times);
});

it.each([
  [{ run: 'nightly', title: 'a/b c', content: '{}' }, true],
  [{ run: 'nightly', title: '../../b', content: '{}' }, false],
  [{ run: 'nightly', title: '/etc/b', content: '{}' }, false],
  [{ run: '../nightly', title: 'b', content: '{}' }, false],
  [{ run: 'nightly', title: 'b\u001b[2J', content: '{}' }, false],
  [{ run: 'nightly', title: 'b' }, false],
  [null, false],
])('takes %o for a recording: %s', (data, isOne) => {
  const read = () => flowOf({ id: 'nightly.0a', data });
  if (isOne) expect(read()).toMatchObject(data!);
  else expect(read).toThrow('no recording');
});

it('runs the recording of a killed worker again, and says so', async () => {
  const farm = await Farm.with({ slow: '[ $times -ge 2 ] || sleep 60' });
  const worker = await farm.worker();
  const [first = 0] = await farm.started('slow');
  worker.kill('SIGKILL');
  await farm.worker();
  expect(await farm.run('report', 'nightly')).toMatch(again);
  // What the killed one had started ended with it.
  expect(() => process.kill(first, 0)).toThrow('ESRCH');
});

it('counts one result for the recording of a frozen worker, and keeps both', async () => {
  const farm = await Farm.with({ slow: '[ $times -ge 2 ] || sleep 4' });
  const worker = await farm.worker();
  await farm.started('slow');
  worker.kill('SIGSTOP');
  await farm.worker();
  await farm.started('slow', 2);
  expect(await farm.run('report', 'nightly')).toMatch(again);
  worker.kill('SIGCONT');
  await vi.waitFor(() => expect(farm.kept()).toEqual(expect.arrayContaining(['attempt-1', 'attempt-2'])), 20_000);
  expect(await farm.run('report', 'nightly')).toContain('1 passed, 0 flaky, 0 failed');
});

it('gives up on a recording that kills its workers', async () => {
  const farm = await Farm.with({ poison: 'kill -9 $(ps -o ppid= $PPID)' });
  for (let count = 0; count < 2; count++) {
    const worker = await farm.worker();
    await once(worker, 'exit');
  }
  await farm.worker();
  expect(await farm.run('report', 'nightly')).toMatch(/failed poison .*stalled/);
  expect(await farm.started('poison')).toHaveLength(2);
});

it('loses nothing with a Redis that is killed while a recording runs', async () => {
  const farm = await Farm.with({ one: 'sleep 2', two: 'exit 0' });
  await farm.worker('--claim', '20');
  await farm.started('one');
  farm.redis.kill('SIGKILL');
  await once(farm.redis, 'exit');
  await sleep(500);
  farm.redis = farm.startRedis();
  await farm.isUp();
  expect(await farm.run('report', 'nightly')).toContain('2 passed, 0 flaky, 0 failed');
});
