import { setTimeout as sleep } from 'node:timers/promises';
import type { Node } from '../look.ts';
import { at, centre, Over, type World } from '../world.ts';
import { clickNamed, isField, same, submit, type Rule } from './rule.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

const widgets: Readonly<Record<string, RegExp>> = {
  button: /^Button$/u,
  text: /^Edit$/u,
  textarea: /^Edit$/u,
  checkbox: /^CheckBox$/u,
  radio: /^RadioButton$/u,
};

/** From coldest to hottest. */
const heat = ['ice cold', 'cold', 'warm', 'hot'];

/** Colour the page shows while the pointer is there, as an index of {@link heat}; -1 outside the area. */
async function heatAt(world: World, area: Node, { x, y }: Point): Promise<number> {
  const isInside = x > area.x && x < area.x + area.width && y > area.y && y < area.y + area.height;
  if (!isInside) return -1;
  await world.act('hover', { element: at(x, y) });
  const shown = (await world.look()).filter(({ type }) => type === 'Text').map(({ name }) => name.toLowerCase());
  return heat.findIndex((word) => shown.includes(word));
}

/** Finds a point in the outer circle, then points on its edge, and from these its centre. */
async function hottest(world: World, area: Node): Promise<Point> {
  const start = await first(grid(area, 40), (point) => heatAt(world, area, point), 1);
  const edge: Point[] = [];
  for (let i = 0; i < 8 && edge.length < 4; i++) {
    const way = { x: Math.cos((i * 3 * Math.PI) / 4), y: Math.sin((i * 3 * Math.PI) / 4) };
    const along = (length: number) => ({
      x: Math.round(start.x + way.x * length),
      y: Math.round(start.y + way.y * length),
    });
    let [inner, outer] = [0, 84];
    let isEdge = false;
    while (outer - inner > 2) {
      const middle = (inner + outer) / 2;
      const felt = await heatAt(world, area, along(middle));
      if (felt >= 1) inner = middle;
      else [outer, isEdge] = [middle, felt === 0];
    }
    if (isEdge) edge.push(along((inner + outer) / 2));
  }
  const middle = centreOf(edge) ?? start;
  const near = [0, 3, 6, 9].flatMap((radius) => ring(middle, radius));
  return first(near, (point) => heatAt(world, area, point), heat.length - 1);
}

/** The first point at least that hot, else the hottest one. */
async function first(points: readonly Point[], felt: (point: Point) => Promise<number>, least: number): Promise<Point> {
  let best = { heat: -1, point: points[0] ?? { x: 0, y: 0 } };
  for (const point of points) {
    const now = await felt(point);
    if (now > best.heat) best = { heat: now, point };
    if (now >= least) break;
  }
  return best.point;
}

function grid({ x, y, width, height }: Node, gap: number): readonly Point[] {
  const points: Point[] = [];
  for (let down = gap / 2; down < height; down += gap)
    for (let across = gap / 2; across < width; across += gap) points.push({ x: x + across, y: y + down });
  return points;
}

const ring = ({ x, y }: Point, radius: number): readonly Point[] =>
  radius === 0
    ? [{ x, y }]
    : [0, 1, 2, 3, 4, 5, 6, 7].map((i) => ({
        x: Math.round(x + radius * Math.cos((i * Math.PI) / 4)),
        y: Math.round(y + radius * Math.sin((i * Math.PI) / 4)),
      }));

/** Centre of the best-fitting circle; null for too few points. */
function centreOf(points: readonly Point[]): Point | null {
  if (points.length < 3) return null;
  // Least squares of x² + y² = a·x + b·y + c around the mean, which separates the equations for a and b.
  const mean = (of: (point: Point) => number) => points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [mx, my] = [mean(({ x }) => x), mean(({ y }) => y)];
  const own = points.map(({ x, y }) => ({ u: x - mx, v: y - my }));
  const sum = (of: (u: number, v: number) => number) => own.reduce((all, { u, v }) => all + of(u, v), 0);
  const [uu, uv, vv] = [sum((u) => u * u), sum((u, v) => u * v), sum((_, v) => v * v)];
  const [ur, vr] = [sum((u, v) => u * (u * u + v * v)), sum((u, v) => v * (u * u + v * v))];
  const det = uu * vv - uv * uv;
  if (Math.abs(det) < 1) return null;
  return {
    x: Math.round(mx + (ur * vv - vr * uv) / det / 2),
    y: Math.round(my + (vr * uu - ur * uv) / det / 2),
  };
}

export const click: readonly Rule[] = [
  {
    sentence: /^Click button (\w+), (?:wait (\d+) seconds, )?then click button (\w+)/u,
    async act(world, [first = '', seconds, second = '']) {
      const buttons = (await world.look()).filter(({ type }) => type === 'Button');
      const named = (name: string) => buttons.find((node) => same(node.name, name));
      const [one, two] = [named(first), named(second)];
      if (!one || !two) throw new Over('found no two buttons');
      // From press to press: both calls take equally long.
      const start = Date.now();
      await world.act('click_at', centre(one));
      await sleep(Number(seconds ?? 0) * 1_000 - (Date.now() - start));
      await world.act('click_at', centre(two));
    },
  },
  {
    sentence: /^Click on a "(\w+)" widget/u,
    async act(world, [kind = '']) {
      const all = (await world.look()).filter(({ type }) => widgets[kind]?.test(type));
      // A multi-line field is taller.
      const byHeight = [...all].sort((a, b) => a.height - b.height);
      const node = kind === 'textarea' ? byHeight.at(-1) : byHeight[0];
      if (!node) throw new Over(`found no ${kind}`);
      await world.click(node);
    },
  },
  {
    sentence: /^Focus into the (?:(\d)\w+ )?(?:input )?textbox/u,
    async act(world, [number = '1']) {
      const field = (await world.look()).filter(isField)[Number(number) - 1];
      if (field) await world.click(field);
    },
  },
  {
    sentence: /^Close the dialog box by clicking the "x"|dialog box labeled "(.*)"/u,
    async act(world, [name]) {
      await clickNamed(world, name === undefined || name === 'x' ? 'Close' : name);
    },
  },
  {
    sentence: /^Click the button\.$/u,
    async act(world) {
      await world.click(await world.find('button', ({ type }) => type === 'Button'));
    },
  },
  {
    sentence: /^Click on (Tab #\d)/u,
    act: (world, [name = '']) => clickNamed(world, name),
  },
  {
    sentence: /^Expand the section below and click submit/u,
    async act(world) {
      const closed = (await world.look()).find(({ type, states }) => type === 'TabItem' && !/expanded/u.test(states));
      if (closed) await world.click(closed);
      await sleep(600);
      await submit(world);
    },
  },
  {
    sentence: /^(?:Expand the sections below, to find|Switch between the tabs to find) and click on the link "(.*)"/u,
    async act(world, [name = '']) {
      const tabs = (await world.look()).filter(({ type }) => type === 'TabItem');
      for (const tab of [undefined, ...tabs]) {
        if (tab) {
          const again = (await world.look()).find(({ type, name: shown }) => type === 'TabItem' && shown === tab.name);
          if (again && !/selected|expanded/u.test(again.states)) await world.click(again);
          await sleep(500);
        }
        const wanted = (node: { name: string; states: string; type: string }) =>
          same(node.name, name) && node.type !== 'TabItem';
        const shown = (await world.look()).filter(wanted);
        for (const node of shown) await world.click(node);
      }
    },
  },
  {
    sentence: /^Select ([^ ,]+>\S+)$/u,
    async act(world, [path = '']) {
      const items = path.split('>');
      for (const [i, name] of items.entries()) {
        const item = await world.find(`“${name}”`, (node) => node.type === 'MenuItem' && same(node.name, name));
        if (i < items.length - 1) await world.act('hover', { element: item.ref });
        else await world.click(item);
        await sleep(400);
      }
    },
  },
  {
    sentence: /^Click the "Menu" button, and then find and click on the item labeled "(.*)"/u,
    async act(world, [name = '']) {
      await clickNamed(world, 'Menu');
      await sleep(400);
      const tried = new Set<string>();
      for (;;) {
        const items = (await world.look()).filter(({ type }) => type === 'MenuItem');
        const wanted = items.find((node) => same(node.name, name));
        if (wanted) return void (await world.click(wanted));
        const next = items.find((node) => !tried.has(node.name) && !/disabled/u.test(node.states));
        if (!next) throw new Over(`found no “${name}”`);
        tried.add(next.name);
        await world.act('hover', { element: next.ref });
        await sleep(500);
      }
    },
  },
  {
    sentence: /^Expand the pie menu below and click on the item labeled "(.)"/u,
    async act(world, [name = '']) {
      const page = await world.look();
      const closed = page.find((node) => same(node.name, '+'));
      if (closed) {
        await world.click(closed);
        await sleep(1_200);
      }
      const item = await world.find(`“${name}”`, (node) => same(node.name, name));
      // The page replaces a slice when the pointer enters it.
      await world.act('hover', { element: item.ref });
      await sleep(200);
      await clickNamed(world, name);
    },
  },
  {
    sentence: /^Click on the numbers in ascending order/u,
    async act(world) {
      // The items disappear after the first click, so remember their places.
      const numbers = (await world.look()).filter(({ type, name }) => type === 'Text' && /^\d+$/u.test(name));
      for (const number of [...numbers].sort((a, b) => Number(a.name) - Number(b.name)))
        await world.act('click_at', centre(number));
    },
  },
  {
    sentence: /^Click on the grid coordinate (\(.*\))/u,
    async act(world, [id = '']) {
      await world.click(await world.find(id, (node) => node.id === id));
    },
  },
  {
    sentence: /^Find and click on the HOT area/u,
    async act(world) {
      const page = await world.look();
      const area = page.filter(({ type }) => type === 'Group').sort((a, b) => b.height - a.height)[1];
      if (!area) throw new Over('found no area');
      await world.act('click_at', { ...(await hottest(world, area)) });
    },
  },
  {
    sentence: /^Navigate through the file tree\. Find and click on the folder or file named "(.*)"/u,
    async act(world, [name = '']) {
      const tried = new Set<string>();
      for (;;) {
        const texts = (await world.look()).filter((node) => node.type === 'Text' && node.name.trim());
        const wanted = texts.find((node) => same(node.name, name));
        const next = wanted ?? texts.find((node) => !tried.has(node.name));
        if (!next) throw new Over(`found no “${name}”`);
        tried.add(next.name);
        await world.click(next);
        await sleep(300);
      }
    },
  },
  {
    sentence: /^Buy the ticket with the (\w+) (\w+)/u,
    async act(world, [extreme = '', what = '']) {
      const page = await world.look();
      const buttons = page.filter(({ type }) => type === 'Button');
      const offers = buttons.map((button, i) => {
        const from = i === 0 ? 0 : page.indexOf(buttons[i - 1] ?? button);
        const texts = page.slice(from, page.indexOf(button) + 1).map(({ name }) => name);
        return { button, cost: what === 'duration' ? minutes(texts) : Number(/\$(\d+)/u.exec(button.name)?.[1]) };
      });
      const sorted = offers.sort((a, b) => a.cost - b.cost);
      const best = /longest|most|highest/u.test(extreme) ? sorted.at(-1) : sorted[0];
      if (best) await world.click(best.button);
    },
  },
  {
    sentence: /^Find (\w+) in the contact book and click on their (\w+)/u,
    async act(world, [person = '', what = '']) {
      for (let i = 0; i < 30; i++) {
        const page = await world.look();
        if (page.some((node) => same(node.name, person))) {
          const label = page.findIndex(({ type, name }) => type === 'Text' && name.toLowerCase().startsWith(what));
          const link = page.slice(label).find(({ type }) => type === 'Hyperlink');
          if (link) await world.click(link);
          return;
        }
        await clickNamed(world, '>');
        await sleep(150);
      }
    },
  },
  {
    sentence: /^Mark the numbers below as odd or even/u,
    async act(world) {
      const page = await world.look();
      for (const [i, node] of page.entries()) {
        if (node.type !== 'Text' || !/^-?\d+$/u.test(node.name)) continue;
        const odd = Number(node.name) % 2 !== 0;
        const button = odd
          ? [...page.slice(0, i)].reverse().find(({ type }) => type === 'Button')
          : page.slice(i).find(({ type }) => type === 'Button');
        if (button) await world.click(button);
      }
      await submit(world);
    },
  },
  {
    sentence: /^Generate an? (?:number (less|greater) than (\d+)|(odd|even) number), then press submit/u,
    async act(world, [side, bound, parity]) {
      for (;;) {
        await clickNamed(world, 'Generate');
        const page = await world.look();
        const number = Number(
          page.find(({ type, name }) => type === 'Text' && /^-?\d+$/u.test(name))?.name ?? Number.NaN,
        );
        const right = parity
          ? Math.abs(number % 2) === (parity === 'odd' ? 1 : 0)
          : side === 'less'
            ? number < Number(bound)
            : number > Number(bound);
        if (right) return submit(world);
      }
    },
  },
  {
    sentence: /^Buy (\w+) stock when the price is less than \$(\d+\.\d+)/u,
    async act(world, [, price = '']) {
      const buy = await world.find('button', ({ name }) => name === 'Buy');
      await world.act('hover', { element: buy.ref });
      // The price changes until the click: the less time is left, the smaller the margin.
      for (const start = Date.now(); ;) {
        const shown = (await world.look()).find(({ name }) => /^\$\d/u.test(name));
        const below = Number(price) - Number(shown?.name.slice(1));
        const least = [1.5, 0.8][Math.floor((Date.now() - start) / 4_000)] ?? 0.1;
        if (below >= least) return void (await world.act('click_at', centre(buy)));
      }
    },
  },
  {
    sentence: /^Find and pick the card with the greatest number/u,
    async act(world) {
      const page = await world.look();
      const cards = page.filter(({ type, name }) => type === 'Text' && /^\d+$/u.test(name));
      const [greatest] = [...cards].sort((a, b) => Number(b.name) - Number(a.name));
      if (greatest) await world.click(greatest);
      await submit(world);
    },
  },
  {
    sentence: /^Order (?:one of each item: (.*)|(\d+) items that are (.*))$/u,
    async act(world, [names, count, kind = '']) {
      const page = await world.look();
      const plus = page.filter(({ name }) => name === '+');
      const wanted = names?.split(', ');
      let left = Number(count ?? 0);
      for (const button of plus) {
        const before = page.slice(0, page.indexOf(button));
        const own = before.slice(before.map(({ name }) => name).lastIndexOf('+') + 1);
        const fits = wanted
          ? own.some(({ name }) => wanted.some((each) => same(each, name)))
          : left > 0 && own.some(({ type, name }) => type === 'Image' && kind.includes(name) && name);
        if (!fits) continue;
        left--;
        await world.click(button);
      }
      await submit(world);
    },
  },
  {
    sentence: /^Click (?:on )?(?:the )?(?:link |button )?"?([^"]+?)"?(?: button)?\.$/u,
    async act(world, [name = '']) {
      await clickNamed(world, name);
    },
  },
];

const minutes = (texts: readonly string[]) => {
  const [, hours = '0', rest = '0'] = texts.map((text) => /(\d+)h (\d+)m/u.exec(text)).find(Boolean) ?? [];
  return Number(hours) * 60 + Number(rest);
};
