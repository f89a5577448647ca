import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Emitter } from '../base/async/emitter.ts';
import { silentLog } from '../base/log.ts';
import type { Engine, EngineEvents } from '../engine/engine.ts';
import type { PickEvent } from '#contract/events';
import type { ElementHit } from '#contract/model/elements/element';
import type { HighlightBox } from '#contract/model/engine';
import { Inspector } from './inspector.ts';

const bounds = { x: 10, y: 20, width: 30, height: 40 };
const hit = { element: { controlType: 'Button', name: '7', bounds }, window: { id: '0x7' } } as unknown as ElementHit;

let feed: Emitter<EngineEvents>;
let shown: (readonly HighlightBox[])[];
let events: PickEvent[];
let inspector: Inspector;
let wanted: boolean;
/** The element under the pointer. */
let below: ElementHit | null;

/** Only the members the inspector uses: a feed to emit from, outlines to check, and queries. */
function engineOf(): Engine {
  return {
    on: (topic: keyof EngineEvents, listener: (payload: never) => void) => feed.on(topic, listener as never),
    highlight: ({ boxes }: { boxes: readonly HighlightBox[] }) => Promise.resolve(void shown.push(boxes)),
    elementUnderPointer: () => Promise.resolve(below),
    selectors: () => Promise.resolve([{ matchCount: 1 }]),
  } as unknown as Engine;
}

beforeEach(() => {
  feed = new Emitter();
  shown = [];
  events = [];
  wanted = true;
  below = hit;
  inspector = new Inspector({
    engine: engineOf(),
    outline: () => wanted,
    announce: (event) => events.push(event),
    log: silentLog,
  });
});

afterEach(() => void vi.useRealTimers());

const types = () => events.map((event) => event.type);

it('outlines the hovered element and ends with the clicked one', () => {
  inspector.start();
  feed.emit('pointer', { type: 'hover', x: 1, y: 1, hit });
  expect(shown).toEqual([[{ bounds, label: 'Button “7”', line: 'solid', window: '0x7', element: hit.element.id }]]);
  feed.emit('pointer', { type: 'press', x: 1, y: 1, button: 'left', hit });
  expect(types()).toEqual(['started', 'hovered', 'picked', 'ended']);
  expect(feed.has('pointer')).toBe(false);
  expect(shown.at(-1)).toMatchObject([{ line: 'dashed' }]);
});

it('picks the last hovered element with Enter', () => {
  inspector.start();
  feed.emit('pointer', { type: 'key', key: 'Enter' });
  expect(types()).toEqual(['started']);
  feed.emit('pointer', { type: 'hover', x: 1, y: 1, hit });
  feed.emit('pointer', { type: 'key', key: 'Enter' });
  expect(types().slice(-2)).toEqual(['picked', 'ended']);
});

it.each([
  ['Escape', () => feed.emit('pointer', { type: 'key', key: 'Escape' })],
  ['the right button', () => feed.emit('pointer', { type: 'press', x: 1, y: 1, button: 'right', hit })],
  ['a click on nothing', () => feed.emit('pointer', { type: 'press', x: 1, y: 1, button: 'left', hit: null })],
  ['stop()', () => inspector.stop()],
])('is cancelled by %s', (_, act) => {
  inspector.start();
  act();
  expect(events.at(-1)).toMatchObject({ type: 'ended', reason: 'cancelled' });
  expect(shown.at(-1)).toEqual([]);
  expect(inspector.picking).toBe(false);
});

it('ends as failed when the engine restarts', () => {
  inspector.start();
  feed.emit('status', { state: 'restarting', detail: '', restarts: 1, latencyMs: null });
  expect(events.at(-1)).toMatchObject({ type: 'ended', reason: 'failed', error: { code: 'engine_restarted' } });
});

it('draws nothing if the user turned outlines off', () => {
  wanted = false;
  inspector.start();
  feed.emit('pointer', { type: 'hover', x: 1, y: 1, hit });
  expect(shown.flat()).toEqual([]);
  expect(types()).toEqual(['started', 'hovered']);
});

it('starts once', () => {
  inspector.start();
  inspector.start();
  expect(types()).toEqual(['started']);
});

it('picks the element under the pointer after a delay, and grabs no input before', async () => {
  vi.useFakeTimers();
  inspector.start({ delayMs: 3_000 });
  expect(events).toEqual([{ type: 'waiting', until: Date.now() + 3_000 }]);
  expect(feed.has('pointer')).toBe(false);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(types()).toEqual(['waiting']);
  await vi.advanceTimersByTimeAsync(1);
  expect(types()).toEqual(['waiting', 'picked', 'ended']);
});

it('reports it if there is nothing to pick after the delay', async () => {
  vi.useFakeTimers();
  below = null;
  inspector.start({ delayMs: 10 });
  await vi.advanceTimersByTimeAsync(10);
  expect(events.at(-1)).toMatchObject({ type: 'ended', reason: 'failed', error: { code: 'element_not_found' } });
});

it('forgets a pick that ended during the delay', async () => {
  vi.useFakeTimers();
  inspector.start({ delayMs: 1_000 });
  inspector.key();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(types()).toEqual(['waiting', 'ended']);
});

it('picks by its key while a menu grabs the pointer and a click would choose an entry', async () => {
  inspector.key();
  feed.emit('pointer', { type: 'shared' });
  inspector.key();
  await vi.waitFor(() => expect(types()).toEqual(['started', 'shared', 'picked', 'ended']));
  inspector.key();
  feed.emit('pointer', { type: 'shared' });
  feed.emit('pointer', { type: 'press', x: 1, y: 1, button: 'left', hit });
  expect(events.at(-1)).toMatchObject({ type: 'ended', reason: 'cancelled' });
});

it('ends a pick by its key if a click can pick', () => {
  inspector.key();
  inspector.key();
  expect(types()).toEqual(['started', 'ended']);
});

it('reports the selector quality of the hovered element once the pointer rests', async () => {
  vi.useFakeTimers();
  inspector.start();
  feed.emit('pointer', { type: 'hover', x: 1, y: 1, hit });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(events.at(-1)).toEqual({ type: 'rated', matches: 1 });
});
