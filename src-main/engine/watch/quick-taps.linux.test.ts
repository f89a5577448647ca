import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sleep } from '../../base/async/deadline.ts';
import type { InputEvent, RecordedTarget } from '#contract/model/engine';
import { center, type Point } from '#contract/model/geometry';
import { liveApp, type LiveApp } from '../backends/linux/testing/live-engine.ts';
import { soon } from '../testing/outcome.ts';

const execute = promisify(execFile);
const xdotool = (args: readonly string[]) => execute('xdotool', args);

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

/** A touchpad tap: the button is up again before the app has seen it. */
async function tap(selector: string): Promise<void> {
  const { x, y } = await placeOf(selector);
  await xdotool(['mousemove', String(x), String(y)]);
  // Like a hand that rests on the target before it presses, once the app shows it there.
  await vi.waitFor(async () => {
    const { id } = await app.element(selector);
    expect((await app.engine.elementAt({ x, y }))?.element.id).toBe(id);
  }, soon);
  await sleep(700);
  await xdotool(['mousedown', '1', 'mouseup', '1']);
}

async function placeOf(selector: string): Promise<Point> {
  const { bounds } = await vi.waitFor(async () => {
    const element = await app.element(selector);
    if (!element.bounds || !element.states.includes('visible')) throw new Error(`${selector} does not show.`);
    return element;
  }, soon);
  if (!bounds) throw new Error(`${selector} has no place.`);
  return center(bounds);
}

/** The pressed elements, once that many buttons are up again. */
async function pressed(count: number): Promise<readonly (RecordedTarget | null)[]> {
  await vi.waitFor(() => expect(events.filter(({ type }) => type === 'pointerUp')).toHaveLength(count), soon);
  return events.flatMap((event) => (event.type === 'pointerDown' ? [event.target] : []));
}

test('a tap that ends before the app is queried hits the item of the menu that was open', async () => {
  for (const item of ['Basic Mode', 'Scientific Mode', 'Basic Mode', 'Scientific Mode']) {
    events.length = 0;
    await tap('name="View"');
    await tap(`name="${item}"`);
    const targets = await pressed(2);
    expect(targets.map((target) => target?.element.name)).toEqual(['View', item]);
    expect(targets.map((target) => target?.unsure)).toEqual([undefined, undefined]);
  }
});

test('a tap right after the one that opened a menu is identified, or marked as unsure', async () => {
  await tap('name="View"');
  const item = await placeOf('name="Basic Mode"');
  await xdotool(['key', 'Escape']);
  const view = await placeOf('name="View"');
  for (let n = 0; n < 4; n++) {
    await sleep(700);
    events.length = 0;
    await xdotool(`mousemove ${view.x} ${view.y} mousedown 1 mouseup 1`.split(' '));
    await xdotool(`sleep 0.06 mousemove ${item.x} ${item.y} mousedown 1 mouseup 1`.split(' '));
    const [, second] = await pressed(2);
    // An element below an unreadable menu is not a target, and replay stops there.
    const isUnseen = !second && events.some((event) => event.type === 'pointerDown' && event.unseen);
    expect(second?.element.name === 'Basic Mode' || second?.unsure || isUnseen, second?.element.controlType).toBe(true);
    await xdotool(['key', 'Escape']);
  }
});
