import { setTimeout as sleep } from 'node:timers/promises';
import type { Node } from '../look.ts';
import { Over, type World } from '../world.ts';
import { clickNamed, isField, ordinal, same, submit, type Rule } from './rule.ts';

const fields = async (world: World) => (await world.look()).filter(isField);

/** The field with that name, else the one nearest to the text of that name. */
function fieldOf(page: readonly Node[], label: string): Node | undefined {
  const named = page.find((node) => isField(node) && (same(node.name, label) || node.id === label.toLowerCase()));
  if (named) return named;
  const text = page.find(({ type, name }) => type !== 'Button' && name.toLowerCase().includes(label.toLowerCase()));
  return text && [...page.filter(isField)].sort((a, b) => gap(a, text) - gap(b, text))[0];
}

/** @throws Over if none */
async function labelled(world: World, label: string): Promise<Node> {
  const field = fieldOf(await world.look(), label);
  if (!field) throw new Over(`found no field “${label}”`);
  return field;
}

/** Distance between two rectangles in pixels. */
function gap(a: Node, b: Node): number {
  const across = Math.max(a.x - b.x - b.width, b.x - a.x - a.width, 0);
  const down = Math.max(a.y - b.y - b.height, b.y - a.y - a.height, 0);
  return Math.hypot(across, down);
}

/** Types, and answers a dialog that opens over the page. */
async function fill(world: World, label: string, text: string): Promise<void> {
  for (let i = 0; i < 3; i++) {
    if (await world.type(await labelled(world, label), text)) return;
    const ok = (await world.look()).find(
      ({ type, name, id }) => type === 'Button' && (/ok$/u.test(id) || name === 'Cancel'),
    );
    if (ok) await world.click(ok);
  }
}

/** Types digits and letters key by key. */
const singly = (text: string) => text.split('').join(' ');

const casing: Readonly<Record<string, (text: string) => string>> = {
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
};

export const enter: readonly Rule[] = [
  {
    sentence: /^(?:Enter|Type) "(.*?)" (?:in all (upper|lower) case letters in|into) the text (?:field|input)/u,
    async act(world, [text = '', letters = '']) {
      const [field] = await fields(world);
      if (field) await world.type(field, casing[letters]?.(text) ?? text);
      await submit(world);
    },
  },
  {
    sentence: /^Enter the password "(.*)" into both text fields/u,
    async act(world, [text = '']) {
      for (const field of await fields(world)) await world.type(field, text);
      await submit(world);
    },
  },
  {
    sentence: /^Enter the username "(.*)" and the password "(.*)" into the text fields/u,
    async act(world, [user = '', password = '']) {
      await fill(world, 'Username', user);
      await fill(world, 'Password', password);
      const page = await world.look();
      const cover = page.find(({ type, id }) => type === 'Button' && /ok$/u.test(id));
      if (cover) await world.click(cover);
      for (const [label, text] of [
        ['Username', user],
        ['Password', password],
      ] as const)
        if ((await labelled(world, label)).value.length !== text.length) await fill(world, label, text);
      await submit(world);
    },
  },
  {
    sentence: /^Search for (\w+) movies directed by (.+) from year (\d+)/u,
    async act(world, [genre = '', director = '', year = '']) {
      const page = await world.look();
      const texts = [genre, director, year];
      const found = ['Genre', 'Director', 'Year'].map((label) => fieldOf(page, label));
      // The label may use another word: its field is the remaining one.
      const left = page.filter((node) => isField(node) && !found.includes(node));
      for (const [i, text] of texts.entries()) {
        const field = found[i] ?? left.shift();
        if (field) await world.type(field, text);
      }
      await submit(world);
    },
  },
  {
    sentence: /^Enter the value of (.*) into the text field/u,
    async act(world, [key = '']) {
      const cells = (await world.look()).filter(({ type, name }) => type === 'DataItem' && name);
      const value = cells[cells.findIndex(({ name }) => same(name, key)) + 1];
      const [field] = await fields(world);
      if (field) await world.type(field, value?.name ?? '');
      await submit(world);
    },
  },
  {
    sentence: /^Enter the value that corresponds with each label into the form/u,
    async act(world) {
      const page = await world.look();
      const cells = page.filter(({ type, name }) => type === 'DataItem' && name);
      for (const field of page.filter(isField)) {
        const label = [...page.slice(0, page.indexOf(field))].reverse().find(({ name }) => name.endsWith(':'));
        const key = label?.name.slice(0, -1) ?? field.name;
        const value = cells[cells.findIndex(({ name }) => same(name, key)) + 1];
        await world.type(field, value?.name ?? '');
      }
      await submit(world);
    },
  },
  {
    sentence: /^Copy the text (?:from|in) the (?:(\d)\w+ text area|textarea) below/u,
    async act(world, [number = '1']) {
      const all = await fields(world);
      const target = all.find(({ value }) => !value);
      const source = all.filter(({ value }) => value)[Number(number) - 1];
      if (!source || !target) throw new Over('found no fields');
      await world.act('press_keys', { keys: 'ctrl+a ctrl+c', element: source.ref });
      await world.act('press_keys', { keys: 'ctrl+v', element: target.ref });
      await submit(world);
    },
  },
  {
    sentence: /^Find the (\d+)\w+ word in the paragraph/u,
    async act(world, [number = '']) {
      const page = await world.look();
      const [longest] = page.filter(({ type }) => type === 'Text').sort((a, b) => b.name.length - a.name.length);
      const words = longest ? (await world.text(longest)).split(/\s+/u) : [];
      const word = (words[Number(number) - 1] ?? '').replace(/[.,]$/u, '');
      const [field] = page.filter(isField);
      if (field) await world.type(field, word);
      await submit(world);
    },
  },
  {
    sentence: /^Find the last word in the text area/u,
    async act(world) {
      const [area, field] = await fields(world);
      if (!area || !field) throw new Over('found no fields');
      const words = (await world.text(area)).trim().split(/\s+/u);
      await world.type(field, (words.at(-1) ?? '').replace(/\.$/u, ''));
      await submit(world);
    },
  },
  {
    sentence: /^Type the text below into the text field/u,
    async act(world) {
      const page = await world.look();
      const letters = page.filter(({ type, name }) => type === 'Text' && name.length > 0);
      const byPlace = [...letters].sort((a, b) => a.x + a.width / 2 - b.x - b.width / 2);
      const [field] = page.filter(isField);
      if (field) await world.type(field, byPlace.map(({ name }) => name).join(''));
      await submit(world);
    },
  },
  {
    sentence: /^Enter (\d\d)\/(\d\d)\/(\d{4}) as the date/u,
    async act(world, [month = '', day = '', year = '']) {
      const box = await world.find('field of a date', ({ type }) => type === 'Spinner');
      await world.act('press_keys', { keys: singly(`${month}${day}${year}`), element: box.ref });
      await submit(world);
    },
  },
  {
    sentence: /^Enter (\d+):(\d\d) (AM|PM) as the time/u,
    async act(world, [hours = '', minutes = '', half = '']) {
      const box = await world.find('field of a time', ({ type }) => type === 'Spinner');
      const keys = singly(`${hours.padStart(2, '0')}${minutes}${half.charAt(0).toLowerCase()}`);
      await world.act('press_keys', { keys, element: box.ref });
      await submit(world);
    },
  },
  {
    sentence: /^Check the (\d)\w+ radio button and enter the number "(.*)" into the (\d)\w+ textbox/u,
    async act(world, [radio = '', number = '', box = '']) {
      const page = await world.look();
      const button = page.filter(({ type }) => type === 'RadioButton')[Number(radio) - 1];
      const field = page.filter(isField)[Number(box) - 1];
      if (button) await world.act('set_value', { element: button.ref, checked: true });
      if (field) await world.type(field, number);
      await submit(world);
    },
  },
  {
    sentence: /^Guess the number between 0-9/u,
    async act(world) {
      for (let [low, high] = [0, 9]; low <= high;) {
        const guess = Math.floor((low + high) / 2);
        const [field] = await fields(world);
        if (field) await world.type(field, String(guess));
        await submit(world);
        await sleep(200);
        const shown = (await world.look()).map(({ name }) => name).join(' ');
        if (/higher/iu.test(shown)) low = guess + 1;
        else if (/lower/iu.test(shown)) high = guess - 1;
      }
    },
  },
  {
    sentence: /^Solve (?:for x|the math problem)/u,
    async act(world) {
      const page = await world.look();
      const problem = page.map(({ name }) => name).find((name) => /\d.*[-+x].*|x.*=.*\d/u.test(name)) ?? '';
      const [field] = page.filter(isField);
      if (field) await world.type(field, String(solved(problem)));
      await submit(world);
    },
  },
  {
    sentence: /^Use the textbox to enter "(.*)" and press "Search", then find and click the (\d+)\w* search result/u,
    async act(world, [text = '', number = '']) {
      const [field] = await fields(world);
      if (field) await world.type(field, text);
      await clickNamed(world, 'Search');
      let left = ordinal(number);
      for (;;) {
        const page = await world.look();
        const results = page.filter(({ type, name }) => type === 'Hyperlink' && !/^(?:[<>]|\d+)$/u.test(name));
        const result = results[left - 1];
        if (result) return void (await world.click(result));
        left -= results.length;
        await clickNamed(world, '>');
      }
    },
  },
  {
    sentence: /^Scroll to the bottom of the textarea, enter the name "(.*)" then press "(.*)"/u,
    async act(world, [name = '', button = '']) {
      const [area] = await fields(world);
      if (area) await world.act('scroll', { element: area.ref, direction: 'down', notches: 100 });
      const field = await world.find('field', (node) => node.name === 'Name' && !/disabled/u.test(node.states));
      await world.type(field, name);
      await clickNamed(world, button);
    },
  },
  {
    sentence: /^Click the (cancel) button/u,
    act: (world, [name = '']) => clickNamed(world, name),
  },
  {
    sentence:
      /^Use the terminal below to delete a file (?:ending with the extension (\.\w+)|that has no file extension)/u,
    async act(world, [extension]) {
      const command = async (text: string) => {
        await world.act('type_text', { text, press_enter: true, clear_first: false });
        await sleep(300);
      };
      await command('ls');
      const texts = (await world.look()).flatMap(({ type, name }) => (type === 'Text' ? name.split(/\s+/u) : []));
      const from = texts.lastIndexOf('ls') + 1;
      const files = texts.slice(from).filter((name) => /^[\w.]+$/u.test(name) && name !== '█');
      const file = files.find((name) => (extension ? name.endsWith(extension) : !name.includes('.')));
      if (!file) throw new Over('found no such file');
      await command(`rm ${file}`);
    },
  },
  {
    sentence: /^Enter an item that starts with "(.*?)"(?: and ends with "(.*)")?\./u,
    async act(world, [start = '', end = '']) {
      const [field] = await fields(world);
      if (field) await world.type(field, start);
      const item = await world.find('suggestion', ({ type, name, depth }) => {
        return /MenuItem|ListItem|Text/u.test(type) && depth > 0 && name.startsWith(start) && name.endsWith(end);
      });
      await world.click(item);
      await submit(world);
    },
  },
  {
    sentence: /(?:email|message|information|from|by)/iu,
    act: (world) => mail(world),
  },
];

/** “2 x 4 =”, or “x + 2 = 43” for x. */
function solved(problem: string): number {
  const [left = '', right = ''] = problem.split('=').map((side) => side.trim());
  if (!right) {
    const [, a = '', sign = '', b = ''] = /^(-?\d+)\s*([-+x*/])\s*(-?\d+)/u.exec(left) ?? [];
    return { '+': Number(a) + Number(b), '-': Number(a) - Number(b) }[sign] ?? Number(a) * Number(b);
  }
  const value = (side: string, x: number) => solved(`${side.replace('x', String(x))} =`);
  for (let x = -200; x <= 200; x++) {
    const sides = [left, right].map((side) =>
      /[x]/u.test(side) || /\d\s*[-+*]/u.test(side) ? value(side, x) : Number(side),
    );
    if (sides[0] === sides[1]) return x;
  }
  return Number.NaN;
}

/** Opens the message of the named person, and replies to it or forwards it. */
async function mail(world: World): Promise<void> {
  const reply = /with the text "(.*)"/u.exec(world.sentence)?.[1];
  const page = await world.look();
  const known = page.filter(({ type, name }) => type === 'Text' && name && world.sentence.includes(name));
  const by = /(?:by|from) (\w+)/u.exec(world.sentence)?.[1] ?? /(\w+)(?:'s)? (?:email|sent)/u.exec(world.sentence)?.[1];
  const to = /(?:to|Send|send) ([A-Z][\w-]+)/u.exec(world.sentence)?.[1] ?? '';
  const fitting = known.filter(({ name }) => name === by);
  const message = fitting[0] ?? known.find(({ name }) => name !== to);
  if (!message) throw new Over('found no such message');
  await world.click(message);
  await sleep(300);
  await clickNamed(world, reply === undefined ? 'Forward' : 'Reply');
  await sleep(300);
  const [field] = await fields(world);
  if (field) await world.type(field, reply ?? to);
  await world.click(await world.find('send', ({ id }) => /send/u.test(id)));
  if (fitting.length > 1) throw new Over(`the sentence fits ${fitting.length} messages; the first was taken`);
}
