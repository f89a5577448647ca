import { setTimeout as sleep } from 'node:timers/promises';
import type { WindowInfo } from '../../../src-preload/contract/model/windows/window.ts';
import type { Diff } from '../../../src-preload/contract/model/elements/diff.ts';
import { ours } from '../../lib/measurement.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { freshEngine } from '../fresh-engine.ts';
import { spyOnRoot, spyOnTitle, type Spy } from '../peers/xprop-spy.ts';
import { startWindowMaker, steadyNow, type WindowEvent, type WindowMaker } from '../window-maker.ts';

export const events: Bench = {
  name: 'events',
  title:
    'From the moment a program begins to open, rename, activate or close a window until the listener has the news. ' +
    'Opening and activating contain the toolkit and the window manager. `xprop -spy` hears of the very same events, but ' +
    'tells only that a property changed: the title, or the list of window numbers.',
  run: runEvents,
};

/** Time limit for an event; milliseconds. */
const maxWaitMs = 5_000;
/** Pause between two changes, so that each meets an idle desktop. */
const pauseMs = 150;

/** All reported events, with their times of arrival. */
interface Reported {
  readonly at: number;
  readonly diff: Diff<WindowInfo>;
}

async function runEvents(context: BenchContext): Promise<void> {
  const engine = await freshEngine();
  const maker = startWindowMaker();
  const root = spyOnRoot();
  const reported: Reported[] = [];
  const listening = engine.on('windows', (diff) => void reported.push({ at: steadyNow(), diff }));
  try {
    await engine.listWindows({});
    const other = await maker.open('Bench other');
    await sleep(1_000);
    for (let round = 0; round < context.rounds * 4; round++)
      await oneLife(context, { maker, root, reported, other, round });
  } finally {
    listening.dispose();
    await root.end();
    await maker.end();
    await engine.close();
  }
}

interface Scene {
  readonly maker: WindowMaker;
  readonly root: Spy;
  readonly reported: readonly Reported[];
  readonly other: WindowEvent;
  readonly round: number;
}

/** A window opens, changes its title, loses and regains focus, and closes. */
async function oneLife(context: BenchContext, { maker, root, reported, other, round }: Scene): Promise<void> {
  const observe = async (
    task: string,
    spy: Spy,
    action: Promise<WindowEvent>,
    isIt: (diff: Diff<WindowInfo>) => boolean,
  ) => {
    const { at, window } = await action;
    await context.collector.attempt(task, async () => {
      const mine = await first(() => reported.find((each) => each.at >= at && isIt(each.diff))?.at, task);
      context.collector.add({ subject: task, task: 'event', contestant: ours }, mine - at);
    });
    await context.collector.attempt(`${task} with xprop`, async () => {
      const theirs = await first(() => spy.received.find((each) => each >= at), task);
      context.collector.add({ subject: task, task: 'event', contestant: 'xprop -spy' }, theirs - at);
    });
    await sleep(pauseMs);
    return window;
  };
  const title = `Bench event ${round}`;
  const id = await observe('opened', root, maker.open(title), ({ added }) => added.some((w) => w.title === title));
  const spy = spyOnTitle(id);
  await first(() => spy.received[0], 'the start of xprop');
  const renamed = `${title} renamed`;
  const hasName = ({ updated }: Diff<WindowInfo>) => updated.some((w) => w.id === id && w.title === renamed);
  await observe('title', spy, maker.retitle(id, renamed), hasName);
  await spy.end();
  const isActive =
    (which: string) =>
    ({ updated }: Diff<WindowInfo>) =>
      updated.some((w) => w.id === which && w.active);
  await observe('activated', root, maker.activate(other.window), isActive(other.window));
  await observe('activated', root, maker.activate(id), isActive(id));
  await observe('closed', root, maker.close(id), ({ removed }) => removed.includes(id));
}

async function first<T>(ask: () => T | undefined, what: string): Promise<T> {
  const deadline = Date.now() + maxWaitMs;
  while (Date.now() < deadline) {
    const answer = ask();
    if (answer !== undefined) return answer;
    await sleep(5);
  }
  throw new Error(`waited ${maxWaitMs} ms in vain for ${what}`);
}
