import type { Disposable } from '../../../../../base/disposable.ts';
import type { Message } from '../../dbus/message.ts';
import type { AccessibilityBus } from '../bus.ts';
import * as names from '../names.ts';
import { text } from '../questions.ts';

/** What an app announced since it was asked last: the elements whose rows may be others now, or more than rows. */
export interface News {
  /** Object paths. */
  readonly paths: ReadonlySet<string>;
  /** Elements came, went, moved, or showed and hid: rows alone are not enough. */
  readonly structure: boolean;
}

const nothing: News = { paths: new Set(), structure: false };
/** With more than this, reading all is as good. */
const maxPaths = 2_000;

/** States whose change brings other elements in and out of sight. */
const structural = new Set(['showing', 'visible', 'defunct', 'expanded', 'iconified']);
/** Events that say where something is rather than what it is. */
const structuralMembers = new Set([
  ...['ChildrenChanged', 'BoundsChanged', 'VisibleDataChanged', 'ModelChanged'],
  ...['RowInserted', 'RowDeleted', 'RowReordered', 'ColumnInserted', 'ColumnDeleted', 'ColumnReordered'],
]);

/** Collects the events of apps, by the trees that want to know. */
export class NewsDesk implements Disposable {
  readonly #readers = new Map<string, Set<NewsReader>>();
  readonly #events: Disposable;

  constructor(bus: AccessibilityBus) {
    this.#events = bus.onSignal((message) => this.#hear(message));
  }

  /** Everything that an app announces from now on. */
  subscribe(app: string): NewsReader {
    const reader = new NewsReader(() => this.#readers.get(app)?.delete(reader));
    const readers = this.#readers.get(app) ?? new Set();
    this.#readers.set(app, readers.add(reader));
    return reader;
  }

  dispose(): void {
    this.#events.dispose();
  }

  #hear(message: Message): void {
    if (message.interface !== names.objectEvents) return;
    const readers = this.#readers.get(message.sender);
    if (!readers || readers.size === 0) return;
    const structure = isStructural(message);
    for (const reader of readers) reader.hear(message.path, structure);
  }
}

function isStructural(message: Message): boolean {
  if (message.member !== 'StateChanged') return structuralMembers.has(message.member);
  return structural.has(text(message.body()[0]));
}

export class NewsReader implements Disposable {
  #paths = new Set<string>();
  #structure = false;
  readonly #end: () => void;

  constructor(end: () => void) {
    this.#end = end;
  }

  hear(path: string, structure: boolean): void {
    if (structure || this.#paths.size >= maxPaths) this.#structure = true;
    else this.#paths.add(path);
  }

  /** What was heard since it was last taken. */
  take(): News {
    if (!this.#structure && this.#paths.size === 0) return nothing;
    const news = { paths: this.#paths, structure: this.#structure };
    this.#paths = new Set();
    this.#structure = false;
    return news;
  }

  dispose(): void {
    this.#end();
  }
}
