import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sleep } from '../../base/deadline.ts';
import type { InputEvent } from '#contract/model/engine';
import { center } from '#contract/model/geometry';
import { liveApp, type LiveApp } from '../backends/linux/testing/live-engine.ts';
import { soon } from '../testing/soon.ts';

const xdotool = promisify(execFile).bind(null, 'xdotool');

let app: LiveApp;
let events: InputEvent[];

beforeEach(async () => {
  app = await liveApp('galculator');
  events = [];
  app.engine.on('input', (event) => events.push(event));
  await app.engine.describe({});
  await app.element('role=Button name="7"');
});
afterEach(() => app.end());

/** A finger on a touchpad: the button is up again before the app has heard of it. */
async function tap(selector: string): Promise<void> {
  const { bounds } = await vi.waitFor(async () => {
    const element = await app.element(selector);
    if (!element.bounds || !element.states.includes('visible')) throw new Error(`${selector} does not show.`);
    return element;
  }, soon);
  if (!bounds) return;
  const { x, y } = center(bounds);
  await xdotool(['mousemove', String(x), String(y)]);
  // As a hand rests on what it is about to press.
  await sleep(700);
  await xdotool(['mousedown', '1', 'mouseup', '1']);
}

test('a tap that is over before the app can be asked means the item of the menu that was open', async () => {
  for (const item of ['Basic Mode', 'Scientific Mode', 'Basic Mode', 'Scientific Mode']) {
    events.length = 0;
    await tap('name="View"');
    await tap(`name="${item}"`);
    await vi.waitFor(() => expect(events.filter(({ type }) => type === 'pointerUp')).toHaveLength(2), soon);
    const pressed = events.flatMap((event) => (event.type === 'pointerDown' ? [event.target?.element.name] : []));
    expect(pressed).toEqual(['View', item]);
  }
});
