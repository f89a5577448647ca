import { setTimeout as sleep } from 'node:timers/promises';
import { at, centre, Over } from '../world.ts';
import { clickNamed, isField, same, submit, type Rule } from './rule.ts';

const widgets: Readonly<Record<string, RegExp>> = {
  button: /^Button$/u,
  text: /^Edit$/u,
  textarea: /^Edit$/u,
  checkbox: /^CheckBox$/u,
  radio: /^RadioButton$/u,
};

export const click: readonly Rule[] = [
  {
    sentence: /^Click button (\w+), (?:wait (\d+) seconds, )?then click button (\w+)/u,
    async act(world, [first = '', seconds, second = '']) {
      const buttons = (await world.look()).filter(({ type }) => type === 'Button');
      const named = (name: string) => buttons.find((node) => same(node.name, name));
      const [one, two] = [named(first), named(second)];
      if (!one || !two) throw new Over('found no two buttons');
      await world.click(one);
      await sleep(Number(seconds ?? 0) * 1_000);
      await world.click(two);
    },
  },
  {
    sentence: /^Click on a "(\w+)" widget/u,
    async act(world, [kind = '']) {
      const all = (await world.look()).filter(({ type }) => widgets[kind]?.test(type));
      // A field of several lines is the higher one.
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
          const again = (await world.look()).find(({ type, name: said }) => type === 'TabItem' && said === tab.name);
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
    sentence: /^Click the "Menu" button, and then find and click on the item (?:labeled "(.*)"|with)/u,
    async act(world, [name]) {
      await clickNamed(world, 'Menu');
      await sleep(400);
      if (name === undefined) throw new Over('the sentence shows a picture');
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
      await clickNamed(world, name);
    },
  },
  {
    sentence: /^Click on the numbers in ascending order/u,
    async act(world) {
      // They go once the first is clicked: the places are to be remembered.
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
      // From the coldest; each round tries the places around the best one, closer together.
      const heat = ['ice cold', 'cold', 'warm', 'hot'];
      const felt = async () => {
        const said = (await world.look()).filter(({ type }) => type === 'Text').map(({ name }) => name.toLowerCase());
        return heat.findIndex((word) => said.includes(word));
      };
      let best = { heat: -1, ...centre(area) };
      for (const [gap, reach] of [
        [32, 3],
        [10, 4],
        [4, 3],
      ] as const) {
        const { x: cx, y: cy } = best;
        for (let i = -reach; i <= reach; i++)
          for (let j = -reach; j <= reach; j++) {
            const [x, y] = [cx + i * gap, cy + j * gap];
            const within = x > area.x && x < area.x + area.width && y > area.y && y < area.y + area.height;
            if (!within || best.heat === heat.length - 1) continue;
            await world.act('hover', { element: at(x, y) });
            const now = await felt();
            if (now > best.heat) best = { heat: now, x, y };
          }
      }
      await world.act('click_at', { x: best.x, y: best.y });
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
    sentence: /^Buy (\w+) stock when the price is less than \$([\d.]+)/u,
    async act(world, [, price = '']) {
      const low = ({ name }: { name: string }) => name.startsWith('$') && Number(name.slice(1)) < Number(price);
      const buy = await world.find('button', ({ name }) => name === 'Buy');
      await world.find('price', low, 60_000);
      await world.click(buy);
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
