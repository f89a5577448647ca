import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { isAbsolute, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endChild, startChild } from '../../scripts/lib/children.mjs';
import { hasProgram } from '../../scripts/lib/programs.mjs';
import { createLog } from '../../src-main/base/log.ts';
import type { Backend, RawInput } from '../../src-main/engine/backend.ts';
import { createBackend } from '../../src-main/engine/create-backend.ts';
import type { EngineContext } from '../../src-main/engine/operations/operation.ts';
import { followRestingPointer } from '../../src-main/engine/watch/pointer/resting-pointer.ts';
import { isKnownAt, shownAt, targetAt } from '../../src-main/engine/watch/presses/press-target.ts';
import { startLiveTree, type LiveTree } from '../../src-main/engine/watch/tree/live-tree.ts';
import { center, type Point } from '../../src-preload/contract/model/geometry.ts';
import type { WindowInfo } from '../../src-preload/contract/model/windows/window.ts';
import { ours } from '../lib/measurement.ts';
import { treeApps, type AppSpec } from '../linux/apps.ts';
import type { BenchContext } from '../linux/bench.ts';
import { freshEngine } from '../linux/fresh-engine.ts';
import { spread, visibleLeaves } from '../linux/leaves.ts';
import { python } from '../linux/peers/run-program.ts';
import { withApp } from '../linux/running-app.ts';
import { steadyNow } from '../linux/window-maker.ts';

const pointsPerApp = 30;
/** How long the pointer rests, and how long an answer may take; milliseconds. */
const stayMs = 500;
/** LibreOffice's first tree takes long; milliseconds. */
const firstReadingMs = 20_000;

/** Time from the pointer's last movement until the recorder knows the element below it, in apps of many toolkits. */
export async function measureResting(context: BenchContext): Promise<void> {
  for (const app of treeApps(context.electron).filter(({ name }) => context.app === null || context.app === name)) {
    context.progress(`recorder: the pointer rests over ${app.name}`);
    if (isInstalled(app.program))
      await withApp(context, app, 'the pointer', (window) => restOver(context, app, window));
    else context.progress(`  ${app.program} is not installed: left out`);
  }
}

function isInstalled(program: string): boolean {
  return isAbsolute(program) ? existsSync(program) : hasProgram(program);
}

async function restOver({ collector }: BenchContext, app: AppSpec, window: WindowInfo): Promise<void> {
  const points = await pointsOf(window);
  const log = createLog('bench engine');
  const own = new Set([process.pid]);
  const backend = await createBackend('linux', { ownProcessIds: () => own, log });
  const hand = startHand();
  const watch = await watchPointer(backend, own);
  try {
    await watch.begun();
    const times = new Map<string, number[]>([
      ['known', []],
      ['confirmed by the app', []],
    ]);
    for (const point of points) {
      const restedAt = await hand.moveTo(point);
      await sleep(stayMs);
      const here = watch.known.filter(({ at, since }) => since >= restedAt && at.x === point.x && at.y === point.y);
      const [first, confirmed] = [here[0], here.find(({ by }) => by === 'app')];
      if (first) times.get('known')?.push(first.since - restedAt);
      if (confirmed) times.get('confirmed by the app')?.push(confirmed.since - restedAt);
    }
    const subject = `${app.name} (${app.toolkit})`;
    for (const [task, all] of times)
      for (const ms of all) collector.add({ subject, task, contestant: ours, note: p95(all) }, ms, all.length);
  } finally {
    watch.end();
    await hand.end();
    await backend.close();
  }
}

async function pointsOf(window: WindowInfo): Promise<readonly Point[]> {
  const engine = await freshEngine();
  try {
    await engine.actOnWindow({ window: window.id, action: 'focus' });
    const { root } = await engine.tree({ window: window.id });
    return spread(visibleLeaves(root, window), pointsPerApp).flatMap(({ bounds }) => (bounds ? [center(bounds)] : []));
  } finally {
    await engine.close();
  }
}

interface Known {
  readonly at: Point;
  /** Answered from the cached tree, or by the app, with all facts a step reports. */
  readonly by: 'tree' | 'app';
  /** On the steady clock, in milliseconds. */
  readonly since: number;
}

/** The parts of the engine that look below the pointer, combined as in the input feed. */
async function watchPointer(backend: Backend, own: Set<number>) {
  const known: Known[] = [];
  const context = { backend, own: { ids: own }, log: createLog('bench engine') } as unknown as EngineContext;
  const look = async (at: Point) => {
    liveTree.rest();
    const found = await targetAt(context, liveTree.view(), at);
    liveTree.learn(found.window, found.path);
    if (found.target) known.push({ at: { x: at.x, y: at.y }, by: 'app', since: steadyNow() });
    return found;
  };
  const isKnown = (at: Point) => {
    const is = isKnownAt(context, liveTree.view(), at);
    if (is) known.push({ at: { x: at.x, y: at.y }, by: 'tree', since: steadyNow() });
    return is;
  };
  const resting = followRestingPointer({
    look,
    isKnown,
    shown: (at) => shownAt(liveTree.view(), at),
    isSettled: () => liveTree.view().fresh,
  });
  const liveTree: LiveTree = startLiveTree(context, {
    pointer: () => resting.place(),
    looked: ({ fresh }) => fresh && resting.settled(),
    menusLooked: () => undefined,
    disturbed: () => resting.disturb(),
  });
  const listening = await backend.observer.listen((input: RawInput) => {
    if (input.type === 'move') resting.moved(input);
  });
  return {
    known,
    /** The window was read for the first time. */
    begun: () => liveTree.rested(firstReadingMs),
    end() {
      listening.dispose();
      resting.dispose();
      liveTree.dispose();
    },
  };
}

function startHand() {
  const script = join(process.cwd(), 'bench/recorder/move_pointer.py');
  const child = startChild(python, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('The pointer cannot be moved.');
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  return {
    /** When the pointer stopped there, on the steady clock. */
    async moveTo({ x, y }: Point): Promise<number> {
      stdin.write(`${x} ${y}\n`);
      return Number((await lines.next()).value);
    },
    end: () => endChild(child),
  };
}

function p95(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  return `p95 ${(sorted[Math.floor(sorted.length * 0.95)] ?? 0).toFixed(1)} ms`;
}
