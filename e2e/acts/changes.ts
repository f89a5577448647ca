import type { Random } from './random.ts';
import { placeOf, type Item, type Op, type Scene } from './scene.ts';

/** A change of the target between the look and the act. */
export interface Change {
  readonly what: string;
  readonly ops: readonly Op[];
  /** Milliseconds after the call began; null if before it. */
  readonly during: number | null;
  /** Another app's window over the target, as fractions of its width and height. */
  readonly other?: { readonly part: 'all' | 'half' | 'middle'; readonly topmost: boolean };
  /** Distance of the window's move, screen pixels. */
  readonly window?: { readonly dx: number; readonly dy: number };
}

let made = 0;

function over(scene: Scene, item: Item, part: 'all' | 'half' | 'middle' | 'corner', kind: Item['kind']): Op {
  const { x, y, w, h } = placeOf(scene, item);
  const id = `${kind}-over-${++made}`;
  const box = {
    all: { x: x - 4, y: y - 4, w: w + 8, h: h + 8 },
    half: { x: x + Math.round(w * 0.4), y: y - 4, w: Math.round(w * 0.7), h: h + 8 },
    middle: { x: x + Math.round(w * 0.25), y: y - 4, w: Math.round(w * 0.5), h: h + 8 },
    corner: { x: x - 6, y: y - 6, w: Math.round(w * 0.6), h: Math.round(h * 0.6) },
  }[part];
  return { op: 'add', item: { id, kind, name: kind === 'button' ? 'Cover' : 'Panel', ...box } };
}

type Make = (random: Random, scene: Scene, item: Item) => Omit<Change, 'what' | 'during'>;

const spare = (random: Random) => ({ x: random.between(0, 480), y: random.between(0, 340) });

const changes: Readonly<Record<string, Make>> = {
  covered: (random, scene, item) => ({
    ops: [over(scene, item, random.of(['all', 'half', 'middle', 'corner']), 'cover')],
  }),
  'covered by a button': (random, scene, item) => ({
    ops: [over(scene, item, random.of(['all', 'half', 'middle', 'corner']), 'button')],
  }),
  veiled: (_, scene, item) => ({ ops: [over(scene, item, 'all', 'veil')] }),
  moved: (random, _, item) => {
    const to = item.pane ? { x: random.between(0, 160), y: random.between(0, 500) } : spare(random);
    return { ops: [{ op: 'move', id: item.id, ...to }] };
  },
  'moved a little': (random, _, item) => ({
    ops: [{ op: 'move', id: item.id, x: item.x + random.between(-70, 70), y: item.y + random.between(-40, 40) }],
  }),
  'swapped places': (random, { items }, item) => {
    const alike = items.filter((each) => each.id !== item.id && each.kind === item.kind && each.pane === item.pane);
    if (alike.length === 0) return { ops: [] };
    const other = random.of(alike);
    return {
      ops: [
        { op: 'move', id: item.id, x: other.x, y: other.y },
        { op: 'move', id: other.id, x: item.x, y: item.y },
      ],
    };
  },
  'cut off by the window': (random, _, { id, pane, x, y }) => {
    const places = [
      { x: 600, y },
      { x, y: -20 },
      { x: -90, y },
    ];
    return { ops: pane ? [] : [{ op: 'move', id, ...random.of(places) }] };
  },
  scrolled: (random) => ({ ops: [{ op: 'scroll', y: random.between(0, 400) }] }),
  'scaled up': (_, __, item) => ({
    ops: [{ op: 'size', id: item.id, w: Math.round(item.w * 1.4), h: Math.round(item.h * 1.4) }],
  }),
  'replaced by its like': (_, __, item) => ({
    ops: [
      { op: 'remove', id: item.id },
      { op: 'add', item: { ...item, id: `${item.id}x` } },
    ],
  }),
  'replaced by another': (random, { items }, item) => ({
    ops: [
      { op: 'remove', id: item.id },
      {
        op: 'add',
        item: { ...item, id: `${item.id}z`, name: random.of(items).name === item.name ? 'Other' : 'Newcomer' },
      },
    ],
  }),
  removed: (_, __, item) => ({ ops: [{ op: 'remove', id: item.id }] }),
  renamed: (_, __, item) => ({ ops: [{ op: 'rename', id: item.id, name: 'Renamed' }] }),
  'swapped names': (random, { items }, item) => {
    const alike = items.filter((each) => each.id !== item.id && each.kind === item.kind && each.name !== item.name);
    if (alike.length === 0) return { ops: [] };
    const other = random.of(alike);
    return {
      ops: [
        { op: 'rename', id: item.id, name: other.name },
        { op: 'rename', id: other.id, name: item.name },
      ],
    };
  },
  disabled: (_, __, item) => ({ ops: [{ op: 'enable', id: item.id, on: false }] }),
  'under another app': (random) => ({
    ops: [],
    other: { part: random.of(['all', 'half', 'middle'] as const), topmost: random.chance(0.7) },
  }),
  'in a moved window': (random) => ({
    ops: [],
    window: { dx: random.between(-120, 120), dy: random.between(-60, 60) },
  }),
};

/** @returns a change of an item of the scene, or none, before or during the act */
export function randomChange(random: Random, scene: Scene, item: Item): Change {
  const nothing: Change = { what: 'as it was', ops: [], during: null };
  if (random.chance(0.2)) return nothing;
  const what = random.of(Object.keys(changes));
  const change = changes[what]?.(random, scene, item);
  if (!change) return nothing;
  if (change.ops.length === 0 && !change.other && !change.window) return nothing;
  // An act takes a few hundred milliseconds, most of them for the look.
  return { what, ...change, during: random.chance(0.4) ? random.between(0, 500) : null };
}
