import type { ElementId } from '#contract/model/elements/element';

/** As many elements keep their refs; those given out longest ago lose theirs first. */
const kept = 50_000;

/**
 * Short names for elements, such as `e12`, given out to one client. An element keeps its ref while it lives, so that a
 * later look at the same window says the same refs.
 */
export class ElementRefs {
  readonly #refs = new Map<ElementId, string>();
  readonly #ids = new Map<string, ElementId>();
  #count = 0;

  refOf(id: ElementId): string {
    const known = this.#refs.get(id);
    if (known !== undefined) return known;
    const ref = `e${++this.#count}`;
    this.#refs.set(id, ref);
    this.#ids.set(ref, id);
    const [oldest] = this.#refs;
    if (this.#refs.size > kept && oldest) this.#forget(...oldest);
    return ref;
  }

  idOf(ref: string): ElementId | undefined {
    return this.#ids.get(ref);
  }

  #forget(id: ElementId, ref: string): void {
    this.#refs.delete(id);
    this.#ids.delete(ref);
  }
}
