import { toWire } from '#contract/errors';
import type { ElementId } from '#contract/model/elements/element';
import type { WindowInfo } from '#contract/model/windows/window';
import { monotonicMs } from '../../base/async/monotonic.ts';
import type { Engine } from '../../engine/engine.ts';

/** How a reading of all elements of a window went. */
export interface Reading {
  readonly elements: number;
  readonly milliseconds: number;
  /** Why it is incomplete, e.g. `time`; null if complete. */
  readonly cut: string | null;
}

/** Figures of one window: no title, name or text of it, and of its picture no more than the size. */
export interface WindowFigures {
  /** The program's name. */
  readonly app: string;
  readonly className: string;
  readonly toolkit: string;
  /** Number of elements that the app reports in one answer about all of them; null if it has no such query. */
  readonly atOnce: number | Failure | null;
  readonly first: Reading | Failure;
  readonly second: Reading | Failure;
  /** Each element asked for its children. */
  readonly byLevels: Reading | Failure;
  readonly picture: Picture | Failure;
}

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly milliseconds: number;
  readonly whole: boolean;
}
interface Failure {
  readonly error: string;
}

/** Level by level a window is read no further than this. */
const mostAsked = 2_000;
const mostMs = 30_000;
const pageSize = 500;

/** Reads every window of the desktop in several ways, and reports how long each took. It acts on none. */
export async function measureDesktop(engine: Engine, signal: AbortSignal): Promise<readonly WindowFigures[]> {
  const { items } = await engine.listWindows({}, { signal });
  const figures: WindowFigures[] = [];
  for (const window of items) if (window.state !== 'minimized') figures.push(await measure(engine, window, signal));
  return figures;
}

async function measure(engine: Engine, window: WindowInfo, signal: AbortSignal): Promise<WindowFigures> {
  const { id, app, className, toolkit } = window;
  const whole = () => orFailure(signal, () => readWhole(engine, window, signal));
  const first = await whole();
  const second = await whole();
  // Not before: it wakes apps that report nothing until they are asked, and the first reading has to show that.
  const atOnce = await orFailure(signal, () => engine.countInOneAnswer({ window: id }, { signal }));
  const byLevels = await orFailure(signal, () => readByLevels(engine, window, signal));
  const picture = await orFailure(signal, async () => {
    const begun = monotonicMs();
    const { bounds, note } = await engine.capture({ target: { kind: 'window', window: id } }, { signal });
    return { width: bounds.width, height: bounds.height, milliseconds: since(begun), whole: note === '' };
  });
  return { app, className, toolkit, atOnce, first, second, byLevels, picture };
}

async function readWhole(engine: Engine, { id }: WindowInfo, signal: AbortSignal): Promise<Reading> {
  const begun = monotonicMs();
  const { nodeCount, truncated, diagnosis } = await engine.tree({ window: id }, { signal });
  return { elements: nodeCount, milliseconds: since(begun), cut: truncated ?? diagnosis?.code ?? null };
}

async function readByLevels(engine: Engine, { id }: WindowInfo, signal: AbortSignal): Promise<Reading> {
  const begun = monotonicMs();
  const { root } = await engine.tree({ window: id, depth: 0 }, { signal });
  const queue: ElementId[] = [root.id];
  for (let next = 0; next < queue.length; next++) {
    for (let offset = 0; ; offset += pageSize) {
      const cut = next >= mostAsked ? 'nodes' : monotonicMs() - begun > mostMs ? 'time' : null;
      if (cut !== null) return { elements: queue.length, milliseconds: since(begun), cut };
      const element = queue[next] as ElementId;
      const page = await engine.children({ element, offset, limit: pageSize }, { signal });
      queue.push(...page.map((child) => child.id));
      if (page.length < pageSize) break;
    }
  }
  return { elements: queue.length, milliseconds: since(begun), cut: null };
}

async function orFailure<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | Failure> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) throw error;
    return { error: toWire(error).code };
  }
}

function since(begun: number): number {
  return Math.round((monotonicMs() - begun) * 10) / 10;
}

/** A line for people. */
export function figuresText({ app, className, atOnce, first, second, byLevels, picture }: WindowFigures): string {
  const shot =
    'error' in picture
      ? picture.error
      : `${picture.width} × ${picture.height} in ${picture.milliseconds} ms${picture.whole ? '' : ', not all of it'}`;
  const count = typeof atOnce === 'number' ? `${atOnce} elements` : atOnce?.error;
  const readings = [
    ...(count === undefined ? [] : [`at once ${count}`]),
    `first ${readingText(first)}`,
    `again ${readingText(second)}`,
    `by levels ${readingText(byLevels)}`,
  ];
  return `${app} (${className}): ${[...readings, `picture ${shot}`].join('; ')}`;
}

function readingText(reading: Reading | Failure): string {
  if ('error' in reading) return reading.error;
  const { elements, milliseconds, cut } = reading;
  const each = (milliseconds / elements).toFixed(2);
  return `${elements} elements in ${milliseconds} ms, ${each} each${cut === null ? '' : `, cut: ${cut}`}`;
}
