import { isCell } from '#contract/model/elements/cell';
import { hasState } from '#contract/model/elements/element';
import type { Draft, PlacedEvent } from './draft.ts';

/** Keys that lead from one cell to the same other one each time, whatever is in them. */
const stepping = /^(shift\+)?(Enter|Tab|Arrow(Up|Down|Left|Right))$/;

/**
 * Whether it is known in which cell of a sheet one is, or from which known one typing and keys alone have led there: then a
 * text whose cell the app did not tell goes to the right one at replay.
 */
export class ActiveCell {
  #window: string | null = null;

  /** Takes a new step into account. */
  isKnown(draft: Draft, { target }: Pick<PlacedEvent, 'target'>): boolean {
    const { action } = draft.step;
    if (target && isCell(target.element) && hasState(target.element, 'editable')) this.#window = draft.window;
    else if (target || draft.window !== this.#window) this.#window = null;
    else if (action.type === 'pressKeys' && !stepping.test(action.keys)) this.#window = null;
    else if (action.type !== 'pressKeys' && action.type !== 'typeText') this.#window = null;
    return this.#window !== null;
  }
}
