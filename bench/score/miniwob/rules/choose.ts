import { setTimeout as sleep } from 'node:timers/promises';
import { inside, type Node } from '../look.ts';
import { Over, type World } from '../world.ts';
import { clickNamed, isField, same, submit, type Rule } from './rule.ts';

const months = 'January February March April May June July August September October November December'.split(' ');

export const choose: readonly Rule[] = [
  {
    sentence: /^Select (\d\d)\/(\d\d)\/(\d{4}) as the date/u,
    async act(world, [month = '', day = '', year = '']) {
      await pickDate(world, Number(month), Number(day), Number(year));
      await submit(world);
    },
  },
  {
    sentence: /^Select (-?\d+) with the slider, click the (\d)\w+ checkbox/u,
    async act(world, [value = '', box = '']) {
      await slide(world, 0, Number(value));
      const check = (await world.look()).filter(({ type }) => type === 'CheckBox')[Number(box) - 1];
      if (check) await world.act('set_value', { element: check.ref, checked: true });
      await submit(world);
    },
  },
  {
    sentence: /^Select (-?\d+) with the slider/u,
    async act(world, [value = '']) {
      await slide(world, 0, Number(value));
      await submit(world);
    },
  },
  {
    sentence: /^Set the sliders to the combination \[(.*)\]/u,
    async act(world, [values = '']) {
      for (const [i, value] of values.split(',').entries()) await slide(world, i, Number(value));
      await submit(world);
    },
  },
  {
    sentence: /^Select (-?\d+) with the spinner/u,
    async act(world, [value = '']) {
      const spinner = await world.find('spinner', ({ type }) => type === 'Spinner');
      const steps = Number(value) - Number(spinner.value || 0);
      if (steps !== 0)
        await world.act('press_keys', {
          keys: steps > 0 ? 'Up' : 'Down',
          repeat: Math.abs(steps),
          element: spinner.ref,
        });
      await submit(world);
    },
  },
  {
    sentence: /^Select (\w+) with the color picker/u,
    async act(world, [colour = '']) {
      const field = await world.find('field', isField);
      await world.type(field, hex[colour] ?? colour);
      // Closes the picker, which may cover the button.
      await world.act('press_keys', { keys: 'Tab' });
      await submit(world);
    },
  },
  {
    sentence: /^Choose (.*) from the dropdown, then click the button labeled "(.*)"/u,
    async act(world, [option = '', button = '']) {
      const field = await world.find(
        'list',
        ({ type, states }) => type === 'Edit' || (type === 'ComboBox' && !/offscreen/u.test(states)),
      );
      if (field.type === 'ComboBox') await world.act('select_option', { element: field.ref, value: option });
      else {
        await world.click(field);
        await sleep(300);
        await clickNamed(world, option);
      }
      await clickNamed(world, button);
    },
  },
  {
    sentence: /^Select (.*) from the (?:scroll )?list/u,
    async act(world, [names = '']) {
      const list = await world.find('list', ({ type }) => type === 'ComboBox' || type === 'List');
      if (list.type === 'ComboBox') await world.act('select_option', { element: list.ref, value: names });
      else {
        const items = names.split(', ');
        const page = await world.look();
        for (const [i, name] of items.entries()) {
          const item = page.find((node) => node.type === 'ListItem' && same(node.name, name));
          if (!item) throw new Over(`found no “${name}”`);
          await world.act('click_element', { element: item.ref, ...(i > 0 && { modifiers: ['ctrl'] }) });
        }
      }
      await submit(world);
    },
  },
  {
    sentence: /^Select (.*) and click Submit/u,
    async act(world, [names = '']) {
      const page = await world.look();
      const wanted = names.split(', ');
      for (const node of page) {
        if (!/^(?:CheckBox|RadioButton)$/u.test(node.type) || !wanted.some((name) => same(name, node.name))) continue;
        await world.act('set_value', { element: node.ref, checked: true });
      }
      await submit(world);
    },
  },
  {
    sentence: /^Book the (\w+) one-way flight from: (.*) to: (.*) on (\d\d)\/(\d\d)\/(\d{4})/u,
    async act(world, [which = '', from = '', to = '', month = '', day = '', year = '']) {
      await suggest(world, 'From', from);
      await suggest(world, 'To', to);
      await pickDate(world, Number(month), Number(day), Number(year));
      await clickNamed(world, 'Search');
      await sleep(800);
      await world.find('offer', ({ name }) => name.startsWith('Book flight'));
      const page = await world.look();
      const buttons = page.filter(({ name }) => name.startsWith('Book flight'));
      const cost = (node: Node, i: number) => {
        const own = page.slice(i === 0 ? 0 : page.indexOf(buttons[i - 1] ?? node), page.indexOf(node) + 1);
        if (which === 'cheapest') return Number(/\$(\d+)/u.exec(node.name)?.[1]);
        const [, hours = '0', rest = '0'] =
          own
            .map(({ name }) => /(\d+)h (\d+)m/u.exec(name))
            .reverse()
            .find(Boolean) ?? [];
        return Number(hours) * 60 + Number(rest);
      };
      const [best] = buttons.map((node, i) => ({ node, cost: cost(node, i) })).sort((a, b) => a.cost - b.cost);
      if (best) await world.click(best.node);
    },
  },
];

const hex: Readonly<Record<string, string>> = {
  red: 'FF0000',
  green: '008000',
  blue: '0000FF',
  lime: '00FF00',
  yellow: 'FFFF00',
  cyan: '00FFFF',
  aqua: '00FFFF',
  magenta: 'FF00FF',
  pink: 'FFC0CB',
  grey: '808080',
  gray: '808080',
  black: '000000',
  white: 'FFFFFF',
  orange: 'FFA500',
  purple: '800080',
  olive: '808000',
  maroon: '800000',
  navy: '000080',
  silver: 'C0C0C0',
  teal: '008080',
  gold: 'FFD700',
};

async function suggest(world: World, label: string, text: string): Promise<void> {
  const field = await world.find(label, (node) => isField(node) && node.name.startsWith(label));
  await world.type(field, text);
  const item = await world.find('suggestion', ({ type, name, states }) => {
    return /MenuItem|ListItem|Text/u.test(type) && name.includes(text) && !/offscreen/u.test(states);
  });
  await world.click(item);
}

/** Opens the calendar of a read-only field and turns its pages. */
async function pickDate(world: World, month: number, day: number, year: number): Promise<void> {
  await world.click(
    await world.find('field of a date', ({ type, states }) => type === 'Edit' && /readonly/u.test(states)),
  );
  await sleep(300);
  for (let i = 0; i < 30; i++) {
    const page = await world.look();
    const shown = page.map(({ name }) => name.trim());
    const m = months.findIndex((name) => shown.some((text) => text === name || text.startsWith(`${name} `))) + 1;
    const y = Number(shown.map((text) => /\b(\d{4})$/u.exec(text)?.[1]).find(Boolean));
    const off = (year - y) * 12 + month - m;
    if (m === 0) throw new Over('found no calendar');
    if (off === 0) return clickNamed(world, String(day));
    await clickNamed(world, off < 0 ? 'Prev' : 'Next');
    await sleep(150);
  }
}

/** Moves a handle with the keyboard until the number beside it has the value. */
async function slide(world: World, index: number, value: number): Promise<void> {
  const read = async () => {
    const page = await world.look();
    const texts = page.filter(({ type, name }) => type === 'Text' && /^-?\d+$/u.test(name));
    const isSmall = ({ width, height }: Node) => Math.min(width, height) > 0 && Math.max(width, height) < 30;
    // A node that shows a number contains a text.
    const handles = page.filter((node, i) => {
      return node.type === 'Group' && !node.name && isSmall(node) && inside(page, i).length === 0;
    });
    return { now: Number(texts[index]?.name), handle: handles[index] };
  };
  for (let i = 0; i < 4; i++) {
    const { now, handle } = await read();
    if (now === value) return;
    if (!handle) throw new Over('found no handle');
    if (i === 0) await world.click(handle);
    const moved = (await read()).now;
    if (moved !== value)
      await world.act('press_keys', {
        keys: value > moved ? 'Right' : 'Left',
        repeat: Math.abs(value - moved),
        element: handle.ref,
      });
  }
}
