import { expect, it } from 'vitest';
import type { Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import { silentLog } from '../../../base/log.ts';
import type { Pixels } from '../../backend.ts';
import type { EngineContext } from '../../operations/operation.ts';
import { node } from '../../testing/node.ts';
import type { LiveView } from '../tree/earlier-views.ts';
import { UnreportedViews } from './unreported-views.ts';

const bounds = { x: 0, y: 0, width: 320, height: 240 };
const window = { id: '0x1', title: 'Files', bounds, state: 'normal' } as unknown as WindowInfo;
const icons = { ...node('Pane', 'Icons'), bounds };
const root = { ...node('Window', 'Files', [icons]), bounds };
const view: LiveView = {
  stack: [window],
  active: window,
  root,
  focused: null,
  fresh: true,
  isUntouched: true,
  reporting: new Set(),
};

/** A white window with a dark icon at each place. */
function showing(...places: Point[]): Pixels {
  const rgba = new Uint8Array(bounds.width * bounds.height * 4).fill(255);
  for (const { x, y } of places)
    for (let row = y - 12; row < y + 12; row++)
      for (let column = x - 12; column < x + 12; column++)
        rgba.fill(40, (row * bounds.width + column) * 4, (row * bounds.width + column) * 4 + 3);
  return { width: bounds.width, height: bounds.height, rgba, opaque: true };
}

const [pressed, other] = [
  { x: 200, y: 100 },
  { x: 60, y: 100 },
];

const contextOf = (pixels: () => Pixels) =>
  ({
    backend: {
      capture: { window: () => Promise.resolve({ pixels: pixels(), bounds }) },
      windows: { asking: () => Promise.resolve(false), list: () => Promise.resolve([window]) },
    },
    recognizers: { use: () => Promise.resolve() },
    log: silentLog,
    own: { ids: new Set() },
  }) as unknown as EngineContext;

it.each([
  ['the same', showing(pressed, other), true],
  ['another thing elsewhere', showing(pressed), true],
  ['what the press led to', showing(other), false],
])('a picture that was taken too late and shows %s', async (_, later, isKept) => {
  let now = showing(pressed, other);
  const views = new UnreportedViews(contextOf(() => now));
  await views.looked(view);
  views.disturbed();
  now = later;
  expect((await views.shownAt(view, pressed, performance.now())) !== null).toBe(isKept);
});

it('a view that a key has changed is pictured again at once, other changes only now and then', async () => {
  const slow = () => new Promise<void>((done) => setTimeout(done, 20));
  let taken = 0;
  const context = contextOf(() => showing(pressed));
  context.backend.capture.window = async () => {
    taken += 1;
    await slow();
    return { pixels: showing(pressed), bounds, note: '' };
  };
  const views = new UnreportedViews(context);
  for (const isCommand of [false, false, true]) {
    views.disturbed(isCommand);
    await views.looked(view);
  }
  expect(taken).toBe(2);
});

it.each([
  ['an outdated tree', false, true],
  ['the current tree', true, false],
])('a press on what was a row in %s is pictured: %s → %s', async (_, fresh, isKept) => {
  const row = { ...node('DataItem', 'beta.txt'), bounds: { x: 180, y: 90, width: 60, height: 20 } };
  const rows: LiveView = { ...view, fresh, root: { ...node('Window', 'Files', [row]), bounds } };
  const views = new UnreportedViews(contextOf(() => showing(pressed, other)));
  await views.looked(view);
  const shown = await views.shownAt(rows, pressed, performance.now());
  expect(shown !== null).toBe(isKept);
  if (!shown) return;
  const { target, around } = await views.pointedAt(shown, root, pressed);
  expect(target ?? around).not.toBeNull();
});

it('a press in a window that was not read again is not pictured if it may hide a secret now', async () => {
  const row = { ...node('DataItem', 'beta.txt'), bounds: { x: 180, y: 90, width: 60, height: 20 } };
  const rows: LiveView = { ...view, fresh: false, root: { ...node('Window', 'Files', [row]), bounds } };
  const views = new UnreportedViews(contextOf(() => showing(pressed, other)));
  await views.looked(view);
  const shown = (await views.shownAt(rows, pressed, performance.now()))!;
  const secret = { ...node('Edit', 'Password'), states: ['visible', 'password'] as const, bounds: icons.bounds };
  const now = { ...node('Window', 'Files', [icons, secret]), bounds };
  expect(await views.pointedAt(shown, now, pressed)).toEqual({ target: null, around: null });
});

it('a drag from a thing is told from one that begins on the ground between', async () => {
  const views = new UnreportedViews(contextOf(() => showing(pressed, other)));
  await views.looked(view);
  const shown = (await views.shownAt(view, pressed, performance.now()))!;
  const begins = async (from: Point) =>
    (await views.along(shown, root, from, { x: 220, y: 160 }))?.isFromGround === true;
  expect([await begins(other), await begins({ x: 130, y: 40 })]).toEqual([false, true]);
});
