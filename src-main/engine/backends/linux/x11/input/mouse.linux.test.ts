import type { WindowId } from '#contract/model/windows/window';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { XPointer } from 'x11';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentLog } from '../../../../../base/log.ts';
import { createBackend } from '../../../../create-backend.ts';
import type { BackendOptions, InputObserver, InputProvider, RawInput } from '../../../../backend.ts';
import type { Engine } from '../../../../engine.ts';
import { createLocalEngine } from '../../../../process/local-engine.ts';
import { until } from '../../testing/apps/target-app.ts';
import { XConnection } from '../display/connection.ts';
import type { XTest } from '../display/extensions.ts';
import { chromiumFlags } from '../../../../testing/programs.ts';

const run = promisify(execFile);
let engine: Engine;
let input: InputProvider;
let observer: InputObserver;
let x: XConnection;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskscope-mouse-'));
  const backend = async (options: BackendOptions) => {
    const created = await createBackend('linux', options);
    ({ input, observer } = created);
    return created;
  };
  engine = await createLocalEngine({ log: silentLog, backend });
  x = await XConnection.open(process.env['DISPLAY'] ?? '');
});
afterAll(async () => {
  x.close();
  await engine.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Reports its events in its title. It fills the screen, so that its coordinates are the screen's. */
const page = `<!doctype html><meta charset="utf-8"><title>ready</title>
<style>
  body { margin: 0 } * { position: absolute; margin: 0 }
  #pad { left: 50px; top: 50px; width: 300px; height: 200px; background: #cde }
  #card { left: 50px; top: 300px; width: 100px; height: 50px; background: #fc8 }
  #box { left: 400px; top: 300px; width: 200px; height: 100px; background: #8fc }
  #slider { left: 50px; top: 450px; width: 300px }
</style>
<div id="pad"></div><div id="card" draggable="true">card</div><div id="box"></div>
<input id="slider" type="range" min="0" max="100" value="0">
<script>
  const say = (text) => { document.title = text };
  const keys = (e) => (e.ctrlKey ? 'ctrl+' : '') + (e.shiftKey ? 'shift+' : '');
  let seen = [];
  pad.onpointerdown = () => { seen = [] };
  // A slow page gets several moves as one event.
  pad.onpointermove = (e) => seen.push(...e.getCoalescedEvents().map((move) => move.clientX + ',' + move.clientY));
  pad.onmouseup = (e) => say('up ' + keys(e) + e.button + ' clicks ' + e.detail + ' by ' + seen.join(' '));
  pad.onauxclick = (e) => e.preventDefault();
  pad.oncontextmenu = (e) => e.preventDefault();
  // Several notches may come as one event: each is 120.
  let x = 0, y = 0;
  pad.onwheel = (e) => { x -= e.wheelDeltaX / 120; y -= e.wheelDeltaY / 120; say('wheel ' + x + ' ' + y) };
  card.ondragstart = (e) => e.dataTransfer.setData('text/plain', 'the card');
  box.ondragover = (e) => e.preventDefault();
  box.ondrop = (e) => { e.preventDefault(); say('dropped ' + e.dataTransfer.getData('text/plain')) };
  slider.onchange = () => say('slider ' + slider.value);
</script>`;

describe('in a page of Chromium', () => {
  let processId: number;
  let window: WindowId;
  const pad = { x: 200, y: 150 };

  beforeAll(async () => {
    await writeFile(join(folder, 'page.html'), page);
    const flags = [...chromiumFlags, '--kiosk', `--user-data-dir=${join(folder, 'chromium')}`];
    const args = [...flags, `--app=file://${join(folder, 'page.html')}`];
    ({ id: window, processId } = await engine.launch({ command: 'chromium', args }, { timeoutMs: 60_000 }));
    await waitFor('ready');
    // It is drawn and accepts the mouse once it responds.
    await until(async () => {
      await engine.click({ at: pad, button: 'left', count: 1 });
      return (await title()).startsWith('up 0');
    }, 30_000);
  });
  afterAll(() => process.kill(processId, 'SIGKILL'));

  const title = async () =>
    (await engine.listWindows({})).items.find((item) => item.id === window)?.title ?? 'no window';
  const waitFor = async (text: string) => {
    let last = '';
    await until(async () => (last = await title()).startsWith(text), 10_000).catch(() => {
      throw new Error(`The page says “${last}”, not “${text}”.`);
    });
    return last;
  };

  test.each([
    ['left', 0],
    ['middle', 1],
    ['right', 2],
    ['back', 3],
    ['forward', 4],
  ] as const)('the %s button is button %i', async (button, number) => {
    await engine.click({ at: pad, button, count: 1 });
    await waitFor(`up ${number} `);
  });

  test('two and three clicks are one double and one triple click, with modifiers held', async () => {
    await engine.click({ at: { x: 100, y: 100 }, button: 'left', count: 2, modifiers: ['ctrl', 'shift'] });
    await waitFor('up ctrl+shift+0 clicks 2');
    await engine.click({ at: { x: 300, y: 200 }, button: 'left', count: 3 });
    await waitFor('up 0 clicks 3');
  });

  test('the wheel turns both ways on both axes', async () => {
    await engine.scroll({ at: pad, notches: -3 });
    await waitFor('wheel 0 3');
    await engine.scroll({ at: pad, notches: 1 });
    await waitFor('wheel 0 2');
    await engine.scroll({ at: pad, notches: 4, axis: 'horizontal' });
    await waitFor('wheel 4 2');
    await engine.scroll({ at: pad, notches: -1, axis: 'horizontal' });
    await waitFor('wheel 3 2');
  });

  test("buttons and wheel follow the user's button mapping", async () => {
    const swap = (map: readonly number[]) => x.ask<number>((client, done) => client.SetPointerMapping(map, done));
    const usual = await x.ask<readonly number[]>((client, done) => client.GetPointerMapping(done));
    const received: RawInput[] = [];
    const listening = await observer.listen((each) => received.push(each));
    try {
      await swap([3, 2, 1, 5, 4, ...usual.slice(5)]);
      await engine.click({ at: pad, button: 'left', count: 1 });
      await waitFor('up 0 ');
      await engine.click({ at: pad, button: 'right', count: 1 });
      await waitFor('up 2 ');
      await engine.scroll({ at: pad, notches: -1 });
      await until(() => Promise.resolve(received.some(({ type }) => type === 'wheel')));
    } finally {
      await swap(usual);
      listening.dispose();
    }
    const pressed = received.flatMap((each) => (each.type === 'button' && each.down ? [each.button] : []));
    expect(pressed).toEqual(['left', 'right']);
    expect(received.find(({ type }) => type === 'wheel')).toMatchObject({ notches: -1 });
  });

  test('a drag passes its waypoints, with modifiers held', async () => {
    const [from, corner, to] = [
      { x: 60, y: 60 },
      { x: 300, y: 60 },
      { x: 300, y: 220 },
    ];
    await engine.drag({ from, via: [corner], to, button: 'left', holdMs: 100, modifiers: ['shift'] });
    const last = await waitFor('up shift+0');
    expect(last).toContain('300,60');
    expect(last.trim().endsWith('300,220')).toBe(true);
  });

  test('a draggable element is dropped at the target', async () => {
    await engine.drag({ from: { x: 100, y: 325 }, to: { x: 500, y: 350 }, button: 'left', durationMs: 500 });
    await waitFor('dropped the card');
  });

  test('a slider follows', async () => {
    await engine.drag({ from: { x: 58, y: 458 }, to: { x: 200, y: 458 }, button: 'left' });
    const value = Number((await waitFor('slider ')).slice('slider '.length));
    expect(value).toBeGreaterThan(40);
    expect(value).toBeLessThan(60);
  });
});

describe('in an app with its own window', () => {
  const inApp = async (command: string, args: readonly string[], work: (window: WindowId) => Promise<void>) => {
    const { id: window, processId } = await engine.launch({ command, args }, { timeoutMs: 60_000 });
    try {
      await until(async () => (await engine.actOnWindow({ window, action: 'focus' }))?.active === true);
      await work(window);
    } finally {
      process.kill(processId, 'SIGKILL');
      await until(async () => !(await engine.listWindows({})).items.some((item) => item.id === window));
    }
  };

  test('text is dragged in GTK 3', () =>
    inApp('mousepad', ['--disable-server'], async (window) => {
      const field = async () => (await engine.find({ window, selector: 'role=Edit' })).matches[0];
      // An app may still be starting after its window opened: it is ready when it holds the typed text.
      await until(async () => {
        await engine.pressKeys({ keys: 'ctrl+a', window });
        await engine.typeText({ text: 'alpha beta', window });
        return (await field())?.value === 'alpha beta';
      });
      const { x: left, y: top } = (await field())!.bounds!;
      const word = { x: left + 20, y: top + 12 };
      await engine.click({ at: word, button: 'left', count: 2 });
      // Longer than a double click: otherwise the drag's press would be its third click.
      await new Promise((resolve) => setTimeout(resolve, 600));
      await engine.drag({ from: word, to: { x: left + 300, y: word.y }, button: 'left', durationMs: 500, holdMs: 100 });
      await until(async () => (await field())?.value === ' betaalpha', 5_000);
    }));

  test('a splitter is dragged in Qt', () =>
    inApp('assistant', [], async (window) => {
      const dock = async () => {
        const { matches } = await engine.find({ window, selector: 'role=Pane name="Contents"' });
        return matches.find(({ bounds }) => bounds !== null)!.bounds!;
      };
      // It may still be laying out its content: then the first drag misses.
      await until(async () => {
        const { x: left, y: top, width, height } = await dock();
        // The splitter is between this pane and the next.
        const from = { x: left + width + 3, y: top + Math.round(height / 2) };
        const to = { x: from.x + 60, y: from.y };
        await engine.drag({ from, via: [{ x: from.x + 30, y: from.y + 40 }], to, button: 'left' });
        return (await dock()).width === width + 60;
      });
    }));
});

describe("concurrently with the user's mouse", () => {
  const at = { x: 40, y: 60 };
  const elsewhere = { x: 700, y: 500 };
  const somebody = async (send: (test: XTest) => void) => {
    const test = await x.extension('xtest');
    if (test) send(test);
    await x.sync();
  };
  const moves = () => somebody((test) => test.FakeInput(test.MotionNotify, 0, 0, x.root, elsewhere.x, elsewhere.y));
  const button = (test: XTest, code: number, number = 1) => test.FakeInput(code, number, 0, 0, 0, 0);

  test('nothing is pressed while a button is held, which stays held where it is', async () => {
    await moves();
    await somebody((test) => button(test, test.ButtonPress));
    expect(await input.pressAt('left', at, [])).toBeNull();
    expect(await input.pointer()).toEqual(elsewhere);
    expect(await input.heldButtons?.()).toEqual(['left']);
    await somebody((test) => button(test, test.ButtonRelease));
  });

  test("a button is released where it was pressed, and the pointer's position is reported", async () => {
    expect(await input.pressAt('left', at, [])).toEqual(at);
    await moves();
    expect(await input.release('left', at)).toEqual(elsewhere);
    expect(await input.pointer()).toEqual(at);
  });

  test.each([
    ['lets the button go', 'ButtonRelease', 1],
    ['presses another button', 'ButtonPress', 3],
  ] as const)('reports it if the user %s meanwhile, which apps do not treat as a click', async (_, what, number) => {
    await input.pressAt('left', at, []);
    await somebody((test) => button(test, test[what], number));
    expect(await input.release('left', at)).toBeNull();
    await somebody((test) => button(test, test.ButtonRelease, number));
    expect(await input.heldButtons?.()).toEqual([]);
  });

  test('reports a button that the user pressed and released meanwhile', async () => {
    await input.pressAt('left', at, []);
    for (const what of ['ButtonPress', 'ButtonRelease'] as const) await somebody((test) => button(test, test[what], 2));
    expect(await input.release('left', at)).toBeNull();
    await input.pressAt('left', at, []);
    for (const what of ['ButtonPress', 'ButtonRelease'] as const) await somebody((test) => button(test, test[what], 4));
    expect(await input.release('left', at)).toEqual(at);
  });
});

describe('on two monitors', () => {
  const monitors = [
    ['deskscope-left', '800/200x600/150+0+300', 'screen', { x: 400, y: 600 }],
    ['deskscope-right', '1000/250x900/225+800+0', 'none', { x: 1_300, y: 450 }],
  ] as const;

  test('moves use physical pixels of the whole desktop', async () => {
    for (const [name, geometry, output] of monitors) await run('xrandr', ['--setmonitor', name, geometry, output]);
    try {
      const points = [...monitors.map(([, , , at]) => at), { x: 799, y: 899 }, { x: 800, y: 1 }];
      for (const at of points) {
        await engine.moveMouse(at);
        const pointer = await x.ask<XPointer>((client, done) => client.QueryPointer(x.root, done));
        expect({ x: pointer.rootX, y: pointer.rootY }).toEqual(at);
      }
    } finally {
      for (const [name] of monitors) await run('xrandr', ['--delmonitor', name]);
    }
  });
});
