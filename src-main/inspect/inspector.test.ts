import { beforeEach, expect, it } from 'vitest';
import { Emitter } from '../base/emitter.ts';
import { silentLog } from '../base/log.ts';
import type { Engine, EngineEvents } from '../engine/engine.ts';
import type { PickEvent } from '#contract/events';
import type { ElementHit } from '#contract/model/element';
import type { HighlightBox } from '#contract/model/engine';
import { Inspector } from './inspector.ts';

const bounds = { x: 10, y: 20, width: 30, height: 40 };
const hit = { element: { controlType: 'Button', name: '7', bounds } } as ElementHit;

let feed: Emitter<EngineEvents>;
let shown: (readonly HighlightBox[])[];
let events: PickEvent[];
let inspector: Inspector;
let wanted: boolean;

/** Only the two members the inspector uses: a feed to play from and a place where outlines arrive. */
function engineOf(): Engine {
  return {
    on: (topic: keyof EngineEvents, listener: (payload: never) => void) => feed.on(topic, listener as never),
    highlight: ({ boxes }: { boxes: readonly HighlightBox[] }) => Promise.resolve(void shown.push(boxes)),
  } as unknown as Engine;
}

beforeEach(() => {
  feed = new Emitter();
  shown = [];
  events = [];
  wanted = true;
  inspector = new Inspector({
    engine: engineOf(),
    outline: () => wanted,
    announce: (event) => events.push(event),
    log: silentLog,
  });
});

const types = () => events.map((event) => event.type);

it('outlines what is hovered and ends with what is clicked', () => {
  inspector.start();
  feed.emit('pointer', { type: 'hover', x: 1, y: 1, hit });
  expect(shown).toEqual([[{ bounds, label: 'Button “7”', line: 'solid' }]]);
  feed.emit('pointer', { type: 'press', x: 1, y: 1, button: 'left', hit });
  expect(types()).toEqual(['started', 'hovered', 'picked', 'ended']);
  expect(feed.has('pointer')).toBe(false);
  expect(shown.at(-1)).toMatchObject([{ line: 'dashed' }]);
});

it('picks what was hovered last with Enter', () => {
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
  expect(events.at(-1)).toMatchObject({ type: 'ended', reason: 'failed' });
});

it('draws nothing where the user wants no outline', () => {
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
