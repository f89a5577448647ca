import { clicked, downs, endsWith, once, type Did } from './done.ts';
import { lineOf, type Line, type Look } from './look.ts';
import type { Random } from './random.ts';
import { recordedAct } from './recorded.ts';
import { freePart, type Item, type Scene } from './scene.ts';
import type { Answer, Door } from './server.ts';

/** How an agent refers to an element. */
export type Address = 'ref' | 'name' | 'selector';

/** One act: the call, and the app's expected log of it. */
export interface Act {
  readonly kind: string;
  readonly by: Address | 'replay' | 'script';
  readonly item: Item;
  readonly line: Line;
  /** Description for the report. */
  readonly callText: string;
  call(door: Door): Promise<Answer>;
  readonly did: Did;
  /** Ids that may be logged beside the item itself: rows of a list. */
  readonly alsoOn: readonly string[];
}

/** How long each call may wait for its element, in milliseconds. */
export const timeoutMs = 1_500;

export const texts = ['Hallo', 'a b', '42', 'ÄÖÜ ß', 'x@y.example', '3,5 %', 'Straße 7', 'naïve'];

/** Share of recorded acts, from 0 to 1. */
const recordedShare = Number(process.env['ACTS_RECORDED'] ?? 0.12);

/** Ingredients of an act. */
interface At {
  /** Arguments that refer to the element. */
  readonly named: Readonly<Record<string, unknown>>;
  readonly line: Line;
  readonly item: Item;
  readonly scene: Scene;
  readonly look: Look;
}

interface Call {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly did: Did;
  readonly alsoOn?: readonly string[];
}

interface Kind {
  readonly items: readonly Item['kind'][];
  /** Weight among the acts possible on the same item. */
  readonly weight: number;
  /** It takes only a ref. */
  readonly byRef?: true;
  make(random: Random, at: At): Call | null;
}

const click = (input: object, did: Did): Call => ({ tool: 'click_element', input: { ...input }, did });

const kinds: Readonly<Record<string, Kind>> = {
  click: {
    items: ['button', 'check', 'link', 'pad'],
    weight: 8,
    make: (_, { named, item }) => click(named, clicked(item.kind)),
  },
  'double click': {
    items: ['pad'],
    weight: 1,
    make: (_, { named }) => click({ ...named, double: true }, downs(2, 1)),
  },
  'right click': {
    items: ['pad', 'button'],
    weight: 1,
    make: (_, { named }) => click({ ...named, button: 'right' }, downs(1, 3)),
  },
  hover: {
    items: ['button', 'pad', 'check'],
    weight: 1,
    byRef: true,
    make: (_, { line }) => ({
      tool: 'move_mouse',
      input: { to: line.ref },
      // If the pointer rested there before, nothing is logged.
      did: (entries, id) => (entries.filter(({ what }) => what === 'over').at(-1)?.id ?? id) === id,
    }),
  },
  drag: {
    items: ['pad'],
    weight: 1,
    byRef: true,
    make(random, { line, item, scene, look }) {
      const others = scene.items.filter(
        (each) => each.kind === 'pad' && each.id !== item.id && freePart(scene, each) === 1,
      );
      const to = others.length > 0 ? random.of(others) : null;
      const onto = to && lineOf(look, scene, to);
      if (!onto) return null;
      return {
        tool: 'drag',
        input: { from: line.ref, to: onto.ref, duration_ms: 100 },
        did: (entries, id) =>
          downs(1, 1)(entries, id) && entries.some((each) => each.what === 'up' && each.id === to.id),
      };
    },
  },
  scroll: {
    items: ['list', 'pad'],
    weight: 1,
    make: (random, { named, item }) => ({
      tool: 'scroll',
      input: { ...named, direction: random.of(['up', 'down']), notches: 2 },
      did: (entries, id) => entries.some((each) => each.what === 'wheel' && each.id.split('/')[0] === id),
      alsoOn: item.options?.map((row) => `${item.id}/${row}`) ?? [],
    }),
  },
  type: {
    items: ['field'],
    weight: 4,
    make(random, { named }) {
      const text = random.of(texts);
      return { tool: 'type_text', input: { ...named, text }, did: endsWith('text', text) };
    },
  },
  'set a text': {
    items: ['field'],
    weight: 1,
    make(random, { named }) {
      const value = random.of(texts);
      return { tool: 'set_value', input: { ...named, value }, did: endsWith('text', value) };
    },
  },
  'set a slider': {
    items: ['slider'],
    weight: 2,
    make(random, { named }) {
      const value = random.between(5, 95);
      return { tool: 'set_value', input: { ...named, value: String(value) }, did: endsWith('value', value) };
    },
  },
  check: {
    items: ['check'],
    weight: 2,
    make: (_, { named }) => ({
      tool: 'set_value',
      input: { ...named, checked: true },
      // It may be checked already; then nothing happens.
      did: (entries, id) => entries.every((each) => each.id !== id || each.what !== 'toggled' || each.value === true),
    }),
  },
  select: {
    items: ['list', 'combo'],
    weight: 3,
    byRef: true,
    make(random, { line, item }) {
      // The first one is selected initially.
      const option = random.of(item.options?.slice(1) ?? []);
      const row = `${item.id}/${option}`;
      return {
        tool: 'select_option',
        input: { element: line.ref, value: option, timeout_ms: timeoutMs },
        did: (entries, id) =>
          item.kind === 'combo'
            ? endsWith('selected', option)(entries, id)
            : entries.filter(({ what }) => what === 'selected').at(-1)?.id === row,
        alsoOn: [row],
      };
    },
  },
  'press keys': {
    items: ['pad', 'button'],
    weight: 2,
    byRef: true,
    make: (_, { line, item }) => ({
      tool: 'press_keys',
      input: { window: 'Scene', element: line.ref, keys: item.kind === 'pad' ? 'a' : 'Space' },
      did: once(item.kind === 'pad' ? 'key' : 'clicked'),
    }),
  },
};

/** Arguments that refer to an element in one of the ways. */
function named(by: Address, { ref, controlType, name }: Line): Readonly<Record<string, unknown>> {
  if (by === 'ref') return { element: ref, timeout_ms: timeoutMs };
  const window = { window: 'Scene', timeout_ms: timeoutMs };
  if (by === 'name') return { ...window, name, ...(controlType !== 'Edit' && { control_type: controlType }) };
  return { ...window, element: `role=${controlType} name="${name}"` };
}

/** An act on a random item of the scene in the look. */
export async function randomAct(random: Random, door: Door, look: Look, scene: Scene): Promise<Act> {
  for (let tries = 0; tries < 100; tries++) {
    const item = random.of(scene.items);
    const line = lineOf(look, scene, item);
    const fitting = Object.entries(kinds).filter(([, { items }]) => items.includes(item.kind));
    if (!line || fitting.length === 0) continue;
    const act = random.chance(recordedShare)
      ? await recordedAct(random, door, look, { line, item })
      : agentsAct(random, fitting, { line, item, scene, look });
    if (act) return act;
  }
  throw new Error('The look tells no item of the scene.');
}

function agentsAct(
  random: Random,
  fitting: readonly (readonly [name: string, kind: Kind])[],
  at: Omit<At, 'named'>,
): Act | null {
  const [kind, how] = random.of(fitting.flatMap((each) => Array<typeof each>(each[1].weight).fill(each)));
  const by = how.byRef ? 'ref' : random.of<Address>(['ref', 'ref', 'name', 'selector']);
  const made = how.make(random, { ...at, named: named(by, at.line) });
  if (!made) return null;
  const { tool, input, did, alsoOn = [] } = made;
  const callText = `${tool} ${JSON.stringify(input)}`;
  return { kind, by, item: at.item, line: at.line, did, alsoOn, callText, call: (door) => door.call(tool, input) };
}
