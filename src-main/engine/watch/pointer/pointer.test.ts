import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sleep } from '../../../base/async/deadline.ts';
import type { PointerEvent } from '#contract/model/engine';
import { createFakeEngine, type FakeEngine } from '../../testing/fake-engine.ts';

let desk: FakeEngine;
let events: PointerEvent[];

beforeEach(async () => {
  desk = await createFakeEngine();
  events = [];
});
afterEach(() => desk.engine.close());

async function listen() {
  const subscription = desk.engine.on('pointer', (event) => events.push(event));
  await sleep(80);
  return subscription;
}

function hovered(): (string | null)[] {
  return events.flatMap((e) => (e.type === 'hover' ? [e.hit?.element.name ?? null] : []));
}

test('a resting pointer reports the element under it, once', async () => {
  const [seven, eight] = await Promise.all([
    desk.middle('Calculator', 'role=Button name="7"'),
    desk.middle('Calculator', 'role=Button name="8"'),
  ]);
  await listen();
  for (let x = 0; x < seven.x; x += 9) desk.backend.devices.move({ x, y: seven.y });
  desk.backend.devices.move(seven);
  await vi.waitFor(() => expect(hovered()).toEqual([null, '7']));
  desk.backend.devices.move({ x: seven.x + 1, y: seven.y });
  await sleep(100);
  expect(hovered()).toEqual([null, '7']);
  desk.backend.devices.move(eight);
  await vi.waitFor(() => expect(hovered()).toEqual([null, '7', '8']));
});

test('a press picks and clicks nothing; Escape is reported, other keys are not', async () => {
  const at = await desk.middle('Calculator', 'role=Button name="7"');
  const subscription = await listen();
  desk.backend.devices.move(at);
  desk.backend.devices.button('left', true);
  desk.backend.devices.button('left', false);
  for (const key of ['a', 'Escape']) desk.backend.devices.key(key);
  await vi.waitFor(() => expect(events.some((event) => event.type === 'press')).toBe(true));
  expect(events.find((e) => e.type === 'press')).toMatchObject({
    ...at,
    button: 'left',
    hit: { element: { name: '7' } },
  });
  expect(events.filter((event) => event.type === 'key')).toEqual([{ type: 'key', key: 'Escape' }]);
  expect((await desk.element('Calculator', 'id=display')).value).toBe('0');

  subscription.dispose();
  desk.backend.devices.button('left', true);
  desk.backend.devices.button('left', false);
  expect((await desk.element('Calculator', 'id=display')).value).toBe('7');
});

test('our own windows are ignored', async () => {
  const at = await desk.middle('Calculator', 'role=Button name="7"');
  await desk.engine.setOwnProcesses({ processIds: [(await desk.window('Calculator')).processId] });
  await listen();
  desk.backend.devices.move(at);
  desk.backend.devices.button('left', true);
  await vi.waitFor(() => expect(events.some((event) => event.type === 'press')).toBe(true));
  expect(events.find((event) => event.type === 'press')).toMatchObject({ hit: null });
});

test('an app that hangs costs a hover only its deadline', async () => {
  const at = await desk.middle('Calculator', 'role=Button name="7"');
  desk.backend.faults.set('hang', 'hitTest', 1);
  await listen();
  desk.backend.devices.move(at);
  await sleep(450);
  desk.backend.devices.move({ x: at.x + 2, y: at.y });
  await vi.waitFor(() => expect(hovered().at(-1)).toBe('7'));
});

test('a press on an app that answers late picks what was outlined, before a later press is reported', async () => {
  const [at, calculator] = [await desk.middle('Calculator', 'role=Button name="7"'), await desk.window('Calculator')];
  await listen();
  desk.backend.devices.move(at);
  await vi.waitFor(() => expect(hovered().at(-1)).toBe('7'));
  desk.backend.faults.set('hang', 'hitTest', 1);
  desk.backend.devices.button('left', true);
  desk.backend.devices.button('left', false);
  await sleep(50);
  await desk.engine.setOwnProcesses({ processIds: [calculator.processId] });
  desk.backend.devices.button('left', true);
  await desk.engine.settleInput({});
  const pressed = events.flatMap((event) => (event.type === 'press' ? [event.hit?.element.name ?? null] : []));
  expect(pressed).toEqual(['7', null]);
});

test('a press on an app that answers late is looked up again where nothing was outlined', async () => {
  const at = await desk.middle('Calculator', 'role=Button name="7"');
  await listen();
  desk.backend.faults.set('hang', 'hitTest', 2);
  desk.backend.devices.move(at);
  desk.backend.devices.button('left', true);
  await desk.engine.settleInput({});
  expect(events.find((event) => event.type === 'press')).toMatchObject({ hit: { element: { name: '7' } } });
});
