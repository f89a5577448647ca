import type { Random } from './random.ts';

/** Size of a scene's window below its menu, in the app's own pixels. */
export const sceneSize = { w: 640, h: 400 };

export type ItemKind =
  | 'button'
  | 'check'
  | 'link'
  | 'field'
  | 'pad'
  | 'combo'
  | 'slider'
  | 'tabs'
  | 'list'
  | 'pane'
  | 'cover'
  | 'veil';

/** A widget of a scene. Positions are the app's own pixels, in the scene or in its pane's content. */
export interface Item {
  readonly id: string;
  readonly kind: ItemKind;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  /** Whether it is in the pane, which scrolls. */
  readonly pane?: boolean;
  readonly enabled?: boolean;
  readonly options?: readonly string[];
  /** Position in a pane's content. */
  readonly height?: number;
}

/** What an app shows, according to the test. Later items are on top of earlier ones. */
export interface Scene {
  readonly items: readonly Item[];
  readonly menu: { readonly name: string; readonly entries: readonly (readonly [id: string, name: string])[] };
  /** Scroll offset of the pane. */
  readonly scroll: number;
}

/** Commands that change an app, implemented in `e2e/target-apps/linux/scenes`. */
export type Op =
  | { readonly op: 'add'; readonly item: Item }
  | { readonly op: 'move'; readonly id: string; readonly x: number; readonly y: number }
  | { readonly op: 'size'; readonly id: string; readonly w: number; readonly h: number }
  | { readonly op: 'rename'; readonly id: string; readonly name: string }
  | { readonly op: 'remove'; readonly id: string }
  | { readonly op: 'enable'; readonly id: string; readonly on: boolean }
  | { readonly op: 'scroll'; readonly y: number };

const names = [
  'Save',
  'Save as',
  'Send',
  'Anna Berg',
  'Anna',
  'Über uns',
  'Close tab',
  'Ready?',
  '設定',
  'Next',
  'Previous',
  'Row 1',
  'Row 11',
  'Bold',
  'A & B',
  'Print',
  'Share',
  'Later',
];
const words = ['Apple', 'Pear', 'Plum', 'Fig', 'Lime', 'Kiwi', 'Melon', 'Date', 'Quince', 'Grape'];
const menuEntries = [
  ['entry1', 'Open all'],
  ['entry2', 'Open'],
  ['entry3', 'Fold'],
] as const;
const cell = { w: 160, h: 80 };
const sizes: Partial<Record<ItemKind, readonly [number, number]>> = {
  button: [120, 36],
  check: [140, 34],
  link: [120, 36],
  field: [140, 36],
  pad: [120, 56],
  combo: [140, 36],
  slider: [140, 36],
  tabs: [150, 74],
};

/** Items on the grid, in random order. */
const oneOfEach: readonly ItemKind[] = [
  'button',
  'button',
  'button',
  'button',
  'check',
  'check',
  'link',
  'field',
  'field',
  'pad',
  'pad',
  'combo',
  'slider',
  'tabs',
];

/** Widgets of every kind on a grid, a scrolling list and a scrolling pane, some with equal names. */
export function randomScene(random: Random): Scene {
  const label = () => (random.chance(0.25) ? random.of(names.slice(0, 4)) : random.of(names));
  const options = (kind: ItemKind) => {
    const count = { combo: 4, tabs: 2 }[kind as string];
    return count === undefined ? {} : { options: random.shuffled(words).slice(0, count) };
  };
  let count = 0;
  const make = (kind: ItemKind, x: number, y: number, more: Partial<Item> = {}): Item => {
    const [w, h] = sizes[kind] ?? [120, 36];
    return { id: `${kind}${++count}`, kind, name: label(), x, y, w, h, ...options(kind), ...more };
  };
  const cells = [0, 1, 2].flatMap((row) => [0, 1, 2, 3].map((column) => [column, row] as const));
  const kinds = random.shuffled(oneOfEach).slice(0, random.between(12, 14));
  const items = [...cells, [0, 3] as const, [0, 4] as const].flatMap(([column, row], at) => {
    const kind = kinds[at];
    return kind ? [make(kind, column * cell.w + 8, row * cell.h + 4)] : [];
  });
  items.push(
    make('list', cell.w + 8, 3 * cell.h + 4, {
      w: 140,
      h: 148,
      name: `Fruits ${random.between(1, 9_999)}`,
      options: random.shuffled(words),
    }),
    make('pane', 2 * cell.w + 4, 3 * cell.h + 4, { w: 308, h: 148, name: 'Pane', height: 560 }),
  );
  for (const row of [0, 1, 2, 3, 4, 5]) {
    for (const column of [0, 1]) {
      const kind = random.of<ItemKind>(['button', 'check', 'pad', 'button']);
      items.push(make(kind, column * 140 + 8, row * 90 + random.between(4, 30), { pane: true }));
    }
  }
  const disabled = random.of(items.filter(({ kind }) => kind === 'button')).id;
  return {
    items: items.map((item) => (item.id === disabled ? { ...item, enabled: false } : item)),
    menu: { name: 'Actions', entries: menuEntries },
    scroll: 0,
  };
}

/** The scene after an operation. */
export function changed(scene: Scene, op: Op): Scene {
  const { items } = scene;
  const on = (id: string, change: Partial<Item>) => ({
    ...scene,
    items: items.map((item) => (item.id === id ? { ...item, ...change } : item)),
  });
  switch (op.op) {
    case 'add':
      return { ...scene, items: [...items, op.item] };
    case 'move':
      return on(op.id, { x: op.x, y: op.y });
    case 'size':
      return on(op.id, { w: op.w, h: op.h });
    case 'rename':
      return on(op.id, { name: op.name });
    case 'remove':
      return { ...scene, items: items.filter(({ id }) => id !== op.id) };
    case 'enable':
      return on(op.id, { enabled: op.on });
    case 'scroll':
      return { ...scene, scroll: op.y };
  }
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Position of an item in the scene, in or out of view. */
export function placeOf(scene: Scene, item: Item): Box {
  const pane = scene.items.find(({ kind }) => kind === 'pane');
  if (!item.pane || !pane) return item;
  return { x: pane.x + item.x, y: pane.y + item.y - scene.scroll, w: item.w, h: item.h };
}

/**
 * Which fraction of an item is visible and clickable, from 0 to 1: of a grid of points in it, those inside the window and the
 * pane, and not covered by anything that takes events.
 */
export function freePart(scene: Scene, item: Item): number {
  const place = placeOf(scene, item);
  const pane = scene.items.find(({ kind }) => kind === 'pane');
  const views: Box[] = [{ x: 0, y: 0, ...sceneSize }];
  if (item.pane && pane) views.push({ x: pane.x, y: pane.y, w: pane.w - 20, h: pane.h });
  const over = scene.items.filter(
    (other) => other.id !== item.id && other.kind !== 'veil' && !(item.pane && other.kind === 'pane'),
  );
  const steps = [0.1, 0.3, 0.5, 0.7, 0.9];
  const points = steps.flatMap((i) => steps.map((j) => ({ x: place.x + i * place.w, y: place.y + j * place.h })));
  const free = points.filter(
    (point) => views.every((view) => isIn(view, point)) && !over.some((each) => isIn(placeOf(scene, each), point)),
  );
  return free.length / points.length;
}

function isIn({ x, y, w, h }: Box, point: { readonly x: number; readonly y: number }): boolean {
  return point.x >= x && point.x < x + w && point.y >= y && point.y < y + h;
}
