import type { Disposable } from '../../../../../base/async/disposable.ts';
import type { Message } from '../../dbus/message.ts';
import type { AccessibilityBus } from '../bus/bus.ts';
import { text } from '../bus/questions.ts';
import * as names from '../vocabulary/names.ts';

/**
 * The extent of a possible change, in ascending order: `row`, the element itself; `visibility`, the element, which may have
 * newly appeared; `shape`, its children.
 */
export type Dirtiness = 'row' | 'visibility' | 'shape';

const weight: Readonly<Record<Dirtiness, number>> = { row: 0, visibility: 1, shape: 2 };

/** Above this number, everything is considered dirty: a full read is as cheap. */
const maxPaths = 2_000;

/** States announced by elements that appear or disappear. */
const visibilityStates = new Set(['showing', 'visible']);
/** Events about an element's children rather than about the element. */
const shapeMembers = new Set([
  'ChildrenChanged',
  'VisibleDataChanged',
  'ModelChanged',
  'RowInserted',
  'RowDeleted',
  'RowReordered',
  'ColumnInserted',
  'ColumnDeleted',
  'ColumnReordered',
]);

/**
 * GTK 3 sends this event for every cell that a client queries, when the cell is created. For moved rows, the parents send
 * events.
 */
const birth = new Set(['widget', 'renderer', 'accessible-parent']);

/** Changes announced by an app since the last call. */
export interface Changes {
  /** By object path. */
  readonly dirty: ReadonlyMap<string, Dirtiness>;
  /** True if there were too many changes to list. */
  readonly anything: boolean;
}

const nothing: Changes = { dirty: new Map(), anything: false };

/** Collects app events for cached trees. */
export class ChangeEvents implements Disposable {
  readonly #readers = new Map<string, Set<ChangeReader>>();
  readonly #events: Disposable;

  constructor(bus: AccessibilityBus) {
    this.#events = bus.onSignal((message) => this.#receive(message));
  }

  /**
   * Every change that an app announces from now on.
   * @param app its bus name
   * @param left called when the app leaves the bus
   */
  subscribe(app: string, left: () => void): ChangeReader {
    const readers = this.#readers.get(app) ?? new Set();
    const reader = new ChangeReader(left, () => {
      readers.delete(reader);
      if (readers.size === 0 && this.#readers.get(app) === readers) this.#readers.delete(app);
    });
    this.#readers.set(app, readers.add(reader));
    return reader;
  }

  dispose(): void {
    this.#events.dispose();
  }

  #receive(message: Message): void {
    if (message.interface === names.objectEvents) {
      const readers = this.#readers.get(message.sender);
      if (!readers) return;
      const dirtiness = dirtinessOf(message);
      if (!dirtiness) return;
      for (const reader of readers) reader.receive(message.path, dirtiness);
    } else if (message.interface === names.bus && message.member === 'NameOwnerChanged') {
      const [name, , owner] = message.body();
      if (owner === '') for (const reader of [...(this.#readers.get(text(name)) ?? [])]) reader.left();
    }
  }
}

/** Null for events that change no row. */
function dirtinessOf(message: Message): Dirtiness | null {
  if (shapeMembers.has(message.member)) return 'shape';
  if (message.member !== 'StateChanged' && message.member !== 'PropertyChange') return 'row';
  const [what, on] = message.body();
  if (message.member === 'PropertyChange') return birth.has(text(what)) ? null : 'row';
  if (what === 'defunct' && on === 0) return null;
  return visibilityStates.has(text(what)) ? 'visibility' : 'row';
}

export class ChangeReader implements Disposable {
  /** The app has left the bus. */
  readonly left: () => void;
  readonly #end: () => void;
  #dirty = new Map<string, Dirtiness>();
  #anything = false;

  constructor(left: () => void, end: () => void) {
    this.left = left;
    this.#end = end;
  }

  receive(path: string, dirtiness: Dirtiness): void {
    const known = this.#dirty.get(path);
    if (known ? weight[known] >= weight[dirtiness] : this.#anything) return;
    if (this.#dirty.size < maxPaths) this.#dirty.set(path, dirtiness);
    else this.#anything = true;
  }

  /** Changes received since the last call. */
  take(): Changes {
    if (this.#dirty.size === 0) return nothing;
    const changes = { dirty: this.#dirty, anything: this.#anything };
    this.#dirty = new Map();
    this.#anything = false;
    return changes;
  }

  dispose(): void {
    this.#end();
  }
}
