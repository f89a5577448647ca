import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sleep } from '../../../base/async/deadline.ts';
import type { InputEvent } from '#contract/model/engine';
import { descend } from '../../backends/fake/element.ts';
import { soon } from '../../testing/outcome.ts';
import { createFakeEngine, type FakeEngine } from '../../testing/fake-engine.ts';

let desk: FakeEngine;
beforeEach(async () => {
  desk = await createFakeEngine();
});
afterEach(() => desk.engine.close());

test('both presses of a double click are on what was there before the app turned to another page', async () => {
  const { devices, desktop, elements } = desk.backend;
  const events: InputEvent[] = [];
  desk.engine.on('input', (event) => events.push(event));
  const form = desktop.window((await desk.window('Form')).id);
  const named = (id: string) =>
    [...descend(form.root)].find(({ automationId }) => automationId === id) ?? expect.fail();
  devices.move(await desk.middle('Form', 'id=name'));
  await sleep(400);
  devices.button('left', true);
  devices.button('left', false);
  const [before, after] = [named('name'), named('send')];
  [before.place, after.place] = [after.place, before.place];
  desktop.changed();
  vi.spyOn(elements, 'hitTest').mockResolvedValue(after.runtimeId);
  // At once: on a busy machine any pause may make it two clicks.
  devices.button('left', true);
  devices.button('left', false);
  const targets = () => events.flatMap((one) => (one.type === 'pointerDown' ? [one.target?.element.name] : []));
  await vi.waitFor(() => expect(targets()).toHaveLength(2), soon);
  expect(targets()).toEqual(['Name', 'Name']);
});
