import x11, { type XEvent } from 'x11';
import { once } from '../../../../../base/async/once.ts';
import { disposable, type Disposable } from '../../../../../base/async/disposable.ts';
import type { Monitor } from '#contract/model/engine';
import type { XConnection } from '../display/connection.ts';
import { countsAlike, readClientProcesses } from '../display/client-processes.ts';
import { listMonitors } from '../display/monitors.ts';
import type { ServerClock } from '../display/server-clock.ts';
import { popupKind } from '../display/stacking.ts';
import { RecentPopups } from './recent-popups.ts';
import { readRecord, WindowRecord } from './window-record.ts';
import { RootState } from './root-state.ts';
import { createFactReader, type FactReader } from './window-facts.ts';

const { PropertyChange, SubstructureNotify, StructureNotify } = x11.eventMask as Record<
  'PropertyChange' | 'SubstructureNotify' | 'StructureNotify',
  number
>;

/** The first read takes four rounds; on a constantly changing desktop, the result is as old as one more. */
const maxRounds = 6;

export interface DesktopState {
  readonly root: RootState;
  /** Topmost first. */
  readonly windows: readonly WindowRecord[];
  readonly monitors: readonly Monitor[];
}

/**
 * The windows of a display, updated by events from the first read on. The X server sends an event before the reply to any later
 * request of the same connection, so one round trip proves that all changes have arrived: unchanged facts need not be read
 * again. Events only report that something changed; the new state is queried.
 */
export class LiveWindows implements Disposable {
  readonly #x: XConnection;
  readonly #root: RootState;
  readonly #records = new Map<number, WindowRecord>();
  readonly #framed = new Map<number, WindowRecord>();
  readonly #reads = new Set<Promise<void>>();
  readonly #watchers = new Set<() => void>();
  readonly popups: RecentPopups;
  #followed: readonly number[] = [];
  /** After a failure, e.g. of an unresponsive server, the next read restarts. */
  readonly #started = once(() => this.#start());
  #listening: Disposable | null = null;

  constructor(x: XConnection, clock: ServerClock) {
    this.#x = x;
    this.#root = new RootState(x, clock);
    this.popups = new RecentPopups((window) => popupKind(x, window));
  }

  /** The current state. @throws XFailure, DisplayUnavailable */
  async read(): Promise<DesktopState> {
    const reader = await this.#started();
    for (let round = 1; ; round++) {
      this.#readStale(reader);
      const [monitors] = await Promise.all([listMonitors(this.#x), ...this.#reads]);
      this.#follow(reader);
      // Facts that another pending read has begun to query are unknown as well.
      const isKnown = !this.#isStale() && this.#reads.size === 0;
      if (isKnown || round === maxRounds) return { root: this.#root, windows: this.#listed(), monitors };
    }
  }

  /** When another window became active, by our clock, as reported by events; null if none did. */
  get activeSince(): number | null {
    return this.#root.activeSince;
  }

  /** Calls back for every possible change of the list, from the next read on. */
  watch(changed: () => void): Disposable {
    // A separate object, so that the same function can subscribe twice.
    const watcher = () => changed();
    this.#watchers.add(watcher);
    return disposable(() => this.#watchers.delete(watcher));
  }

  /** The outermost window of a tracked one: the manager's frame, or itself. */
  topLevelOf(id: number): number {
    return this.#records.get(id)?.frames.at(-1) ?? id;
  }

  /** Notifies all watchers of a possible change of the list. */
  announce(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }

  dispose(): void {
    this.#listening?.dispose();
    this.#watchers.clear();
  }

  async #start(): Promise<FactReader> {
    const [reader, randr] = await Promise.all([
      createFactReader(this.#x),
      this.#x.extension('randr'),
      this.#root.prepare(),
    ]);
    this.#listening = this.#x.onEvent((event) => this.#received(event, reader));
    this.#x.client.ChangeWindowAttributes(this.#x.root, { eventMask: PropertyChange | SubstructureNotify });
    randr?.SelectInput(this.#x.root, randr.NotifyMask.ScreenChange);
    return reader;
  }

  #received(event: XEvent, reader: FactReader): void {
    this.popups.received(event);
    if (this.#concerns(event, reader)) this.announce();
  }

  /** Marks facts as stale after an event. Returns whether it may have changed the list. */
  #concerns(event: XEvent, reader: FactReader): boolean {
    switch (event.name) {
      case 'PropertyNotify':
        return this.#propertyChanged(event, reader);
      case 'ConfigureNotify':
        return this.#moved(event.wid1 ?? 0);
      case 'ReparentNotify':
        return this.#reparented(event.wid);
      case 'MapNotify':
      case 'UnmapNotify':
        return this.#moved(event.wid);
      case 'CirculateNotify':
        return this.#root.treeChanged(null);
      case 'CreateNotify':
      case 'DestroyNotify': {
        // Ids may be reused: facts about a window are dropped with it.
        const known = this.#forget(event.wid);
        return this.#root.treeChanged(event.name === 'DestroyNotify' ? event.wid : null) || known;
      }
      default:
        return event.name === 'RRScreenChangeNotify';
    }
  }

  #propertyChanged({ wid, atom = 0, time = 0 }: XEvent, reader: FactReader): boolean {
    if (wid === this.#x.root) return this.#root.propertyChanged(atom, time);
    const record = this.#records.get(wid);
    if (!record || !reader.has(atom)) return false;
    record.stale.atoms.add(atom);
    return true;
  }

  /** A tracked window, its frame, or, without a manager's list, a window that was restacked, moved or (un)mapped. */
  #moved(window: number): boolean {
    const record = this.#records.get(window) ?? this.#framed.get(window);
    if (record) record.stale.place = true;
    return this.#root.unlisted ? this.#root.treeChanged(null) : record !== undefined;
  }

  #reparented(window: number): boolean {
    const record = this.#records.get(window);
    if (record) record.stale.frames = record.stale.place = true;
    return this.#root.treeChanged(null) || record !== undefined;
  }

  #isStale(): boolean {
    return this.#root.isStale || this.#followedRecords().some((record) => record.isStale);
  }

  #readStale(reader: FactReader): void {
    if (this.#root.isStale) this.#track(this.#root.read());
    const stale = this.#followedRecords().filter((record) => record.isStale);
    for (const record of stale) this.#track(this.#readRecord(reader, record));
    const unidentified = stale.filter((record) => record.stale.process);
    if (unidentified.length > 0) this.#track(this.#identify(unidentified));
  }

  async #readRecord(reader: FactReader, record: WindowRecord): Promise<void> {
    const before = record.frames;
    await readRecord(this.#x, reader, record);
    if (record.frames === before) return;
    for (const frame of before) this.#framed.delete(frame);
    if (this.#records.get(record.id) !== record) return;
    for (const frame of record.frames) this.#framed.set(frame, record);
  }

  /** The processes that the server sees behind the windows. */
  async #identify(records: readonly WindowRecord[]): Promise<void> {
    for (const { stale } of records) stale.process = false;
    try {
      const ids = records.map(({ id }) => id);
      const [processes, isSameCount] = await Promise.all([readClientProcesses(this.#x, ids), countsAlike(this.#x)]);
      records.forEach((record, i) => (record.served = { served: processes[i] ?? 0, isSameCount }));
    } catch (error) {
      for (const { stale } of records) stale.process = true;
      throw error;
    }
  }

  #track(read: Promise<void>): void {
    this.#reads.add(read);
    // Its awaiters handle the failure.
    const done = () => this.#reads.delete(read);
    read.then(done, done);
  }

  /** Tracks exactly the windows in the list. */
  #follow(reader: FactReader): void {
    const windows = this.#root.windows;
    const wanted = new Set(windows);
    for (const id of this.#records.keys()) if (!wanted.has(id) && this.#forget(id)) this.#select(id, 0);
    for (const id of windows) if (!this.#records.has(id)) this.#join(id, reader);
    this.#followed = windows;
  }

  #join(id: number, reader: FactReader): void {
    this.#select(id, PropertyChange | StructureNotify);
    this.#records.set(id, new WindowRecord(id, reader.atoms));
  }

  /** Returns whether something was dropped. */
  #forget(id: number): boolean {
    const record = this.#records.get(id);
    for (const frame of record?.frames ?? []) this.#framed.delete(frame);
    return this.#records.delete(id);
  }

  #select(id: number, eventMask: number): void {
    // Handled, so that a window that is already gone causes no unhandled rejection.
    this.#x.client.ChangeWindowAttributes(id, { eventMask }, () => true);
  }

  #followedRecords(): readonly WindowRecord[] {
    return this.#followed.flatMap((id) => this.#records.get(id) ?? []);
  }

  /** Without those that vanished before they were read. */
  #listed(): readonly WindowRecord[] {
    const listed = this.#followedRecords().filter((record) => record.place !== null);
    const clients = clientsOfClaims(listed, (id) => id & ~this.#x.display.resource_mask);
    for (const record of listed) record.isContested = (clients.get(record.facts.claimedProcessId)?.size ?? 0) > 1;
    return listed;
  }
}

/** The display's clients that claim to be a process, if the server does not report processes. */
function clientsOfClaims(
  records: readonly WindowRecord[],
  clientOf: (id: number) => number,
): ReadonlyMap<number, ReadonlySet<number>> {
  const clients = new Map<number, Set<number>>();
  for (const { id, served, facts } of records) {
    if (served.served !== 0 || facts.claimedProcessId === 0) continue;
    const known = clients.get(facts.claimedProcessId) ?? new Set();
    clients.set(facts.claimedProcessId, known.add(clientOf(id)));
  }
  return clients;
}
