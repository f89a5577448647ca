import { performance } from 'node:perf_hooks';
import type { Disposable } from '../../../../../base/async/disposable.ts';
import { contains, type Point, type Rect } from '#contract/model/geometry';
import type { RawNode } from '../../../../backend.ts';
import type { Accessibles } from '../bus/accessibles.ts';
import type { AccessibilityBus } from '../bus/bus.ts';
import type { Frame } from '../frames/frame.ts';
import { placeOf } from '../places/place.ts';
import * as names from '../vocabulary/names.ts';
import { formatRef, type Ref } from '../vocabulary/ref.ts';
import { controlTypeOf, roleName, roleSet } from '../vocabulary/roles.ts';

const entries = roleSet('menu', 'menu item', 'check menu item', 'radio menu item');
/** Events sent when the pointer reaches an entry: GTK 3 selects it, Qt focuses it. */
const comings = new Set(['selected', 'focused']);
const maxApps = 256;
const remembered = 8;
/** More at once is a multiple selection in a list, not a pointer. */
const mostAsked = 4;
const askMs = 2_000;

interface Entry {
  readonly ref: Ref;
  readonly role: number;
  readonly name: string;
  readonly extents: Rect;
}

interface Coming {
  /** By the clock of `performance`. */
  readonly at: number;
  /** Null if it is no menu entry, or was already gone. */
  readonly entry: Promise<Entry | null>;
}

/**
 * The menu entries that the pointer reached, as they were then. A press on an entry closes its menu, and some apps destroy it,
 * so that the entry cannot be queried afterwards.
 */
export class PointedEntries implements Disposable {
  readonly #accessibles: Accessibles;
  readonly #events: Disposable;
  /** Newest last, by bus name. */
  readonly #comings = new Map<string, readonly Coming[]>();
  #asked = 0;

  constructor(bus: AccessibilityBus, accessibles: Accessibles) {
    this.#accessibles = accessibles;
    this.#events = bus.onSignal((message) => {
      if (message.interface !== names.objectEvents || message.member !== 'StateChanged') return;
      const [state, gained] = message.body();
      if (gained !== 1 || !comings.has(String(state)) || this.#asked >= mostAsked) return;
      this.#add({ bus: message.sender, path: message.path });
    });
  }

  /** The latest entry at the point since that time; null if there is none. @param since by the clock of `performance` */
  async at(frame: Frame, point: Point, since: number): Promise<RawNode | null> {
    for (const { at, entry } of [...(this.#comings.get(frame.ref.bus) ?? [])].reverse()) {
      if (at < since) return null;
      const found = await entry;
      const bounds = found && placeOf(found.extents, frame.offset);
      if (found && bounds && contains(bounds, point)) return nodeOf(found, bounds);
    }
    return null;
  }

  dispose(): void {
    this.#events.dispose();
  }

  #add(ref: Ref): void {
    const before = this.#comings.get(ref.bus) ?? [];
    if (this.#comings.size >= maxApps) this.#comings.clear();
    const coming = { at: performance.now(), entry: this.#read(ref).catch(() => null) };
    this.#comings.set(ref.bus, [...before, coming].slice(-remembered));
  }

  async #read(ref: Ref): Promise<Entry | null> {
    this.#asked += 1;
    try {
      const signal = AbortSignal.timeout(askMs);
      const role = await this.#accessibles.role(ref, signal);
      if (!entries.has(role)) return null;
      const [name, extents] = await Promise.all([
        this.#accessibles.name(ref, signal),
        this.#accessibles.extents(ref, signal),
      ]);
      return { ref, role, name, extents };
    } finally {
      this.#asked -= 1;
    }
  }
}

function nodeOf({ ref, role, name }: Entry, bounds: Rect): RawNode {
  return {
    runtimeId: formatRef(ref),
    controlType: controlTypeOf(role),
    role: roleName(role),
    name,
    automationId: '',
    description: '',
    value: null,
    states: ['enabled', 'visible'],
    bounds,
    childCount: 0,
  };
}
