import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../../base/log.ts';
import { center, type Rect, sameRect } from '#contract/model/geometry';
import type { Backend, RawInput } from '../../backend.ts';
import { createX11Windows } from './entry/x11-windows.ts';
import { createLinuxBackend } from './index.ts';
import {
  allNodes,
  readTree,
  startSilentTarget,
  startTarget,
  until,
  type TargetApp,
} from './testing/apps/target-app.ts';

const run = promisify(execFile);
const own = new Set<number>();
let backend: Backend;
let editor: TargetApp;
let calculator: TargetApp;

beforeAll(async () => {
  backend = await createLinuxBackend({ ownProcessIds: () => own, log: createLog('test') });
  [editor, calculator] = await Promise.all([
    startTarget(backend, 'mousepad', ['--disable-server']),
    startTarget(backend, 'galculator'),
  ]);
});
afterEach(() => own.clear());
afterAll(async () => {
  await Promise.all([editor.end(), calculator.end()]);
  await backend.close();
});

async function inFront(app: TargetApp): Promise<void> {
  await backend.windows.act((await app.window()).id, 'focus');
  await until(async () => (await app.window()).active);
}

async function text(): Promise<string | null> {
  const nodes = allNodes((await readTree(backend, await editor.window())).root);
  return nodes.find((node) => node.controlType === 'Edit')!.value;
}

/** Presses keys of the calculator and reads its display. */
async function key(name: string): Promise<{ readonly id: string; readonly bounds: Rect }> {
  const nodes = allNodes((await readTree(backend, await calculator.window())).root);
  const node = nodes.find((each) => each.controlType === 'Button' && each.name === name)!;
  return { id: node.runtimeId, bounds: node.bounds! };
}

async function display(): Promise<string> {
  const nodes = allNodes((await readTree(backend, await calculator.window())).root);
  return nodes.find((node) => node.controlType === 'Edit')!.value?.trim() ?? '';
}

/** Number of pixels in the outline's red. */
function redPixels(data: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (data[at]! > 200 && data[at + 1]! < 60 && data[at + 2]! < 60) count++;
  }
  return count;
}

async function seenByScrot(): Promise<Uint8Array> {
  const file = join(tmpdir(), `deskscope-scrot-${process.pid}.png`);
  await run('scrot', ['-o', file]);
  const image = await loadImage(await readFile(file));
  await rm(file);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return Buffer.from(context.getImageData(0, 0, image.width, image.height).data);
}

describe('windows', () => {
  it('report what the user sees of them', async () => {
    const window = await editor.window();
    expect(window).toMatchObject({ app: 'mousepad', kind: 'normal', state: 'normal', processId: editor.process.pid });
    expect(window.title).toContain('Mousepad');
    expect(window.bounds.height).toBeGreaterThan(window.contentBounds.height);
    const { stdout } = await run('xwininfo', ['-id', window.id]);
    expect(stdout).toContain(`Absolute upper-left X:  ${window.contentBounds.x}`);
    expect(stdout).toContain(`Absolute upper-left Y:  ${window.contentBounds.y}`);
  });

  it('are the same where nothing but their list is opened', async () => {
    const only = await createX11Windows({ ownProcessIds: () => own, log: createLog('test') });
    for (const options of [{ all: false }, { all: true, own: true, foreign: true }])
      expect(await only.windows.list(options)).toEqual(await backend.windows.list(options));
    expect(await only.monitors()).toEqual(await backend.monitors());
    expect(only.capabilities).toEqual(backend.capabilities);
    await only.close();
  });

  it('of Deskscope itself are omitted unless requested', async () => {
    own.add(editor.process.pid!);
    const ids = async (options: Parameters<Backend['windows']['list']>[0]) =>
      (await backend.windows.list(options)).map((window) => window.processId);
    expect(await ids({ all: false })).not.toContain(editor.process.pid);
    expect(await ids({ all: true })).not.toContain(editor.process.pid);
    expect(await ids({ all: false, own: true })).toContain(editor.process.pid);
  });

  it('announce that they open, change their title and close', async () => {
    let hints = 0;
    const watching = backend.windows.watch(() => hints++);
    const changes = async (what: () => Promise<unknown>) => {
      await sleep(300);
      hints = 0;
      await what();
      await until(() => hints > 0, 3_000);
    };
    try {
      const app = await startSilentTarget(backend);
      const { id } = await app.window();
      await changes(() => run('xdotool', ['set_window', '--name', 'Other name', id]));
      expect((await app.window()).title).toBe('Other name');
      await changes(() => app.end());
      await changes(async () => (await startSilentTarget(backend)).end());
    } finally {
      watching.dispose();
    }
  });

  it('are minimised, restored, maximised and moved', async () => {
    const { id, bounds } = await editor.window();
    const becomes = (state: string) => until(async () => (await editor.window()).state === state, 3_000);
    await backend.windows.act(id, 'minimize');
    await becomes('minimized');
    await backend.windows.act(id, 'restore');
    await becomes('normal');
    await backend.windows.act(id, 'maximize');
    await becomes('maximized');
    await backend.windows.act(id, 'restore');
    await becomes('normal');
    // Its state arrives before its bounds: until then it would save the old bounds instead of the new ones.
    await until(async () => sameRect((await editor.window()).bounds, bounds), 3_000);
    await backend.windows.move(id, { x: 300, y: 200, width: 700, height: 500 });
    await until(async () => {
      const now = (await editor.window()).bounds;
      return now.x === 300 && now.y === 200 && now.width === 700 && now.height === 500;
    }, 3_000);
    await backend.windows.move(id, bounds);
  });

  it('have an icon', async () => {
    const icon = await backend.windows.icon((await editor.window()).id);
    const image = await loadImage(Buffer.from(icon!));
    expect(image.width).toBeGreaterThanOrEqual(16);
  });

  it('are found at a point, with an open menu counting as its window', async () => {
    await inFront(editor);
    const window = await editor.window();
    expect((await backend.windows.at!(center(window.bounds)))?.id).toBe(window.id);
    await backend.input.press('alt+f');
    try {
      const menu = async () => {
        const nodes = allNodes((await readTree(backend, await editor.window())).root);
        return nodes.find((node) => node.name.startsWith('Open') && node.states.includes('visible') && node.bounds);
      };
      await until(async () => (await menu()) !== undefined);
      await sleep(300);
      const item = (await menu())!;
      expect((await backend.windows.at!(center(item.bounds!)))?.id).toBe(window.id);
      expect(await backend.elements.hitTest(window, center(item.bounds!))).toBe(item.runtimeId);
    } finally {
      await backend.input.press('Escape');
      await backend.input.press('Escape');
    }
  });
});

describe('input', () => {
  it('types any text', async () => {
    await inFront(editor);
    const wanted = 'Hello é ß Ñ 漢字 😀 A1!x @#';
    await backend.input.type(wanted, { signal: AbortSignal.timeout(10_000), beforeKey: () => Promise.resolve() });
    await until(async () => (await text()) === wanted, 5_000);
    await backend.input.press('ctrl+a');
    await backend.input.press('Delete');
    await until(async () => (await text()) === '');
  });

  it('clicks: 7 × 6 = is 42', async () => {
    await inFront(calculator);
    for (const name of ['C', '7', '*', '6', '=']) {
      await backend.input.move(center((await key(name)).bounds));
      await backend.input.button('left', true);
      await sleep(30);
      await backend.input.button('left', false);
      await sleep(80);
    }
    await until(async () => (await display()) === '42', 3_000);
  });

  it('invokes: 7 × 6 = is 42', async () => {
    for (const name of ['C', '7', '*', '6', '=']) {
      await backend.elements.run(await calculator.window(), (await key(name)).id, { pattern: 'invoke' });
      await sleep(80);
    }
    await until(async () => (await display()) === '42', 3_000);
  });

  it('finds the focus after a press', async () => {
    await inFront(editor);
    const nodes = allNodes((await readTree(backend, await editor.window())).root);
    const field = nodes.find((node) => node.controlType === 'Edit')!;
    await backend.elements.focus(await editor.window(), field.runtimeId);
    await until(async () => (await backend.elements.focused(await editor.window())) === field.runtimeId, 3_000);
  });
});

describe('observing', () => {
  it("sees other clients' input, with names and characters", async () => {
    await inFront(editor);
    const seen: RawInput[] = [];
    const listening = await backend.observer.listen((input) => seen.push(input));
    try {
      const { x, y } = center((await editor.window()).bounds);
      await run('xdotool', ['mousemove', String(x), String(y), 'click', '1', 'click', '4']);
      await run('xdotool', ['type', '--delay', '20', 'aB,?!']);
      await run('xdotool', ['key', 'ctrl+shift+a', 'Return', 'F5']);
      await until(() => seen.some((input) => input.type === 'key' && input.key === 'F5'), 5_000);
      expect(seen.filter((input) => input.type === 'button')).toMatchObject([
        { x, y, button: 'left', down: true },
        { x, y, button: 'left', down: false },
      ]);
      expect(seen.filter((input) => input.type === 'wheel')).toMatchObject([{ notches: 1 }]);
      const keys = seen.filter((input) => input.type === 'key');
      expect(keys.map((input) => input.text).join('')).toBe('aB,?!');
      expect(keys.map((input) => input.key)).toEqual(
        expect.arrayContaining(['a', 'shift+b', ',', 'ctrl+shift+a', 'Enter', 'F5']),
      );
    } finally {
      listening.dispose();
    }
    const before = seen.length;
    await run('xdotool', ['mousemove_relative', '5', '5']);
    await sleep(150);
    expect(seen).toHaveLength(before);
  });

  it('distinguishes our own input from that of others', async () => {
    await inFront(editor);
    const seen: RawInput[] = [];
    const listening = await backend.observer.listen((input) => seen.push(input));
    const typing = { signal: new AbortController().signal, beforeKey: () => Promise.resolve() };
    const { x, y } = center((await editor.window()).bounds);
    try {
      await run('xdotool', ['key', 'F6']);
      await backend.input.move({ x, y });
      await backend.input.button('left', true);
      await backend.input.button('left', false);
      await backend.input.wheel('vertical', 1);
      await backend.input.type('aBЖ', typing);
      await backend.input.press('ctrl+shift+End', { ms: 1_200, signal: typing.signal });
      await run('xdotool', ['click', '1', 'key', 'a', 'F7']);
      await until(() => seen.some((input) => input.type === 'key' && input.key === 'F7'), 5_000);
    } finally {
      listening.dispose();
    }
    const reported = seen.flatMap((input) => {
      if (input.type === 'move') return [];
      return [`${input.byUs ? 'we' : 'they'}: ${input.type === 'key' ? input.key : input.type}`];
    });
    // The server repeats the held key.
    expect(reported.filter((line, index) => line !== reported[index - 1])).toEqual([
      'they: F6',
      'we: button',
      'we: wheel',
      'we: a',
      'we: shift+b',
      'we: ж',
      'we: ctrl+shift+End',
      'they: button',
      'they: a',
      'they: F7',
    ]);
    expect(reported.filter((line) => line === 'we: ctrl+shift+End').length).toBeGreaterThan(1);
  });

  it('takes pointer and keys, so that nothing is clicked or typed, and is refused a second time', async () => {
    await inFront(editor);
    const before = await text();
    const seen: RawInput[] = [];
    const grab = await backend.observer.grab((input) => seen.push(input));
    try {
      await expect(backend.observer.grab(() => undefined)).rejects.toMatchObject({ code: 'busy' });
      const { x, y } = center((await key('7')).bounds);
      await run('xdotool', ['mousemove', String(x), String(y), 'click', '1', 'key', 'x']);
      await until(() => seen.some((input) => input.type === 'key'), 3_000);
      expect(seen).toEqual(expect.arrayContaining([expect.objectContaining({ type: 'button', x, y, down: true })]));
    } finally {
      grab.dispose();
    }
    await sleep(200);
    expect(await text()).toBe(before);
    expect((await editor.window()).active).toBe(true);
    const again = await backend.observer.grab(() => undefined);
    again.dispose();
  });
});

describe('the outline', () => {
  it('is on the screen, not in our pictures, takes no focus and lets clicks through', async () => {
    await inFront(calculator);
    const seven = await key('7');
    const screen = (await backend.monitors())[0]!.bounds;
    const before = redPixels(await seenByScrot());
    await backend.highlight.show([{ bounds: seven.bounds, label: 'Button “7”', line: 'solid' }]);
    await until(async () => redPixels(await seenByScrot()) > before + 500, 3_000);
    expect(redPixels((await backend.capture.screen(screen)).rgba)).toBe(before);
    expect((await calculator.window()).active).toBe(true);
    expect((await backend.windows.at!({ x: seven.bounds.x, y: seven.bounds.y }))?.id).toBe(
      (await calculator.window()).id,
    );
    expect(redPixels(await seenByScrot())).toBeGreaterThan(before + 500);
    await backend.highlight.show([]);
    await until(async () => redPixels(await seenByScrot()) === before, 3_000);
  });
});
