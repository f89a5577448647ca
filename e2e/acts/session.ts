import { run } from '../../scripts/lib/run.mjs';
import { randomAct, type Act } from './acts.ts';
import { randomChange, type Change } from './changes.ts';
import { judge, type Verdict } from './judge.ts';
import { look } from './look.ts';
import { seeded } from './random.ts';
import { changed, randomScene, type Scene } from './scene.ts';
import type { Answer, Door } from './server.ts';
import { stage, type Entry, type Staged } from './stage.ts';
import { toolkits, type ToolkitName } from './toolkits.ts';

/** One act, the caller's result, and the app's log. */
export interface Tried {
  readonly toolkit: ToolkitName;
  /** With it, the toolkit and `at` the act can be repeated: `ACTS_SEED=… ACTS_TOOLKITS=… ACTS_ONLY=…`. */
  readonly seed: number;
  readonly at: number;
  readonly scale: number;
  readonly act: Act;
  readonly change: Change;
  readonly answer: Answer;
  readonly entries: readonly Entry[];
  readonly verdict: Verdict;
}

/**
 * Does random acts in a fresh app of a toolkit. Each has its own scene and choices, derived from the
 * seed, the toolkit and the act's number: so one can be repeated alone.
 * @param how.only numbers of the acts to run; default: all
 */
export async function session(
  door: Door,
  toolkit: ToolkitName,
  how: {
    readonly seed: number;
    readonly acts: number;
    readonly only?: readonly number[] | undefined;
    readonly report: (tried: Tried) => void;
  },
): Promise<void> {
  const { seed, acts, only, report } = how;
  const ofToolkit = seed * 31 + Object.keys(toolkits).indexOf(toolkit);
  const random = seeded(ofToolkit);
  const scale = random.chance(0.6) ? 1 : random.of(toolkits[toolkit].scales);
  const staged = await stage(toolkit, scale);
  try {
    for (let at = 0; at < acts; at++) {
      if (only && !only.includes(at)) continue;
      const own = seeded(ofToolkit * 1_009 + at);
      const scene = randomScene(own);
      await staged.show(scene);
      await shown(door, scene);
      report({ toolkit, seed, at, scale, ...(await oneAct(staged, door, scene, own)) });
    }
  } finally {
    await staged.close();
  }
}

/** Waits until the tree contains the scene, and no longer the previous one: its list has a unique name. */
export async function shown(door: Door, { items }: Scene): Promise<void> {
  const name = items.find(({ kind }) => kind === 'list')?.name;
  const deadline = Date.now() + 60_000;
  for (;;) {
    const { ok, text } = await door.call('find_element', { window: 'Scene', name, control_type: 'List' });
    if (ok) return;
    if (Date.now() > deadline) throw new Error(`The scene does not show: ${text}`);
  }
}

async function oneAct(staged: Staged, door: Door, before: Scene, random: ReturnType<typeof seeded>) {
  const seen = await look(door);
  const act = await randomAct(random, door, seen, before);
  const change = randomChange(random, before, act.item);
  await staged.received();
  const begin = () => disturb(staged, change, act);
  const during = change.during === null ? await begin().then(() => null) : begin();
  const answer = await act.call(door);
  const changedAt = await during;
  const after = change.ops.reduce(changed, before);
  let entries = await staged.received(80);
  let verdict = judge({ act, change, changedAt, before, after, answer, entries });
  // On a busy machine the app may be late.
  if (verdict !== 'right') {
    entries = [...entries, ...(await staged.received(600))];
    verdict = judge({ act, change, changedAt, before, after, answer, entries });
  }
  if (change.other) staged.other(null);
  return { act, change, answer, entries, verdict };
}

/** Makes a change now, or during a call. @returns when the app had made it; null if it only moved windows */
async function disturb(staged: Staged, change: Change, { line: { place } }: Act): Promise<number | null> {
  const { ops, during, other, window } = change;
  if (other && place) {
    const left = other.part === 'middle' ? 0.25 : other.part === 'half' ? 0.4 : -0.1;
    const width = other.part === 'middle' ? 0.5 : other.part === 'half' ? 0.7 : 1.2;
    const box = {
      x: Math.round(place.x + left * place.w),
      y: place.y - 8,
      w: Math.round(width * place.w),
      h: place.h + 16,
    };
    staged.other({ ...box, topmost: other.topmost });
    await staged.change([], 250);
  }
  if (window) await moveWindow(window);
  return ops.length > 0 ? staged.change(ops, during ?? 0) : null;
}

async function moveWindow({ dx, dy }: { readonly dx: number; readonly dy: number }): Promise<void> {
  const find = ['search', '--onlyvisible', '--name', '^Scene'];
  const sign = (by: number) => String(by);
  const { code, output } = await run('xdotool', [
    ...find,
    'windowmove',
    '--sync',
    '--relative',
    '--',
    sign(dx),
    sign(dy),
  ]);
  if (code !== 0 && !output.includes('timed')) throw new Error(`xdotool: ${output}`);
}
