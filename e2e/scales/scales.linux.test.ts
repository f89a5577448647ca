import { afterAll, beforeAll, expect, it } from 'vitest';
import { clicked } from '../acts/done.ts';
import { look, lineOf } from '../acts/look.ts';
import { seeded } from '../acts/random.ts';
import { freePart, randomScene, type Item, type Scene } from '../acts/scene.ts';
import { openDoor, type Answer, type Door } from '../acts/server.ts';
import { shown } from '../acts/session.ts';
import { stage, type Entry, type Staged } from '../acts/stage.ts';
import { toolkits, type ToolkitName } from '../acts/toolkits.ts';
import { calcScales, clicksInCalc } from './calc.ts';

/**
 * Clicks on elements, and on popups they open, hit their targets at each scale factor that a toolkit supports on X11, according
 * to
 * its app's log or files. SCALES=all tries them all and prints the table of docs/linux.md; npm test tries two.
 */
const seed = 7;
const isWhole = process.env['SCALES'] !== undefined;
const some: readonly (readonly [ToolkitName, number])[] = [
  ['GTK 3', 2],
  ['Qt 6', 1.5],
];
const all = (Object.keys(toolkits) as ToolkitName[]).flatMap((name) =>
  toolkits[name].scales.map((scale) => [name, scale] as const),
);
const named = process.env['SCALES'] ?? '';
const tried = isWhole ? all.filter(([name]) => named === 'all' || named.split(',').includes(name)) : some;

/** Results of clicks: how many hit, hit something else, and were refused. */
export interface Landed {
  readonly landed: number;
  readonly missed: readonly string[];
  readonly refused: readonly string[];
}

let door: Door;
const rows: string[] = [];
beforeAll(async () => void (door = await openDoor()), 60_000);
afterAll(async () => {
  await door.close();
  process.stderr.write(`\n${rows.join('\n')}\n`);
});

/**
 * Known refusals, listed in docs/linux.md: popups of scaled GTK 4 and Swing, and changing pages of Firefox, whose hit tests
 * return the document.
 */
const knownRefusals: Readonly<Record<string, RegExp>> = {
  'GTK 4 at 2': /^(option|menu entry) /,
  'Swing at 2': /^(option|menu entry) /,
};

function judge(name: string, scale: number, { landed, missed, refused }: Landed): void {
  const more = refused.length > 0 ? `, ${refused.length} refused` : '';
  rows.push(`${name} at ${scale}: ${landed} of ${landed + missed.length + refused.length} landed${more}`);
  const known = knownRefusals[`${name} at ${scale}`] ?? knownRefusals[name];
  expect({ missed, refused: refused.filter((each) => !known?.test(each)) }).toEqual({ missed: [], refused: [] });
}

it.each(tried)(
  '%s at %d: clicks hit',
  async (name, scale) => {
    const staged = await stage(name, scale);
    try {
      const scene = alone(randomScene(seeded(seed)));
      await staged.show(scene);
      await shown(door, scene);
      judge(name, scale, await clicksOn(staged, scene));
    } finally {
      await staged.close();
    }
  },
  300_000,
);

it.each(isWhole && (named === 'all' || named.includes('LibreOffice')) ? calcScales : [])(
  'LibreOffice at %d: clicks hit',
  async (scale) => judge('LibreOffice', scale, await clicksInCalc(door, scale)),
  300_000,
);

/** The scene with a unique name for each item. */
function alone(scene: Scene): Scene {
  return { ...scene, items: scene.items.map((item, at) => ({ ...item, name: `${item.kind} ${at}`, enabled: true })) };
}

const pressed = new Set<Item['kind']>(['button', 'check', 'link', 'pad']);

async function clicksOn(staged: Staged, scene: Scene): Promise<Landed> {
  const landed: string[] = [];
  const missed: string[] = [];
  const refused: string[] = [];
  const count = (what: string, answer: Answer, entries: readonly Entry[], isDone: boolean) => {
    const got = entries.filter(({ id }) => id !== '').map((each) => `${each.id} ${each.what}`);
    if (isDone) landed.push(what);
    else if (answer.ok) missed.push(`${what}: ${got.join(', ')}`);
    else refused.push(`${what}: ${answer.text.split('\n')[0]}`);
  };
  const seen = await look(door);
  for (const item of scene.items.filter((each) => pressed.has(each.kind) && freePart(scene, each) === 1)) {
    const line = lineOf(seen, scene, item);
    if (!line) continue;
    await staged.received();
    const answer = await door.call('click_element', { element: line.ref });
    const entries = await staged.received(300);
    count(item.name, answer, entries, clicked(item.kind)(entries, item.id));
  }
  const field = scene.items.find(({ kind }) => kind === 'combo');
  for (const option of field?.options?.slice(1, 3) ?? []) {
    const line = field && lineOf(seen, scene, field);
    if (!line) break;
    const answer = await door.call('select_option', { element: line.ref, value: option });
    const entries = await staged.received(300);
    const chosen = entries.filter(({ id, what }) => id === field.id && what === 'selected').at(-1);
    count(`option ${option}`, answer, entries, chosen?.value === option);
  }
  for (const [id, name] of scene.menu.entries) {
    const opened = await door.call('click_element', { window: 'Scene', name: scene.menu.name });
    const answer = opened.ok ? await door.call('click_element', { window: 'Scene', name, timeout_ms: 2_000 }) : opened;
    const entries = await staged.received(300);
    count(
      `menu entry ${name}`,
      answer,
      entries,
      entries.some((each) => each.id === id && each.what === 'clicked'),
    );
  }
  return { landed: landed.length, missed, refused };
}
