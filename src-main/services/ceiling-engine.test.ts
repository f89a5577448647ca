import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { center } from '#contract/model/geometry';
import type { KeyChord } from '#contract/model/recordings/action';
import type { KeyReceiver } from '#contract/model/key-receiver';
import type { WindowInfo } from '#contract/model/windows/window';
import type { Engine } from '../engine/engine.ts';
import { createFakeEngine, type FakeEngine } from '../engine/testing/fake-engine.ts';
import { createCeiling } from '../permissions/ceiling.ts';
import { ceilingEngine } from './ceiling-engine.ts';

let folder: string;
let desk: FakeEngine;
let below: Engine;
let calculator: WindowInfo;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'deskscope-ceiling-'));
  const file = path.join(folder, 'ceiling.yaml');
  writeFileSync(file, 'apps: {deny: [calculator]}\n');
  desk = await createFakeEngine();
  below = ceilingEngine(desk.engine, createCeiling([file]));
  calculator = await desk.window('Calculator');
});
afterEach(async () => {
  await desk.engine.close();
  rmSync(folder, { recursive: true });
});

const forbidden = expect.objectContaining({ code: 'permission_denied' }) as unknown;
const form = async () => desk.window('Form');
const active = async () => (await desk.engine.listWindows({})).items.find((window) => window.active)?.title;

it('reveals nothing of a forbidden app through the pointer or the focus', async () => {
  await desk.engine.actOnWindow({ window: calculator.id, action: 'focus' });
  const { x, y } = await desk.middle('Calculator', 'role=Button name="7"');
  await desk.engine.moveMouse({ x, y });
  for (const look of [below.keyReceiver({}), below.elementUnderPointer({}), below.elementAt({ x, y })])
    await expect(look).rejects.toEqual(forbidden);
  await below.actOnWindow({ window: (await form()).id, action: 'focus' });
  expect((await below.keyReceiver({}))?.title).toContain('Form');
});

it('never focuses a forbidden window as the next one', async () => {
  await desk.engine.actOnWindow({ window: calculator.id, action: 'focus' });
  await desk.engine.actOnWindow({ window: (await form()).id, action: 'focus' });
  await expect(below.switchToNext({})).rejects.toEqual(forbidden);
  expect(await active()).toContain('Form');
});

it('reports no change of a forbidden window', async () => {
  const reported: string[] = [];
  const subscription = below.on('windows', ({ added, updated }) =>
    reported.push(...[...added, ...updated].map(({ app }) => app)),
  );
  await below.listWindows({});
  await desk.engine.moveWindow({ window: calculator.id, bounds: { x: 5 } });
  await desk.engine.moveWindow({ window: (await form()).id, bounds: { x: 7 } });
  await expect.poll(() => reported.length).toBeGreaterThan(0);
  expect(reported).not.toContain('calculator');
  subscription.dispose();
});

it('types into no forbidden app, whichever window is named, and drags nothing to, from or over one', async () => {
  const own = await form();
  const [there, here] = [center(calculator.bounds), center(own.bounds)];
  await desk.engine.actOnWindow({ window: calculator.id, action: 'focus' });
  const keys = 'ctrl+a' as KeyChord;
  for (const act of [
    () => below.typeText({ text: '7' }),
    () => below.typeText({ text: '7', window: own.id, receiver: calculator.id }),
    () => below.pressKeys({ keys }),
    () => below.pressKeys({ keys, window: own.id }),
    () => below.drag({ from: there, to: here, button: 'left' }),
    () => below.drag({ from: here, to: there, button: 'left' }),
    () => below.drag({ from: here, via: [there], to: here, button: 'left' }),
  ])
    await expect(act()).rejects.toEqual(forbidden);
});

it('types into no forbidden app that has the focus in an unlisted window', async () => {
  const own = await form();
  const held: KeyReceiver = { window: '0xdead', app: 'calculator', title: '', className: '', held: true };
  const holding = Object.assign(Object.create(desk.engine) as Engine, { keyReceiver: () => Promise.resolve(held) });
  const guarded = ceilingEngine(holding, createCeiling([path.join(folder, 'ceiling.yaml')]));
  await expect(guarded.typeText({ text: '7', window: own.id, receiver: held.window })).rejects.toEqual(forbidden);
});

it('presses in no window that has covered the point since it was checked', async () => {
  const own = await form();
  const at = center(own.bounds);
  await desk.engine.actOnWindow({ window: own.id, action: 'focus' });
  const look = desk.engine.windowAt.bind(desk.engine);
  const racing = Object.assign(Object.create(desk.engine) as Engine, {
    windowAt: async (...input: Parameters<typeof look>) => {
      const found = await look(...input);
      await desk.engine.moveWindow({ window: calculator.id, bounds: { x: at.x - 20, y: at.y - 20 } });
      await desk.engine.actOnWindow({ window: calculator.id, action: 'focus' });
      return found;
    },
  });
  const guarded = ceilingEngine(racing, createCeiling([path.join(folder, 'ceiling.yaml')]));
  for (const press of [
    () => guarded.click({ at, button: 'left', count: 1 }),
    () => guarded.scroll({ at, notches: 1 }),
    () => guarded.drag({ from: at, to: { x: at.x + 4, y: at.y + 4 }, button: 'left' }),
  ]) {
    await desk.engine.actOnWindow({ window: own.id, action: 'focus' });
    await expect(press()).rejects.toMatchObject({ code: expect.stringMatching(/wrong_target|permission/) as string });
  }
});

it('judges the program that a path leads to from its working directory', async () => {
  const tool = path.join(folder, 'tool');
  writeFileSync(path.join(folder, 'ceiling.yaml'), `programs: {deny: [${tool}]}\n`);
  await expect(below.launch({ command: './tool', args: [], folder })).rejects.toEqual(forbidden);
});
