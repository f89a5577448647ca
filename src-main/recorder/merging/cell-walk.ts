import { isCell } from '#contract/model/elements/element-facts';
import type { ElementDetails } from '#contract/model/elements/element';
import type { KeyChord } from '#contract/model/recordings/action';
import { splitChord, withMainEnter } from '#contract/model/recordings/chord';
import type { PlacedEvent } from './draft.ts';

interface Cell {
  readonly column: number;
  readonly row: number;
}

const address = /^([A-Z]{1,3})(\d{1,7})$/;
const moves: Readonly<Record<string, Cell>> = {
  ArrowUp: { column: 0, row: -1 },
  ArrowDown: { column: 0, row: 1 },
  ArrowLeft: { column: -1, row: 0 },
  ArrowRight: { column: 1, row: 0 },
};

/**
 * The cell that keys led to from one that was pressed. A busy app reports the active cell late, after further keys: the path is
 * more reliable.
 */
export class CellWalk {
  #window: string | null = null;
  #cell: Cell | null = null;
  /** Where Tab was first pressed: Enter returns there. */
  #start: number | null = null;

  /** A button was pressed. */
  pressed({ window, target }: PlacedEvent): void {
    const cell = target && !target.unsure ? cellOf(target.element) : null;
    this.#at(window.id, cell);
  }

  /** A key that types nothing was pressed. */
  key({ window }: PlacedEvent, key: KeyChord): void {
    const { modifiers, key: name } = splitChord(withMainEnter(key));
    const isBack = modifiers.length === 1 && modifiers[0] === 'shift';
    const cell = window.id === this.#window ? this.#cell : null;
    if (!cell || (modifiers.length > 0 && !isBack)) {
      if (name !== '') this.#at(window.id, null);
      return;
    }
    const step = isBack ? -1 : 1;
    if (name === 'Enter') this.#at(window.id, { column: this.#start ?? cell.column, row: cell.row + step });
    else if (name === 'Tab') {
      const start = this.#start ?? cell.column;
      this.#at(window.id, { ...cell, column: cell.column + step });
      this.#start = start;
    } else if (moves[name] && !isBack)
      this.#at(window.id, { column: cell.column + moves[name].column, row: cell.row + moves[name].row });
    else this.#at(window.id, null);
  }

  /** Whether a text cannot have gone into the reported cell. */
  denies({ window, target }: PlacedEvent): boolean {
    const namedCell = target && cellOf(target.element);
    if (!namedCell) return false;
    if (window.id !== this.#window || !this.#cell) {
      this.#at(window.id, namedCell);
      return false;
    }
    return namedCell.column !== this.#cell.column || namedCell.row !== this.#cell.row;
  }

  #at(window: string, cell: Cell | null): void {
    this.#window = window;
    this.#cell = cell;
    this.#start = null;
  }
}

function cellOf(element: Pick<ElementDetails, 'controlType' | 'name'>): Cell | null {
  const [, letters = '', row] = (isCell(element) && address.exec(element.name)) || [];
  if (row === undefined) return null;
  const column = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return { column, row: Number(row) };
}
