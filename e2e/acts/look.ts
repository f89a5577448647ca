import type { ControlType } from '../../src-preload/contract/model/elements/element.ts';
import type { Door } from './server.ts';
import { placeOf, type Box, type Item, type Scene } from './scene.ts';

/** An element in a line of a snapshot. */
export interface Line {
  readonly ref: string;
  readonly controlType: string;
  readonly name: string;
  /** Screen pixels; null if the line has no bounds. */
  readonly place: Box | null;
}

export interface Look {
  readonly lines: readonly Line[];
  /** Program of the window, as recordings name it. */
  readonly app: string;
}

const pattern = /^\s*\[(e\d+)\] (\w+)(?: “([^”]*)”)?(?: = “[^”]*”)?(?: \((-?\d+),(-?\d+) (\d+)×(\d+)\))?(?: .*)?$/;

/** Everything the window shows, page by page. */
export async function look(door: Door): Promise<Look> {
  const lines: Line[] = [];
  let app = '';
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const { ok, text } = await door.call('snapshot', { window: 'Scene', all: true, places: true, offset });
    if (!ok) throw new Error(`The snapshot failed: ${text}`);
    app ||= /“ \((\S+), pid|” \((\S+), pid/.exec(text)?.slice(1).find(Boolean) ?? '';
    for (const line of text.split('\n')) {
      const [, ref, controlType, name = '', x, y, w, h] = pattern.exec(line) ?? [];
      if (ref === undefined || controlType === undefined) continue;
      const place = x === undefined ? null : { x: Number(x), y: Number(y), w: Number(w), h: Number(h) };
      lines.push({ ref, controlType, name, place });
    }
    const next = /offset (\d+)/.exec(text)?.[1];
    offset = next !== undefined && Number(next) > offset ? Number(next) : undefined;
  }
  return { lines, app };
}

/** Toolkits' types for the kinds of items that acts use, likeliest first. */
const typesOf: Readonly<Partial<Record<Item['kind'], readonly ControlType[]>>> = {
  button: ['Button'],
  check: ['CheckBox'],
  link: ['Hyperlink', 'Button'],
  field: ['Edit'],
  pad: ['Image', 'Group', 'Pane', 'Text'],
  combo: ['ComboBox'],
  slider: ['Slider'],
  list: ['List'],
};

/** Closer together than this, toolkits disagree on which of two items is higher; the app's pixels. */
const sameRow = 24;

/**
 * The line of an item. Items of the same type and name are distinguished by their order on the screen; none of them matches if
 * that
 * is uncertain, or if the look and the scene have different numbers of them.
 */
export function lineOf({ lines }: Look, scene: Scene, item: Item): Line | null {
  // Qt names a drop-down list by its selected entry.
  const isCalled = (name: string) => item.kind === 'combo' || name === item.name;
  const ofType = (type: ControlType) =>
    lines.filter(({ controlType, name, place }) => controlType === type && isCalled(name) && place);
  // If two types have that name, one of them is another item: the tabs of Qt 5 are a pane.
  const [type, ...others] = (typesOf[item.kind] ?? []).filter((each) => ofType(each).length > 0);
  if (!type || others.length > 0) return null;
  const found = ofType(type);
  const alike = scene.items.filter(({ kind, name }) => typesOf[kind]?.includes(type) && isCalled(name));
  if (found.length !== alike.length || !areListed(scene, alike)) return null;
  const place = (each: Item) => placeOf(scene, each);
  const ordered = [...alike].sort((a, b) => before(place(a), place(b)));
  found.sort((a, b) => before(a.place, b.place));
  return found[ordered.findIndex(({ id }) => id === item.id)] ?? null;
}

/** Rows from the top, each from the left. */
function before(a: Box | null, b: Box | null): number {
  return a && b ? a.y - b.y || a.x - b.x : 0;
}

/** Whether each pair is exactly in the same row, or certainly in different ones. */
function areListed(scene: Scene, items: readonly Item[]): boolean {
  const tops = items.map((each) => placeOf(scene, each).y);
  return tops.every((a, at) => tops.every((b, other) => other <= at || a === b || Math.abs(a - b) >= sameRow));
}
