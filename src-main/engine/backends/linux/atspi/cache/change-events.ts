import type { Disposable } from '../../../../../base/async/disposable.ts';
import type { Message } from '../../dbus/message.ts';
import type { AccessibilityBus } from '../bus/bus.ts';
import { text } from '../bus/questions.ts';
import * as names from '../vocabulary/names.ts';

/**
 * What of an element may have changed, from little to much: `row` itself; `visibility` itself, and if nobody knew it yet it has
 * come; `shape` what it contains.
 */
export type Dirtiness = 'row' | 'visibility' | 'shape';

const weight: Readonly<Record<Dirtiness, number>> = { row: 0, visibility: 1, shape: 2 };

/** More elements than this are remembered as “anything”: reading all is as good. */
const maxPaths = 2_000;

/** States that elements which come and go announce. */
const visibilityStates = new Set(['showing', 'visible']);
/** Events about what an element contains, rather than about the element. */
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

/** GTK 3 sends this for every cell that a client queries, as it is created. For a row that moves, its parents send events. */
const birth = new Set(['widget', 'renderer', 'accessible-parent']);

/** What an app announced since it was asked last. */
export interface Changes {
  /** By object path. */
  readonly dirty: ReadonlyMap<string, Dirtiness>;
  /** Too many changes to list. */
  readonly anything: boolean;
}

const nothing: Changes = { dirty: new Map(), anything: false };

/** Collects the events of apps, for the trees that want to know. */
export class ChangeEvents implements Disposable {
  readonly #readers = new Map<string, Set<ChangeReader>>();
  readonly #events: Disposable;

  constructor(bus: AccessibilityBus) {
    this.#events = bus.onSignal((message) => this.#receive(message));
  }

  /**
   * Everything that an app announces from now on.
   * @param app its name on the bus
   * @param left called when it leaves the bus
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

/** Null for what changes no row. */
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

  /** What was received since it was last taken. */
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
