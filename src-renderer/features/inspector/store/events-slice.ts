import { eventFits, eventLines, type ElementEvent } from '#contract/model/elements/element-event';
import type { EventsSlice, InspectorState, Slice } from './state.ts';

/** How long a request waits for an event, in milliseconds. */
const waitMs = 1_000;
/** Delay after a failed request, in milliseconds. */
const retryMs = 1_000;
/** Older events are dropped. */
export const keptEvents = 5_000;

export const noEvents = {
  events: [],
  eventsDropped: 0,
  eventsError: null,
  chosenEvent: null,
} as const satisfies Partial<InspectorState>;

export const eventsSlice: Slice<EventsSlice> =
  ({ client, report, notify }) =>
  (set, get) => {
    /** Numbers are valid for one window. */
    let [followed, since] = ['', 0];

    const ask = async (): Promise<boolean> => {
      const window = get().window?.id;
      if (window === undefined) return false;
      if (window !== followed) [followed, since] = [window, 0];
      try {
        const { events, last, dropped } = await client['events.follow']({ window, since, waitMs });
        if (get().window?.id !== window || get().eventsPaused) return true;
        since = last;
        if (events.length > 0 || dropped > 0 || get().eventsError !== null) add(events, dropped);
        return true;
      } catch (error) {
        since = 0;
        if (get().window?.id === window) set({ eventsError: error });
        return false;
      }
    };

    const add = (fresh: readonly ElementEvent[], dropped: number) =>
      set(({ events, eventsDropped }) => ({
        events: [...events, ...fresh].slice(-keptEvents),
        eventsDropped: eventsDropped + dropped,
        eventsError: null,
      }));

    return {
      ...noEvents,
      eventsOpen: false,
      eventsPaused: false,
      eventsText: '',
      eventsKind: null,
      toggleEvents: () => set(({ eventsOpen }) => ({ eventsOpen: !eventsOpen })),
      pauseEvents: (eventsPaused) => set({ eventsPaused }),
      clearEvents: () => set(noEvents),
      filterEvents: ({ text, kind }) =>
        set({ ...(text !== undefined && { eventsText: text }), ...(kind !== undefined && { eventsKind: kind }) }),

      async chooseEvent(sequence) {
        set({ chosenEvent: sequence });
        const element = get().events.find((event) => event.sequence === sequence)?.element;
        if (!element || element.controlType === null) return;
        try {
          await get().reveal(element.id);
        } catch (error) {
          report(error);
        }
      },

      listen() {
        let ended = false;
        let timer: ReturnType<typeof setTimeout> | undefined;
        const next = async (): Promise<void> => {
          const answered = await ask();
          if (!ended) timer = setTimeout(() => void next(), answered ? 0 : retryMs);
        };
        void next();
        return () => {
          ended = true;
          clearTimeout(timer);
        };
      },

      async saveEvents() {
        const name = `events of ${get().window?.app || 'window'}`;
        try {
          const file = await client['app.saveText']({ name, extension: 'jsonl', text: eventLines(shownEvents(get())) });
          if (file !== null) notify(`Saved ${file}.`);
        } catch (error) {
          report(error);
        }
      },
    };
  };

/** Events that pass the filter. */
export function shownEvents({
  events,
  eventsText,
  eventsKind,
}: Pick<InspectorState, 'events' | 'eventsText' | 'eventsKind'>): readonly ElementEvent[] {
  if (eventsText.trim() === '' && eventsKind === null) return events;
  return events.filter(
    (event) => (eventsKind === null || event.kind === eventsKind) && eventFits(event, eventsText.trim()),
  );
}
