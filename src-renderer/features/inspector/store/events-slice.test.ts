import { expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors';
import type { ElementEvent, EventPage } from '#contract/model/elements/element-event';
import { testServices } from '../../../bridge/test-services.ts';
import { createInspectorStore } from './store.ts';
import { keptEvents, shownEvents } from './events-slice.ts';
import { idOf, testWindow } from './test-tree.ts';

const event = (sequence: number, more: Partial<ElementEvent> = {}): ElementEvent => ({
  sequence,
  at: 0,
  kind: 'name',
  name: 'object:property-change:accessible-name',
  element: { id: idOf('a'), controlType: 'Button', name: 'Seven' },
  change: '“7” → “8”',
  ...more,
});
const page = (...events: readonly ElementEvent[]): EventPage => ({
  events,
  last: events.at(-1)?.sequence ?? 0,
  dropped: 0,
});

function setUp(answers: readonly (EventPage | Error)[]) {
  const asked: number[] = [];
  const saved: string[] = [];
  const left = [...answers];
  const services = testServices({
    'events.follow': ({ since }) => {
      asked.push(since);
      const next = left.shift();
      if (next instanceof Error) return Promise.reject(next);
      return next ? Promise.resolve(next) : new Promise(() => undefined);
    },
    'app.saveText': ({ text }) => {
      saved.push(text);
      return Promise.resolve('events.jsonl');
    },
  });
  const store = createInspectorStore(services);
  store.setState({ window: testWindow });
  return { store, asked, saved, state: () => store.getState() };
}

it('requests events after the last one, and starts again after a failure', async () => {
  vi.useFakeTimers();
  const { asked, state } = setUp([page(event(1), event(2)), new AppError('engine_restarted'), page(event(1))]);
  const end = state().listen();
  await vi.advanceTimersByTimeAsync(10);
  expect(state().eventsError).toMatchObject({ code: 'engine_restarted' });
  await vi.advanceTimersByTimeAsync(1_500);
  end();
  vi.useRealTimers();
  expect(asked.slice(0, 3)).toEqual([0, 2, 0]);
  expect(state()).toMatchObject({ eventsError: null, events: [{ sequence: 1 }, { sequence: 2 }, { sequence: 1 }] });
});

it('keeps a limited number of events', async () => {
  const { state } = setUp([page(...Array.from({ length: keptEvents + 5 }, (_, index) => event(index + 1)))]);
  const end = state().listen();
  await vi.waitFor(() => expect(state().events).toHaveLength(keptEvents));
  end();
  expect(state().events[0]?.sequence).toBe(6);
});

it('shows and saves events with every word and none after a minus', async () => {
  const { store, saved, state } = setUp([]);
  store.setState({ events: [event(1), event(2, { kind: 'bounds' }), event(3, { change: '' })] });
  const numbers = () => shownEvents(state()).map(({ sequence }) => sequence);
  state().filterEvents({ text: 'seven -bounds' });
  expect(numbers()).toEqual([1, 3]);
  state().filterEvents({ text: '→' });
  expect(numbers()).toEqual([1, 2]);
  state().filterEvents({ kind: 'bounds' });
  expect(numbers()).toEqual([2]);
  await state().saveEvents();
  expect(saved.map((text) => JSON.parse(text) as unknown)).toMatchObject([{ sequence: 2, kind: 'bounds' }]);
});
