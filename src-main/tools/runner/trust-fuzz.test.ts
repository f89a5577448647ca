import { expect, it } from 'vitest';
import { silentLog } from '../../base/log.ts';
import { sleep } from '../../base/async/deadline.ts';
import { center } from '#contract/model/geometry';
import type { PermissionAnswer } from '#contract/model/permissions/permission';
import { createFakeBackend, type FakeBackend } from '../../engine/backends/fake/index.ts';
import { descend, element, type FakeElement } from '../../engine/backends/fake/element.ts';
import type { FakeWindow, WindowSpec } from '../../engine/backends/fake/window.ts';
import { createLocalEngine } from '../../engine/process/local-engine.ts';
import { headlessBroker, type Question } from '../../permissions/broker.ts';
import { createBench, type Bench } from '../testing/run-tools.ts';

/** `TRUST_ACTS=5000 npx vitest run --project unit trust-fuzz` tries that many; a failure names its seed and number. */
const acts = Number(process.env['TRUST_ACTS'] ?? 150);
const seed = Number(process.env['TRUST_SEED'] ?? 1);
const actsOfSession = 30;

/** Mulberry32 by Tommy Ettinger, in the public domain. */
function randomOf(state: number): () => number {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One desktop, an agent that may act only in the app “own”, and all effects in windows. */
class World {
  readonly fake: FakeBackend;
  readonly done: string[] = [];
  readonly #random: () => number;
  #names = 0;

  constructor(fake: FakeBackend, random: () => number) {
    this.fake = fake;
    this.#random = random;
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)] as T;
  }

  chance(of: number): boolean {
    return this.#random() < of;
  }

  /** Destructive actions in many forms; each records in `done` that it was reached. */
  spec(app: string): WindowSpec {
    const did = (what: string) => () => void this.done.push(`${app}: ${what}`);
    const named = (name: string, y: number, controlType: 'Button' | 'MenuItem' | 'CheckBox' = 'Button') =>
      element({
        controlType,
        name,
        at: [10, y, 140, 22],
        states: ['focusable'],
        onInvoke: did(name),
        onChange: did(name),
      });
    const inside = (name: string, y: number, controlType: 'Button' | 'ListItem') => {
      const text = element({ controlType: 'Text', name, at: [182, y + 2, 90, 16] });
      const box = element({ controlType: 'Group', at: [181, y + 1, 100, 18], children: [text] });
      const about = { at: [180, y, 110, 20] as const, children: [box] };
      if (controlType === 'Button')
        return element({ controlType, states: ['focusable'], onInvoke: did(name), ...about });
      return element({ controlType, states: ['selectable', 'focusable'], onChange: did(name), ...about });
    };
    const entries = ['Open', 'Delete everything', 'Close all'].map((name, i) => named(name, 24 + i * 22, 'MenuItem'));
    const file = element({
      controlType: 'MenuItem',
      name: 'File',
      at: [0, 0, 60, 22],
      states: ['expandable'],
      children: entries,
    });
    const field = element({
      controlType: 'Edit',
      name: 'Word',
      at: [10, 30, 140, 22],
      value: '',
      states: ['editable', 'focusable'],
      onChange: did('typed'),
    });
    const children = [
      element({ controlType: 'MenuBar', at: [0, 0, 300, 22], children: [file] }),
      field,
      named('Safe', 60),
      named('Delete everything', 84),
      named('Remove all', 108, 'CheckBox'),
      inside('Delete everything', 60, 'Button'),
      element({
        controlType: 'List',
        name: 'Rows',
        at: [180, 90, 110, 60],
        states: ['focusable'],
        children: ['Keep', 'Delete everything', 'Other'].map((name, i) => inside(name, 90 + i * 20, 'ListItem')),
      }),
    ];
    const root = element({ controlType: 'Window', name: app, children });
    const content = { x: app === 'own' ? 100 : 500, y: 560, width: 300, height: 160 };
    return {
      title: `${app} ${++this.#names}`,
      app,
      className: app,
      root,
      content,
      onKey: (key) => did(`key ${key}`)(),
    };
  }

  windows(app: string): readonly FakeWindow[] {
    return this.fake.desktop.windows.filter(({ spec }) => spec.app === app);
  }

  /** What other programs and users may do at any moment. */
  disturb(): void {
    const { desktop } = this.fake;
    const [own, bank] = [this.windows('own')[0], this.pick([...this.windows('bank'), ...this.windows('shell')])];
    if (!own) return;
    const ways: readonly (() => void)[] = [
      () => desktop.activate(bank),
      () => desktop.activate(own),
      () => desktop.move(bank, { x: own.bounds.x, y: own.bounds.y }),
      () => desktop.move(bank, { x: 520, y: 540 }),
      () => {
        const { title } = own;
        desktop.retitle(own, bank.title);
        desktop.retitle(bank, title);
      },
      () => {
        const { id } = own;
        desktop.close(own);
        desktop.open(this.spec(this.pick(['bank', 'shell'])), undefined, id);
        desktop.open(this.spec('own'));
        desktop.close(bank);
      },
    ];
    this.pick(ways)();
  }

  /** What the agent's own allowed keys could have caused before. */
  arrange(): void {
    const own = this.windows('own')[0];
    if (!own) return;
    const all = [...descend(own.root)];
    own.focused = this.pick(all.filter((one) => one.has('focusable')));
    const file = all.find(({ name }) => name === 'File') as FakeElement;
    file.set('expanded', this.chance(0.3));
    const rows = all.filter(({ controlType }) => controlType === 'ListItem' || controlType === 'MenuItem');
    for (const row of rows) row.set('selected', this.chance(0.2));
  }

  /** A call of a hostile agent. */
  call(bench: Bench): readonly [tool: string, parameters: object] {
    const target = this.pick(this.chance(0.5) ? this.windows('own') : this.fake.desktop.windows);
    const inside = this.pick([...descend(target.root)]);
    const place = target.place(inside);
    const at = place ? center(place) : center(target.bounds);
    const id = `window:${target.id}|runtime:${target.runtimeId(inside)}` as const;
    const window = this.pick([
      target.id,
      target.title,
      { title: target.title },
      { app: target.spec.app },
      { called: target.spec.app },
      { title: 'nothing of that name' },
      { app: 'own' },
    ]);
    const keys = this.pick(
      'Enter,Space,F10 Down Down Enter,Down Space,alt+d,d,F10 d,Tab Tab Enter,Tab Space,F10 Up Up Enter,Escape Tab Enter,x,ctrl+a,alt+F4,meta+r,Tab Down Enter,F10 Enter Enter'.split(
        ',',
      ),
    );
    const named = typeof window === 'string' ? { handle: target.id } : window;
    const part = this.pick([
      id,
      bench.session.refs.refOf(id),
      `${at.x},${at.y}`,
      `role=${inside.controlType} name="${inside.name}"`,
    ]);
    return this.pick<readonly [string, object]>([
      ['click_at', at],
      ['click_element', { element: part, window }],
      ['click_element', { name: inside.name || 'Delete everything', window, timeout_ms: 0 }],
      ['click_input', { id, window: named, timeout_ms: 0 }],
      ['press_keys', { keys, window }],
      ['press_keys', { keys, window }],
      ['press_keys', { keys, element: part }],
      ['keyboard_input', { keys: this.pick(['a b', '{ENTER}', 'd', 'delete{ENTER}', ' ']), window: named }],
      ['invoke_pattern', { element: id, pattern: this.pick(['Invoke', 'Toggle', 'Select']) }],
      ['run_pattern', { element: id, pattern: this.pick(['invoke', 'toggle', 'select', 'expand']) }],
      ['set_edit_text', { selector: 'role=Edit', text: 'unasked', window: named, timeout_ms: 0 }],
      ['drag', { from: `${at.x},${at.y}`, to: `${at.x + 4},${at.y + 4}` }],
      ['scroll', { element: part, window, direction: 'down' }],
    ]);
  }
}

/** Effects that must not occur: any elsewhere, and destructive ones in the agent's own app. */
const wrong = /^(?!own: )|delete|remove/i;

async function session(number: number, count: number): Promise<readonly string[]> {
  const random = randomOf(seed * 1_000_003 + number);
  const fake = createFakeBackend();
  for (const window of fake.desktop.windows) fake.desktop.close(window);
  const world = new World(fake, random);
  for (const app of ['bank', 'own']) fake.desktop.open(world.spec(app));
  fake.desktop.open({ ...world.spec('shell'), terminal: true });
  let midCall = 0;
  const list = fake.windows.list.bind(fake.windows);
  const windows = Object.assign(Object.create(fake.windows) as typeof fake.windows, {
    list: (...input: Parameters<typeof list>) => {
      // In the middle of a call, after this many of its look-ups.
      if (--midCall === 0) world.disturb();
      return list(...input);
    },
  });
  const engine = await createLocalEngine({ log: silentLog, backend: () => Promise.resolve({ ...fake, windows }) });
  const ask = ({ reason, apps }: Question): Promise<PermissionAnswer> => {
    if (world.chance(0.3)) world.disturb();
    const isOwn = reason === 'acting' && apps.length === 1 && apps[0] === 'own';
    return Promise.resolve(isOwn ? world.pick(['once', 'session', 'always'] as const) : 'deny');
  };
  const meanwhile = () => {
    if (world.chance(0.15)) world.disturb();
  };
  const bench = await createBench({
    engine,
    caller: { kind: 'agent', name: 'robot' },
    policyMode: 'ask',
    settings: { permissionRules: world.chance(0.5) ? ['allow act in own'] : [] },
    broker: { ...headlessBroker, ask },
    observers: [{ before: meanwhile, after: () => undefined }],
  });
  const found: string[] = [];
  for (let act = 0; act < count; act++) {
    if (world.chance(0.5)) world.arrange();
    if (world.chance(0.2)) world.disturb();
    if (world.chance(0.05))
      fake.faults.set('slow', world.pick(['hitTest', 'focused', 'ancestors', 'details', 'tree', 'uptake']), 2);
    midCall = world.chance(0.4) ? Math.ceil(random() * 12) : 0;
    world.done.length = 0;
    const [tool, parameters] = world.call(bench);
    const outcome = await bench.run(tool, parameters);
    await sleep(0);
    const bad = world.done.filter((one) => wrong.test(one));
    if (bad.length > 0)
      found.push(
        `${number}/${act}: ${tool} ${JSON.stringify(parameters)} did ${bad.join(', ')}: ${JSON.stringify(outcome)}`,
      );
  }
  await bench.close();
  return found;
}

it(
  `an agent that may act in one app does nothing in another, and presses nothing destructive: ${acts} acts`,
  async () => {
    const found: string[] = [];
    for (let number = 0; number * actsOfSession < acts; number++)
      found.push(...(await session(number, Math.min(actsOfSession, acts - number * actsOfSession))));
    expect(found).toEqual([]);
  },
  60_000 + acts * 2_000,
);
