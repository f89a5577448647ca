import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sleep } from '../base/async/deadline.ts';
import { descend, element, type FakeElement } from '../engine/backends/fake/element.ts';
import type { FakeBackend } from '../engine/backends/fake/index.ts';
import { createFakeEngine, type FakeEngine } from '../engine/testing/fake-engine.ts';
import { createJournal } from '../recorder/saving/journal.ts';
import { RecorderStore } from '../recorder/store.ts';
import { createBench } from '../tools/testing/run-tools.ts';
import type { Recording, Step } from '#contract/model/recordings/recording';
import { Replay } from './replay.ts';

/** User input on the scripted desktop, and its effect according to the app. */
interface Flow {
  readonly app: string;
  readonly go: (person: Person) => Promise<void>;
  readonly truth: (app: readonly FakeElement[], backend: FakeBackend) => unknown;
}

type Person = ReturnType<typeof personAt>;

const value = (app: readonly FakeElement[], id: string) => app.find(({ automationId }) => automationId === id)?.value;
const named = (app: readonly FakeElement[], name: string) => app.find((one) => one.name === name);

const flows: Readonly<Record<string, Flow>> = {
  calculation: {
    app: 'calculator',
    async go(person) {
      for (const key of ['7', '×', '6', '=']) await person.click('Calculator', `role=Button name="${key}"`);
    },
    truth: (app) => value(app, 'display'),
  },
  'options of a form': {
    app: 'form',
    async go(person) {
      await person.click('Form', 'name="Newsletter"');
      await person.click('Form', 'role=RadioButton name="Medium"');
      await person.click('Form', 'role=ListItem name="Bananas"');
    },
    truth: (app) =>
      ['Newsletter', 'Medium', 'Bananas'].map((name) => {
        const one = named(app, name);
        return one?.has('checked') === true || one?.has('selected') === true;
      }),
  },
  'a form that is sent': {
    app: 'form',
    async go(person) {
      await person.click('Form', 'id=name');
      await person.type('Ada');
      await person.click('Form', 'id=send');
    },
    truth: (app) => [value(app, 'name'), app.some(({ name }) => name === 'Sent for Ada')],
  },
  'a letter that is saved': {
    app: 'editor',
    async go(person) {
      await person.click('Editor', 'id=text');
      await person.type('Dear');
      await person.press('ctrl+s');
      await person.type('a.txt');
      await person.click('Save As', 'role=Button name="Save"');
    },
    truth: (app, { desktop }) => [
      value(app, 'text'),
      desktop.windows.filter(({ spec }) => spec.app === 'editor').map(({ title }) => title),
    ],
  },
};

type Mutation = (target: FakeElement, backend: FakeBackend, app: string) => void;

/** Possible changes of an element. */
const mutations: Readonly<Record<string, Mutation>> = {
  'does nothing': (target) => {
    Object.assign(target, { onInvoke: () => undefined, onChange: () => undefined });
    for (const state of ['checkable', 'selectable', 'expandable', 'editable'] as const) target.set(state, false);
  },
  'does something else': (target) => {
    Object.assign(target, { onInvoke: () => void (target.name += '!'), onChange: () => void (target.value &&= '?') });
    for (const state of ['checkable', 'selectable'] as const) target.set(state, false);
  },
  'ends its app': (target, { desktop }, app) => {
    const end = () => desktop.windows.filter(({ spec }) => spec.app === app).forEach((window) => desktop.close(window));
    Object.assign(target, { onInvoke: end, onChange: end });
  },
  'has a twin': (target) => {
    const { controlType, name, automationId: id, place } = target;
    const at = place && ([place.x, place.y + 4, place.width, place.height] as const);
    const twin = element({ controlType, name, id, ...(at && { at }), states: [...target.states] });
    if (target.parent) target.parent.children = [...target.parent.children, twin];
  },
  'has another name': (target) => void (target.name = `${target.name || 'No'} more`),
  'has changed places with the one before it': (target) => {
    const { children = [] } = target.parent ?? {};
    const other = children[(children.indexOf(target) + children.length - 1) % children.length];
    if (!other || !target.parent) return;
    [target.place, other.place] = [other.place, target.place];
    target.parent.children = children.map((one) => (one === target ? other : one === other ? target : one));
  },
  'lies under a popup of its app': (target, { desktop }, app) => {
    const window = windowWith(desktop, target, app);
    if (!window || !target.place) return;
    const { x, y, width, height } = target.place;
    const content = { x: window.content.x + x, y: window.content.y + y, width, height };
    const root = element({ controlType: 'Window', name: 'Notice', at: [0, 0, width, height] });
    const popup = desktop.open({ title: 'Notice', app, className: 'Popup', kind: 'popup', content, root }, window);
    popup.alwaysOnTop = true;
  },
  'stands in a window that does not hear its keys': (target, { desktop }, app) => {
    const window = windowWith(desktop, target, app);
    if (window) Object.assign(window.spec, { onKey: undefined });
  },
  'cannot be used': (target) => target.set('enabled', false),
  'is gone': (target) => {
    if (target.parent) target.parent.children = target.parent.children.filter((one) => one !== target);
  },
};

function windowWith(desktop: FakeBackend['desktop'], target: FakeElement, app: string) {
  const windows = desktop.windows.filter(({ spec }) => spec.app === app);
  return windows.find(({ root }) => [...descend(root)].includes(target));
}

const folder = mkdtempSync(path.join(tmpdir(), 'mutants-'));
afterAll(() => rmSync(folder, { recursive: true }));

function personAt(desk: FakeEngine) {
  const { devices } = desk.backend;
  // A user looks at the effect before continuing.
  const rest = () => desk.engine.settleInput({});
  return {
    async click(window: string, selector: string): Promise<void> {
      devices.move(await desk.middle(window, selector));
      await sleep(50);
      devices.button('left', true);
      devices.button('left', false);
      await rest();
    },
    async press(key: string): Promise<void> {
      devices.key(key);
      await rest();
    },
    async type(text: string): Promise<void> {
      for (const char of text) devices.character(char);
      await rest();
    },
  };
}

function partsOf({ desktop }: FakeBackend, app: string): readonly FakeElement[] {
  return desktop.windows.filter(({ spec }) => spec.app === app).flatMap(({ root }) => [...descend(root)]);
}

/** Records the flow, and returns its effect. */
async function record(flow: Flow): Promise<{ readonly recording: Recording; readonly truth: unknown }> {
  const desk = await createFakeEngine();
  const journal = createJournal(folder, `${flow.app}-${Math.random()}.jsonl`);
  const store = new RecorderStore({ engine: desk.engine, platform: 'fake', journal });
  const { desktop } = desk.backend;
  const window = desktop.windows.find(({ spec }) => spec.app === flow.app);
  if (window) desktop.activate(window);
  await store.start();
  await desk.engine.settleInput({});
  await flow.go(personAt(desk));
  await store.stop();
  const truth = flow.truth(partsOf(desk.backend, flow.app), desk.backend);
  await desk.engine.close();
  return { recording: store.recording, truth };
}

/** Replays it on a desktop where a step's element has changed; returns the result and the effect. */
async function replayOn(recording: Recording, flow: Flow, step: Step | null, mutate: Mutation) {
  const bench = await createBench({ caller: { kind: 'replay', name: 'mutant' } });
  const target = step?.target && partsOf(bench.fake, flow.app).find((one) => isTarget(one, step));
  if (target) mutate(target, bench.fake, flow.app);
  const replay = new Replay({ runner: bench.runner, settings: () => ({ stepTimeoutMs: 250, replayPauseMs: 0 }) });
  const state = await replay.run({ recording });
  const truth = flow.truth(partsOf(bench.fake, flow.app), bench.fake);
  await bench.close();
  return { state, truth, isThere: target !== null && target !== undefined };
}

function isTarget({ controlType, name }: FakeElement, { target }: Step): boolean {
  return target?.controlType === controlType && target.name === name;
}

describe.each(Object.entries(flows))('%s', (_, flow) => {
  const recorded = record(flow);

  it.concurrent('passes with its effect on an unchanged desktop', async () => {
    const { recording, truth } = await recorded;
    const replayed = await replayOn(recording, flow, null, () => undefined);
    expect(replayed.state.results.map(({ message, status }) => (status === 'passed' ? status : message))).toEqual(
      recording.steps.map(() => 'passed'),
    );
    expect(replayed.truth).toEqual(truth);
  });

  it.concurrent.each(Object.entries(mutations))(
    'never passes without its effect if an element %s',
    async (_, mutate) => {
      const { recording, truth } = await recorded;
      const runs = recording.steps.map(async (step) => ({ step, ...(await replayOn(recording, flow, step, mutate)) }));
      const replays = (await Promise.all(runs)).filter(({ isThere }) => isThere);
      expect(replays.length).toBeGreaterThan(0);
      const passed = replays.filter(({ state }) => state.status === 'passed');
      for (const replay of passed) expect(replay.truth, `step ${replay.step.target?.name ?? ''}`).toEqual(truth);
    },
  );
});
