import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { formatElementId } from '#contract/model/elements/element';
import type { ElementEvent, EventPage } from '#contract/model/elements/element-event';
import type { Disposable } from '../../../base/async/disposable.ts';
import { sleep } from '../../../base/async/deadline.ts';
import type { EngineContext, Operation, CallContext } from '../../operations/operation.ts';
import type { EventRow, RawEvent } from '../../backend.ts';
import { windowOf } from '../../windows/lookup.ts';

/** Each log keeps events in memory. */
const maxLogs = 4;

/** The windows whose events are followed; the most recently queried ones are kept. */
export class EventLogs implements Disposable {
  readonly #logs = new Map<WindowId, EventLog>();

  of(context: EngineContext, window: WindowId): EventLog {
    const log = this.#logs.get(window) ?? new EventLog(context, window);
    this.#logs.delete(window);
    this.#logs.set(window, log);
    const [oldest] = this.#logs.keys();
    if (this.#logs.size > maxLogs && oldest !== undefined) this.#drop(oldest);
    return log;
  }

  dispose(): void {
    for (const window of [...this.#logs.keys()]) this.#drop(window);
  }

  #drop(window: WindowId): void {
    this.#logs.get(window)?.dispose();
    this.#logs.delete(window);
  }
}

export const followEvents: Operation<'followEvents'> = (context, { window, since, waitMs }, call) =>
  context.eventLogs.of(context, window).next(since, waitMs, call);

/** Maximum number of events kept until they are queried. */
const mostKept = 2_000;

/** Time without queries after which listening ends, in milliseconds. */
const idleMs = 3_000;

/** Maximum number of elements whose names are queried at once. Other elements of a larger burst stay unnamed. */
const mostAsked = 32;

/** Maximum number of elements whose names are cached. */
const mostRows = 1_000;

/** Time to collect simultaneous events into one answer, in milliseconds. */
const gatherMs = 50;

interface Entry {
  readonly event: ElementEvent | null;
  readonly sequence: number;
  /** Sets `event`; missing once done. */
  readonly reading?: Promise<void>;
}

/** The followed events of one window. */
class EventLog {
  readonly #context: EngineContext;
  readonly #window: WindowId;
  #listening: Promise<{ readonly window: WindowInfo; readonly subscription: Disposable }> | null = null;
  #entries: Entry[] = [];
  #last = 0;
  #asked = 0;
  #rows = new Map<string, Promise<EventRow | null>>();
  #wake: () => void = () => undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(context: EngineContext, window: WindowId) {
    this.#context = context;
    this.#window = window;
  }

  async next(since: number, waitMs: number, { signal }: CallContext): Promise<EventPage> {
    clearTimeout(this.#idle);
    try {
      await this.#listen();
      // A closed window emits no events, so waiting is pointless.
      await windowOf(this.#context, this.#window);
      if (this.#last <= since) await this.#somethingNew(waitMs, signal);
      return await this.#page(since);
    } finally {
      clearTimeout(this.#idle);
      this.#idle = setTimeout(() => this.dispose(), idleMs).unref();
    }
  }

  /** Stops listening and forgets everything but the number of the last event. */
  dispose(): void {
    clearTimeout(this.#idle);
    const listening = this.#listening;
    this.#listening = null;
    this.#entries = [];
    this.#rows.clear();
    listening?.then(
      ({ subscription }) => subscription.dispose(),
      () => undefined,
    );
  }

  async #listen(): Promise<void> {
    this.#listening ??= this.#begin();
    try {
      await this.#listening;
    } catch (error) {
      this.#listening = null;
      throw error;
    }
  }

  async #begin() {
    const window = await windowOf(this.#context, this.#window);
    const { elements } = this.#context.backend;
    if (!elements.events) throw new AppError('unsupported_platform', 'Apps announce no events on this platform.');
    const subscription = await elements.events(window, (event) => this.#receive(window, event));
    return { window, subscription };
  }

  #receive(window: WindowInfo, raw: RawEvent): void {
    const [sequence, at] = [++this.#last, Date.now()];
    const before = raw.runtimeId === null ? undefined : this.#rows.get(raw.runtimeId);
    if (raw.kind === 'name' && raw.runtimeId !== null) this.#rows.delete(raw.runtimeId);
    const index = this.#entries.length;
    const reading = this.#read(window, raw, before).then((read) => {
      const event: ElementEvent = { sequence, at, kind: raw.kind, name: raw.name, ...read };
      const place = this.#entries.findIndex((entry) => entry.sequence === sequence);
      if (place !== -1) this.#entries[place] = { sequence, event };
    });
    this.#entries[index] = { sequence, event: null, reading };
    if (this.#entries.length > mostKept) this.#entries.splice(0, this.#entries.length - mostKept);
    this.#wake();
  }

  async #read(
    window: WindowInfo,
    { kind, runtimeId, row: came, change, holdsText }: RawEvent,
    before: Promise<EventRow | null> | undefined,
  ): Promise<Pick<ElementEvent, 'element' | 'change'>> {
    if (runtimeId === null) return { element: null, change: holdsText ? '' : change };
    const row = came ?? (await this.#rowOf(window, runtimeId));
    const old = kind === 'name' ? await before : undefined;
    const element = {
      id: formatElementId(window.id, runtimeId),
      controlType: row?.controlType ?? null,
      name: row?.name ?? '',
    };
    // Password text never leaves the engine, nor does the text of an unknown field.
    const isSecret = holdsText && (!row || row.states.includes('password'));
    const renamed = old && old.name !== row?.name ? `${quoted(old.name)} → ${quoted(row?.name ?? '')}` : change;
    return { element, change: isSecret ? '' : renamed };
  }

  #rowOf(window: WindowInfo, runtimeId: string): Promise<EventRow | null> {
    const known = this.#rows.get(runtimeId);
    if (known) return known;
    if (this.#asked >= mostAsked) return Promise.resolve(null);
    this.#asked++;
    const { elements } = this.#context.backend;
    const ask = async () => elements.rowNow?.(window, runtimeId) ?? elements.details(window, runtimeId);
    const asked: Promise<EventRow | null> = ask()
      .catch(() => null)
      .finally(() => this.#asked--);
    this.#rows.set(runtimeId, asked);
    const [oldest] = this.#rows.keys();
    if (this.#rows.size > mostRows && oldest !== undefined) this.#rows.delete(oldest);
    return asked;
  }

  async #somethingNew(waitMs: number, signal: AbortSignal): Promise<void> {
    const news = new Promise<boolean>((resolve) => (this.#wake = () => resolve(true)));
    const isNew = await Promise.race([news, sleep(waitMs, signal).then(() => false)]);
    if (isNew) await sleep(Math.min(gatherMs, waitMs), signal);
  }

  async #page(since: number): Promise<EventPage> {
    // After an engine restart, numbers start again at 1.
    const after = since > this.#last ? 0 : since;
    const last = this.#last;
    const wanted = () => this.#entries.filter(({ sequence }) => sequence > after && sequence <= last);
    await Promise.all(wanted().flatMap(({ reading }) => reading ?? []));
    const events = wanted().flatMap(({ event }) => (event ? [event] : []));
    return { events, last, dropped: last - after - events.length };
  }
}
