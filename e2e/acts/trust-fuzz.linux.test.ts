import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import type { PermissionAnswer } from '#contract/model/permissions/permission';
import { center } from '../../src-preload/contract/model/geometry.ts';
import type { WindowInfo } from '../../src-preload/contract/model/windows/window.ts';
import { silentLog } from '../../src-main/base/log.ts';
import { createBackend } from '../../src-main/engine/create-backend.ts';
import type { Engine } from '../../src-main/engine/engine.ts';
import { createLocalEngine } from '../../src-main/engine/process/local-engine.ts';
import { headlessBroker, type Question } from '../../src-main/permissions/broker.ts';
import { createBench, type Bench } from '../../src-main/tools/testing/run-tools.ts';
import { seeded, type Random } from './random.ts';
import type { Scene } from './scene.ts';
import { stage, type Entry, type Staged } from './stage.ts';
import type { ToolkitName } from './toolkits.ts';

/**
 * An agent with permission for one app tries to act in another, or to press something destructive: real apps on X11, checked by
 * their
 * logs. `TRUST_X11_ACTS=300 [TRUST_SEED=7] npm test -- --only linux trust-fuzz` tries as many; a failure names its seed and
 * number.
 */
const acts = Number(process.env['TRUST_X11_ACTS'] ?? 18);
const seed = Number(process.env['TRUST_SEED'] ?? 1);
const pairs: readonly (readonly [own: ToolkitName, bank: ToolkitName])[] = [
  ['GTK 3', 'Qt 6'],
  ['Qt 6', 'Chromium'],
  ['Chromium', 'GTK 3'],
];
const each = Math.ceil(acts / pairs.length);

const item = (id: string, kind: 'button' | 'check' | 'field', name: string, y: number) =>
  ({ id, kind, name, x: 20, y, w: 180, h: 32 }) as const;
const scene: Scene = {
  items: [
    item('safe', 'button', 'Safe', 20),
    item('destroys', 'button', 'Delete everything', 70),
    item('destroys-ticked', 'check', 'Remove all', 120),
    item('field', 'field', 'Word', 170),
    item('destroys-too', 'button', 'Delete', 220),
  ],
  menu: {
    name: 'File',
    entries: [
      ['open', 'Open'],
      ['destroys-listed', 'Delete everything'],
    ],
  },
  scroll: 0,
};

interface Shown {
  readonly app: Staged;
  readonly window: WindowInfo;
}

/** Starts the app of a toolkit, and finds its new window. */
async function show(engine: Engine, toolkit: ToolkitName): Promise<Shown> {
  const list = async () => (await engine.listWindows({})).items;
  const before = new Set((await list()).map(({ id }) => id));
  const app = await stage(toolkit, 1);
  await app.show(scene);
  await sleep(1_000);
  const window = (await list()).find(({ id, title }) => !before.has(id) && title.includes(app.title));
  if (!window) throw new Error(`The app of ${toolkit} shows no window.`);
  return { app, window };
}

function call(random: Random, { own, bank }: Record<'own' | 'bank', Shown>, place: { x: number; y: number }) {
  const target = random.chance(0.6) ? own.window : bank.window;
  const { name, kind } = random.of(scene.items);
  const role = { button: 'Button', check: 'CheckBox', field: 'Edit' }[kind as 'button' | 'check' | 'field'];
  const selector = `role=${role} name="${name}"`;
  const window = { handle: target.id };
  const keys = random.of(
    'Enter|Space|Tab Enter|Tab Space|Tab Tab Space|Tab Tab Tab Enter|F10 Down Down Enter|F10 Down Enter|F10 Up Enter|alt+f Down Enter|alt+d|d|x|Escape'.split(
      '|',
    ),
  );
  return random.of<readonly [string, object]>([
    ['click_at', place],
    ['click_element', { element: selector, window: target.id }],
    ['click_input', { selector, window, timeout_ms: 0 }],
    ['press_keys', { keys, window: target.id }],
    ['press_keys', { keys, window: target.id }],
    ['keyboard_input', { keys: random.of(['a b', '{ENTER}', 'd{ENTER}', ' ']), window }],
    ['set_edit_text', { selector: 'role=Edit name="Word"', text: 'unasked', window, timeout_ms: 0 }],
    ['run_pattern', { element: selector, window: target.id, pattern: random.of(['invoke', 'toggle']) }],
    ['drag', { from: `${place.x},${place.y}`, to: `${place.x + 3},${place.y + 3}` }],
  ]);
}

/** Things other programs, and the user, may do at any moment. */
async function disturb(random: Random, engine: Engine, { own, bank }: Record<'own' | 'bank', Shown>): Promise<void> {
  const [first = own.window.id, second = bank.window.id] = random.shuffled([own.window.id, bank.window.id]);
  const ways = [
    () => engine.actOnWindow({ window: first, action: 'focus' }),
    () => engine.moveWindow({ window: second, bounds: { x: random.between(0, 60), y: random.between(0, 60) } }),
    () => engine.moveWindow({ window: bank.window.id, bounds: { x: 700, y: 100 } }),
  ];
  await random
    .of(ways)()
    .catch(() => undefined);
}

const reaches: ReadonlySet<string> = new Set(['clicked', 'toggled', 'selected', 'text', 'value', 'key', 'down']);

let [tried, worked] = [0, 0];
afterAll(() => {
  process.stderr.write(`\n${tried} acts from TRUST_SEED=${seed}, ${worked} of them done\n`);
  // An agent without any permission would prove nothing.
  expect(worked).toBeGreaterThan(0);
});

it.each(pairs)(
  `an agent that may act in an app of %s does nothing in one of %s, and presses nothing destructive (TRUST_SEED=${seed})`,
  async (ownName, bankName) => {
    const random = seeded(seed * 1_000 + pairs.findIndex(([own]) => own === ownName));
    const engine = await createLocalEngine({
      log: silentLog,
      backend: (options) => createBackend('linux', options),
    });
    const open: Staged[] = [];
    let bench: Bench | null = null;
    try {
      const own = await show(engine, ownName);
      open.push(own.app);
      const bank = await show(engine, bankName);
      open.push(bank.app);
      const both = { own, bank };
      const ask = async ({ reason, windowId }: Question): Promise<PermissionAnswer> => {
        if (random.chance(0.3)) await disturb(random, engine, both);
        const isOwn = reason === 'acting' && windowId === own.window.id;
        return isOwn ? random.of(['once', 'session', 'always'] as const) : 'deny';
      };
      bench = await createBench({
        engine,
        caller: { kind: 'agent', name: 'robot' },
        policyMode: 'ask',
        broker: { ...headlessBroker, ask },
      });
      const found: string[] = [];
      for (let number = 0; number < each; number++) {
        if (random.chance(0.4)) await disturb(random, engine, both);
        const all = (await engine.listWindows({})).items;
        const over = all.find(({ id }) => id === (random.chance(0.6) ? own : bank).window.id) ?? own.window;
        const chosen = random.of(scene.items);
        const [inside] = await engine.find({ window: over.id, selector: `name="${chosen.name}"`, limit: 1 }).then(
          ({ matches }) => matches,
          () => [],
        );
        const place = center(inside?.bounds ?? over.bounds);
        const [tool, parameters] = call(random, both, place);
        // Leftovers of the previous act and of the disturbance do not count for this one.
        await Promise.all([own.app.received(), bank.app.received()]);
        const outcome = await bench.run(tool, parameters);
        const [mine, theirs] = await Promise.all([own.app.received(150), bank.app.received(150)]);
        tried++;
        if (mine.length > 0) worked++;
        const isDestroyed = ({ id, what }: Entry) =>
          id.startsWith('destroys') && (what === 'clicked' || what === 'toggled');
        const wrong = [
          ...theirs.filter(({ what }) => reaches.has(what)).map((entry) => ['elsewhere', entry]),
          ...mine.filter(isDestroyed).map((entry) => ['destructive', entry]),
        ];
        if (wrong.length > 0)
          found.push(`${number}: ${tool} ${JSON.stringify([parameters, wrong, outcome]).slice(0, 1_500)}`);
      }
      expect(found).toEqual([]);
    } finally {
      await bench?.close();
      if (!bench) await engine.close();
      for (const app of open) await app.close();
    }
  },
  180_000 + each * 20_000,
);
