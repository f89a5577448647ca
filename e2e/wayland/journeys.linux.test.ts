import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { center, type Point } from '#contract/model/geometry';
import { createLog } from '../../src-main/base/log.ts';
import { createBackend } from '../../src-main/engine/create-backend.ts';
import type { Engine } from '../../src-main/engine/engine.ts';
import { createLocalEngine } from '../../src-main/engine/process/local-engine.ts';
import {
  gnomeDevices,
  hasGnome,
  startGnome,
} from '../../src-main/engine/backends/linux/testing/compositors/gnome-session.ts';
import {
  hasKWin,
  startKWin,
  kwinDevices,
} from '../../src-main/engine/backends/linux/testing/compositors/kwin-session.ts';
import { Person, type Devices } from '../../src-main/engine/backends/linux/testing/people/person.ts';
import { startSway } from '../../src-main/engine/backends/linux/testing/compositors/sway-session.ts';
import { outputOf } from '../../src-main/engine/backends/linux/testing/x-display.ts';
import { become, type Session } from '../../src-main/engine/backends/linux/wayland/testing/apps-on-compositor.ts';
import { end } from '../../src-main/engine/testing/programs.ts';
import { allowEverything, connectAgent } from '../fixtures/agent.ts';
import { launchApp, type RunningApp } from '../fixtures/app.ts';
import { ask } from '../fixtures/ask.ts';
import { barOf } from '../fixtures/bars.ts';

/** Pictures of the sessions, for inspection. */
const pictures = 'test-results/wayland';
const soon = { timeout: 30_000, interval: 200 };
const screen = { x: 1280, y: 800 };
const sum = ['7', '*', '6', '='];

/** A session, Deskscope in it, a calculator, and input from another program. */
interface Stage {
  readonly app: RunningApp;
  readonly calculator: string;
  readonly userInput: Readonly<Record<'move' | 'press', (at: Point) => Promise<unknown>>>;
  readonly place: (name: string) => Promise<Point>;
  readonly shows: () => Promise<string>;
  readonly picture: (name: string) => Promise<void>;
  /** Whether Deskscope's window covers the picked element. */
  readonly isInTheWay: () => Promise<boolean>;
}

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  vi.unstubAllEnvs();
});

async function open(name: string, session: Session): Promise<Stage> {
  closing.push(() => session.close());
  become(session);
  const calculator = spawn('galculator', [], { env: { ...session.env }, stdio: 'ignore' });
  closing.push(() => end(calculator));
  const { DISPLAY: display = '' } = session.env;
  const app = await launchApp({ env: session.env, display, close: () => Promise.resolve() });
  closing.push(() => app.close());
  const engine = await createLocalEngine({
    log: createLog('test'),
    backend: (options) => createBackend('wayland', options),
  });
  closing.push(() => engine.close());
  const id = await vi.waitFor(async () => {
    const { items } = await ask(app.window, 'windows.list', {});
    return items.find(({ title }) => title === 'galculator')?.id ?? expect.fail('It shows no window.');
  }, soon);
  // GNOME starts with its overview, and maximises windows nearly as large as the screen.
  await beside(app);
  await engine.actOnWindow({ window: id, action: 'focus' });
  await engine.moveWindow({ window: id, bounds: { x: 60, y: 90 } });
  const find = async (selector: string) => (await ask(app.window, 'element.find', { window: id, selector })).matches[0];
  return {
    app,
    calculator: id,
    userInput: await handsOf(name, session, engine),
    place: (button) =>
      vi.waitFor(async () => {
        const found = await find(`role=Button name="${button}"`);
        return center(found?.bounds ?? expect.fail(`${button} has no place.`));
      }, soon),
    isInTheWay: () => isInTheWay(name, app, session),
    shows: async () => (await find('role=Edit nth=0'))?.value ?? '',
    picture: async (what) => {
      mkdirSync(pictures, { recursive: true });
      const { bytes } = await engine.capture({ target: { kind: 'screen' } });
      writeFileSync(`${pictures}/${name}-${what}.png`, bytes);
    },
  };
}

function beside({ electron }: RunningApp): Promise<void> {
  return electron.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.unmaximize();
    window?.setBounds({ x: 440, y: 60, width: 820, height: 620 });
  });
}

/** On sway only Electron sees it as minimised. */
async function isInTheWay(name: string, { electron }: RunningApp, { env }: Session): Promise<boolean> {
  if (name === 'sway')
    return (await outputOf('swaymsg', ['-t', 'get_tree', '-r'], env)).includes('"name": "Deskscope"');
  return electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().every((each) => !each.isMinimized()));
}

async function handsOf(name: string, { env }: Session, engine: Engine): Promise<Stage['userInput']> {
  const { DBUS_SESSION_BUS_ADDRESS: bus = '', WAYLAND_DISPLAY: display = '' } = env;
  const devices = await devicesOn[name]?.(bus, display);
  // On sway the source of a press is unknown, so it may be us.
  if (!devices)
    return { move: (to) => engine.moveMouse(to), press: (at) => engine.click({ at, button: 'left', count: 1 }) };
  closing.push(() => devices.close());
  const person = new Person(devices);
  return { move: (to) => devices.move(to), press: (at) => person.press(at) };
}

const devicesOn: Readonly<Record<string, (bus: string, display: string) => Promise<Devices>>> = {
  KWin: (_, display) => kwinDevices(display),
  GNOME: (bus) => gnomeDevices(bus, screen),
};

const sessions: Readonly<Record<string, () => Promise<Session>>> = {
  sway: () => startSway(),
  ...(hasKWin && { KWin: () => startKWin({ xScale: 1, knowsEffect: true }) }),
  ...(hasGnome && { GNOME: () => startGnome({ withX: true }) }),
};

describe.each(Object.entries(sessions))('%s', (name, start) => {
  it("shows windows live, a tree, a picked element, a user's recording and an agent's act", async () => {
    const stage = await open(name, await start());
    await seesWindows(stage);
    await picks(stage);
    if (name !== 'sway') await recordsAndReplays(stage);
    await letsAnAgentAct(stage);
  }, 180_000);
});

async function seesWindows({ app: { window }, picture }: Stage): Promise<void> {
  await window.getByTestId('window-list').getByText('galculator').first().click();
  await window.getByTestId('element-tree').getByRole('treeitem').first().waitFor();
  await window.getByTestId('picture').locator('img, canvas').first().waitFor();
  await picture('inspect');
}

async function picks({
  app: { window, electron },
  userInput,
  place,
  picture,
  shows,
  isInTheWay,
}: Stage): Promise<void> {
  const at = await place('7');
  // A headless seat gets a mouse with the first motion.
  await userInput.move({ x: at.x + 40, y: at.y });
  await window.getByTestId('pick').click();
  const bar = (await barOf(electron, 'pick.html')).getByTestId('pick-bar');
  await vi.waitFor(async () => {
    await userInput.move({ x: at.x - 3, y: at.y });
    await userInput.move(at);
    expect(await bar.textContent()).toContain('Button “7”');
  }, soon);
  expect(await isInTheWay()).toBe(false);
  await picture('pick');
  await userInput.press(at);
  const title = window.getByTestId('element-title');
  await vi.waitFor(async () => expect(await title.textContent()).toContain('Button “7”'), soon);
  expect(await shows()).not.toContain('7');
}

async function recordsAndReplays({ app: { window }, userInput, place, shows, picture }: Stage): Promise<void> {
  const places = [];
  for (const name of sum) places.push(await place(name));
  await ask(window, 'recorder.start', {});
  for (const at of places) await userInput.press(at);
  const steps = async () => (await ask(window, 'recorder.state', {})).recording.steps;
  await vi.waitFor(async () => expect(await steps()).toHaveLength(sum.length), soon);
  await ask(window, 'recorder.stop', {});
  await window.getByTestId('rail-record').click();
  await picture('record');
  expect(await shows()).toContain('42');
  await window.getByTestId('replay.start').click();
  const summary = window.getByTestId('replay-summary');
  await vi.waitFor(async () => expect(await summary.getAttribute('data-status')).toBe('passed'), soon);
}

async function letsAnAgentAct({ app: { window, electron }, shows, picture, calculator }: Stage): Promise<void> {
  const agent = await connectAgent(window, 'robot');
  let isDone = false;
  const yes = allowEverything(electron, () => isDone);
  try {
    for (const name of ['AC', '8', '*', '6', '=']) {
      const where = { selector: `role=Button name="${name}"`, window: { handle: calculator } };
      const { isError, content } = await agent.callTool({ name: 'click_input', arguments: where });
      expect(isError, JSON.stringify(content)).not.toBe(true);
    }
  } finally {
    isDone = true;
    await yes;
    await agent.close();
  }
  await vi.waitFor(async () => expect(await shows()).toContain('48'), soon);
  await window.getByTestId('rail-runs').click();
  await picture('agent');
}
