import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasProgram } from '../../../../../scripts/lib/programs.mjs';
import { center } from '#contract/model/geometry';
import type { ElementNode, TreeNode } from '#contract/model/elements/element';
import type { Step } from '#contract/model/recordings/recording';
import { inWords, recorded, replayed } from '../../../../recorder/testing/live-recording.ts';
import type { Engine } from '../../../engine.ts';
import { elementOf, type Desk } from '../../../testing/desk.ts';
import { chromiumFlags } from '../../../testing/programs.ts';
import { soon } from '../../../testing/outcome.ts';
import { hasGnome } from '../testing/compositors/gnome-session.ts';
import { hasKWin } from '../testing/compositors/kwin-session.ts';
import { gnomeDesk, kwinDesk, xDesk, type RecordingDesk } from '../testing/recording-desks.ts';

/** What a person does in an app that nobody here wrote: presses of selectors, and texts to type. */
interface Flow {
  readonly app: string;
  readonly args?: (folder: string) => readonly string[];
  readonly title: string;
  readonly acts: readonly [string, ...(string | { readonly text: string })[]];
  /** The name of an element then, or a part of its value. */
  readonly shows: string;
}

const page = `file://${join(import.meta.dirname, '../../../../../e2e/target-apps/linux/form.html')}`;
const inForm = {
  title: 'A form',
  acts: ['role=Edit name="Name"', { text: 'hopper' }, 'role=CheckBox name="Agree"', 'role=Button name="Press"'],
  shows: 'hopper',
} as const;
const button = (key: string) => `role=Button name="${key}"`;

const flows: readonly Flow[] = [
  {
    app: 'galculator',
    title: 'galculator',
    acts: [button('7'), button('*'), button('6'), button('=')],
    shows: '42',
  },
  {
    app: 'mousepad',
    args: () => ['--disable-server'],
    title: 'Mousepad',
    acts: ['role=Edit', { text: 'milk' }, 'role=Menu name="Document"', 'role=MenuItem name~="Word Wrap"'],
    shows: 'milk',
  },
  {
    app: 'gnome-calculator',
    title: 'Calculator',
    acts: [button('7'), button('×'), button('6'), button('=')],
    shows: '42',
  },
  {
    app: 'gnome-text-editor',
    args: () => ['--standalone'],
    title: 'Text Editor',
    acts: ['id=view', { text: 'bread' }, 'id=properties_button'],
    shows: 'bread',
  },
  {
    app: 'gtk4-widget-factory',
    title: 'GTK Widget Factory',
    acts: ['id=entry1', { text: 'tea' }, 'id=checkbutton2', 'role=TabItem name="NYC"'],
    shows: 'tea',
  },
  {
    app: 'kcalc',
    title: 'KCalc',
    acts: [button('Seven'), button('Multiply'), button('Six'), button('Equals')],
    shows: '42',
  },
  {
    app: 'kalk',
    title: 'Kalk',
    acts: [`${button('7')} nth=0`, `${button('×')} nth=0`, `${button('6')} nth=0`, `${button('=')} nth=0`],
    shows: '42',
  },
  {
    app: 'kate',
    args: () => ['--new'],
    title: 'Kate',
    acts: [button('New File'), 'role=Edit name="Untitled"', { text: 'honey' }],
    shows: 'honey',
  },
  {
    app: 'chromium',
    args: (folder) => [
      ...chromiumFlags,
      '--disable-gpu',
      '--force-renderer-accessibility',
      '--ozone-platform-hint=auto',
      `--user-data-dir=${folder}`,
      `--app=${page}`,
    ],
    ...inForm,
  },
  { app: 'firefox', args: (folder) => ['--no-remote', '--profile', folder, page], ...inForm },
];

const desks = {
  X11: xDesk,
  ...(hasGnome && { GNOME: gnomeDesk }),
  ...(hasKWin && { KWin: () => kwinDesk({ knowsEffect: true }) }),
};
const opened = new Map<string, { readonly desk: RecordingDesk; readonly engine: Engine }>();
const recordings = new Map<string, readonly Step[]>();

/** Enters a desktop that earlier tests may have left. */
async function enter(name: string): Promise<{ readonly desk: RecordingDesk; readonly engine: Engine }> {
  const { desk, engine: before } = opened.get(name) ?? expect.fail('It did not start.');
  await before.close();
  const one = { desk, engine: await desk.enter() };
  opened.set(name, one);
  return one;
}

/** The app in front, until `work` is done. */
async function inApp<T>(
  name: string,
  { app, args = () => [], title, acts: [first] }: Flow,
  work: (desk: RecordingDesk, engine: Engine, find: (selector: string) => Promise<ElementNode>) => Promise<T>,
): Promise<T> {
  const { desk, engine } = await enter(name);
  const find = (selector: string) => elementOf({ engine } as Desk, { title, selector });
  const running = desk.start(app, args);
  try {
    await vi.waitFor(() => find(first), { ...soon, timeout: 30_000 });
    const { items } = await engine.listWindows({});
    const { id: window } = items.find((each) => each.title.includes(title)) ?? expect.fail('It shows no window.');
    await engine.actOnWindow({ window, action: 'focus' });
    return await work(desk, engine, find);
  } finally {
    await running.end();
    await vi.waitFor(async () => expect((await engine.listWindows({})).items).toEqual([]), soon);
  }
}

async function expectShown({ title, shows }: Flow, engine: Engine): Promise<void> {
  const has = (node: TreeNode): boolean =>
    node.value?.includes(shows) === true || node.name.trim() === shows || (node.children ?? []).some(has);
  await vi.waitFor(async () => {
    const { items } = await engine.listWindows({});
    const { id: window } = items.find((each) => each.title.includes(title)) ?? expect.fail('It shows no window.');
    expect(has((await engine.tree({ window })).root), `“${shows}” shows`).toBe(true);
  }, soon);
}

describe.runIf(hasGnome || hasKWin)('flows in apps', () => {
  beforeAll(async () => {
    for (const [name, start] of Object.entries(desks)) {
      const desk = await start();
      opened.set(name, { desk, engine: await desk.enter() });
    }
  });
  afterAll(async () => {
    for (const { desk } of opened.values()) await desk.close();
  });

  describe.each(Object.keys(desks))('%s', (name) => {
    it.each(flows.filter(({ app }) => hasProgram(app)))('is where a flow in $app is recorded', async (flow) => {
      const { steps } = await inApp(name, flow, async (desk, engine, find) => {
        const press = (selector: string) => async () => {
          const place = async () => (await find(selector)).bounds ?? expect.fail(`${selector} has no place.`);
          await desk.person.press(center(await vi.waitFor(place, soon)));
        };
        const acts = flow.acts.map((act) => (typeof act === 'string' ? press(act) : () => desk.person.type(act.text)));
        const steps = await recorded(engine, ...acts);
        await expectShown(flow, engine);
        return { steps };
      });
      recordings.set(`${name} ${flow.app}`, steps);
    });
  });

  describe.each(Object.keys(desks))('%s', (name) => {
    const others = Object.keys(desks).filter((from) => from !== name);
    const cases = others.flatMap((from) => flows.filter(({ app }) => hasProgram(app)).map((flow) => ({ from, flow })));
    it.each(cases)('replays the flow in $flow.app recorded on $from', async ({ from, flow }) => {
      const steps = recordings.get(`${from} ${flow.app}`) ?? expect.fail('Nothing was recorded there.');
      await inApp(name, flow, async (_, engine) => {
        expect(await replayed(engine, steps, { mayStart: true }), inWords(steps).join('\n')).toEqual(
          steps.map(() => 'passed'),
        );
        await expectShown(flow, engine);
      });
    });
  });
});

if (!hasKWin && !hasGnome) it.skip('skips flows between desktops: only X11 is installed');
