import { setTimeout as sleep } from 'node:timers/promises';
import { inside, type Node } from '../look.ts';
import { at, centre, Over, type World } from '../world.ts';
import { clickNamed, isField, same, submit, type Rule } from './rule.ts';

const from = (node: Node) => at(centre(node).x, centre(node).y);
const step: Readonly<Record<string, readonly [number, number]>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};

/** The rows of a list: its items with their texts. */
async function rows(world: World): Promise<readonly (Node & { text: string })[]> {
  const page = await world.look();
  return page.flatMap((node, i) => {
    const text = node.name || (inside(page, i)[0]?.name ?? '');
    return node.type === 'ListItem' ? [{ ...node, text }] : [];
  });
}

/** Drags a row of a list to the place of another, and slightly further, since it must pass its neighbour. */
async function dragRow(world: World, row: Node, to: Node): Promise<void> {
  const [start, end] = [centre(row), centre(to)];
  const past = (a: number, b: number) => Math.sign(b - a) * 4;
  await world.act('drag', {
    from: at(start.x, start.y),
    to: at(end.x + past(start.x, end.x), end.y + past(start.y, end.y)),
  });
  await sleep(300);
}

export const arrange: readonly Rule[] = [
  {
    sentence: /^Drag the (?:circle|item) (left|right|up|down) then press Submit/u,
    async act(world, [way = '']) {
      const shape = await world.find('shape', ({ type }) => type === 'Image');
      const [dx = 0, dy = 0] = step[way] ?? [];
      const { x, y } = centre(shape);
      await world.act('drag', { from: at(x, y), to: at(x + dx * 30, y + dy * 30) });
      await submit(world);
    },
  },
  {
    sentence: /^Drag the smaller box so that it is completely inside the larger box/u,
    async act(world) {
      const boxes = (await world.look()).filter(({ type, width, height }) => type === 'Group' && width === height);
      const sorted = [...boxes].sort((a, b) => a.width - b.width);
      const [small, large] = [sorted[0], sorted.at(-1)];
      if (!small || !large) throw new Over('found no boxes');
      await world.act('drag', { from: from(small), to: from(large) });
      await submit(world);
    },
  },
  {
    sentence: /^Sort the numbers in increasing order/u,
    async act(world) {
      for (let i = 0; ; i++) {
        const all = await rows(world);
        if (i >= all.length) break;
        const least = all.slice(i).sort((a, b) => Number(a.text) - Number(b.text))[0];
        const here = all[i];
        if (least && here && least.ref !== here.ref) await dragRow(world, least, here);
      }
      await submit(world);
    },
  },
  {
    sentence: /^Drag (\w+) (?:to the )?(.+?)\.?$/u,
    async act(world, [name = '', where = '']) {
      const all = await rows(world);
      const i = all.findIndex(({ text }) => same(text, name));
      const row = all[i];
      if (!row) throw new Over(`found no “${name}”`);
      const to = target(all, i, where);
      if (to) await dragRow(world, row, to);
    },
  },
  {
    sentence: /^Resize the textarea so that the (height|width) is (larger|smaller)/u,
    async act(world, [side = '', way = '']) {
      const area = await world.find('field', isField);
      const [x, y] = [area.x + area.width - 5, area.y + area.height - 5];
      const by = way === 'larger' ? 25 : -25;
      await world.act('drag', { from: at(x, y), to: side === 'width' ? at(x + by, y) : at(x, y + by) });
      await submit(world);
    },
  },
  {
    sentence: /^Highlight the text in the (?:(\d)\w+ )?paragraph/u,
    async act(world, [number = '1']) {
      const texts = (await world.look()).filter(({ type, name }) => type === 'Text' && name.length > 12);
      const text = texts[Number(number) - 1];
      if (!text) throw new Over('found no paragraph');
      await world.act('drag', {
        from: at(text.x + 1, text.y + 5),
        to: at(text.x + text.width + 8, text.y + text.height - 3),
      });
      await submit(world);
    },
  },
  {
    sentence: /^Scroll the textarea to the (top|bottom) of the text/u,
    async act(world, [end = '']) {
      const area = await world.find('field', isField);
      const direction = end === 'top' ? 'up' : 'down';
      await world.act('scroll', { element: area.ref, direction, notches: 100 });
      await submit(world);
    },
  },
  {
    sentence: /^Create an? ([\d.]+) (hours?|mins) event named "(.*)", between (\d+)(AM|PM) and/u,
    async act(world, [length = '', unit = '', name = '', hour = '', half = '']) {
      const halves = unit === 'mins' ? Number(length) / 30 : Number(length) * 2;
      const start = (Number(hour) % 12) + (half === 'PM' ? 12 : 0);
      const free = await freeHalves(world, start, halves);
      await world.act('drag', free);
      await sleep(300);
      await world.type(await world.find('field', isField), name);
      await clickNamed(world, 'Create');
    },
  },
];

/** The tasks name four-hour spans for an event. */
const span = 8;

/** The points of `halves` half hours in a row without an event, within the span that starts at `hour`. */
async function freeHalves(world: World, hour: number, halves: number): Promise<{ from: string; to: string }> {
  const area = await world.find('calendar', ({ id }) => id !== '');
  for (let i = 0; i < 40; i++) {
    const page = await world.look();
    const slots = page.filter(({ id }) => /-\d+$/u.test(id));
    const events = page.filter(
      ({ type, id, depth }) =>
        type === 'Group' && id && !slots.some((slot) => slot.id === id) && depth === slots[0]?.depth,
    );
    // Elements far outside the viewport are not in every look.
    const numbered = (n: number) => slots.find(({ id }) => id.endsWith(`-${n}`)) ?? slots.at(-1);
    const ends = (n: number) => [numbered(n), numbered(n + halves - 1)] as const;
    const starts = Array.from({ length: span - halves + 1 }, (_, n) => hour * 2 + n);
    const isFree = ([start, end]: ReturnType<typeof ends>) =>
      !events.some((event) => {
        return start && end && event.y < end.y + end.height && start.y < event.y + event.height;
      });
    const [first, last] = starts.map(ends).find(isFree) ?? ends(hour * 2);
    if (!first || !last) throw new Over('found no half hours');
    // Also moves within a half hour: pages redraw as the pointer moves.
    const to = centre(last);
    if (!/offscreen/u.test(first.states + last.states)) return { from: from(first), to: at(to.x, to.y + 4) };
    const down = first.y > area.y;
    await world.act('scroll', { element: first.ref, direction: down ? 'down' : 'up', notches: 1 });
    // Browsers scroll smoothly.
    await sleep(400);
  }
  throw new Over('could not scroll to the hours');
}

function target(all: readonly Node[], i: number, where: string): Node | undefined {
  const columns = all.filter(({ y }) => y === all[0]?.y).length;
  const [, way = ''] = /(up|down|left|right)/u.exec(where) ?? [];
  const position = /(\d+)\w* position/u.exec(where)?.[1];
  if (position !== undefined && !/by/u.test(where)) return all[Number(position) - 1];
  if (/by/u.test(where)) return all[way === 'up' ? i - 1 : i + 1];
  const corner: Readonly<Record<string, readonly [number, number]>> = { top: [-1, 0], bottom: [1, 0] };
  const across = /left/u.test(where) ? 0 : /right/u.test(where) ? columns - 1 : Math.floor(columns / 2);
  const lines = Math.ceil(all.length / Math.max(columns, 1));
  const [vertical] = Object.entries(corner).find(([word]) => where.includes(word))?.[1] ?? [0];
  const down = vertical < 0 ? 0 : vertical > 0 ? lines - 1 : Math.floor(lines / 2);
  return all[down * columns + across];
}
