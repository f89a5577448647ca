import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endChild, startChild } from '../../scripts/lib/children.mjs';
import { ownHome } from '../../scripts/lib/own-home.mjs';
import { run } from '../../scripts/lib/run.mjs';
import type { Engine } from '../../src-main/engine/engine.ts';
import type { WindowInfo } from '../../src-preload/contract/model/windows/window.ts';
import type { AppSpec } from './apps.ts';
import type { BenchContext } from './bench.ts';

/** An app with its window open, not read by any contestant yet. */
export interface RunningApp {
  readonly window: WindowInfo;
  close(): Promise<void>;
}

const appearsWithinMs = 60_000;

/**
 * Starts an app with its own home and waits until the title of its window shows that it is ready. Does not use accessibility: the
 * first read is left to the contestant.
 * @param desk lists windows
 * @throws Error when no such window appears within a minute
 */
export async function startApp(desk: Engine, spec: AppSpec): Promise<RunningApp> {
  const home = await mkdtemp(join(tmpdir(), `deskscope-bench-${spec.name}-`));
  const before = new Set((await windowsOf(desk)).map(({ id }) => id));
  const env = { ...process.env, ...ownHome(home), ...spec.env };
  if (spec.prepare) {
    const [program, ...args] = spec.prepare;
    await run(program, args, { env, timeoutMs: appearsWithinMs });
  }
  const child = startChild(spec.program, spec.args(home), { env, cwd: home });
  const close = async () => {
    await endChild(child);
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    const window = await appears(desk, spec, before);
    await sleep(spec.settleMs);
    return { window, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A fresh instance for one sample; a failure of the app or of the contestant loses only this sample, and is reported. */
export async function withApp(
  { desk, collector }: BenchContext,
  spec: AppSpec,
  who: string,
  work: (window: WindowInfo) => Promise<void>,
): Promise<void> {
  await collector.attempt(`${spec.name} with ${who}`, async () => {
    const running = await startApp(desk, spec);
    try {
      await work(running.window);
    } finally {
      await running.close();
    }
  });
}

async function appears(desk: Engine, spec: AppSpec, before: ReadonlySet<string>): Promise<WindowInfo> {
  const deadline = Date.now() + appearsWithinMs;
  while (Date.now() < deadline) {
    const fresh = (await windowsOf(desk)).filter(({ id, title }) => !before.has(id) && spec.title.test(title));
    const [largest] = fresh.sort((a, b) => area(b) - area(a));
    if (largest) return largest;
    await sleep(200);
  }
  throw new Error(`${spec.name} showed no window titled ${String(spec.title)} within ${appearsWithinMs} ms.`);
}

async function windowsOf(desk: Engine): Promise<WindowInfo[]> {
  return [...(await desk.listWindows({})).items];
}

function area({ bounds }: WindowInfo): number {
  return bounds.width * bounds.height;
}
