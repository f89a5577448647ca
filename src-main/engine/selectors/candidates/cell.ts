import type { ControlType } from '#contract/model/elements/element';
import type { SelectorStep } from '#contract/model/elements/selector';
import type { RawNode } from '../../backend.ts';
import { gridPlaceOf } from '../relations/grid.ts';
import { wordsOfItem } from '../relations/item.ts';
import { lengthPenalty, scores } from '../scores.ts';
import { isNameOfItem, isStableText } from '../stability.ts';
import type { Candidate, Strategy } from './candidate.ts';
import { namings } from './name.ts';

/** Where the row's first words are not its own alone, so many others of it are tried. */
const tried = 3;

/** They are what the row consists of, and say themselves what they are. */
const cells: ReadonlySet<ControlType> = new Set(['DataItem', 'HeaderItem', 'Image', 'ListItem', 'Text', 'TreeItem']);

/**
 * In a table, list or tree: by what its row begins with, and the header of its column or what it is itself; where other rows
 * begin so too, by another text of its row beside that.
 */
export const cell: Strategy = (subject) => {
  const { root, target } = subject;
  const place = gridPlaceOf(root, target);
  const rows = place.row.filter(isNameOfItem);
  const base = isControlOfRow(target, rows) ? scores.controlOfRow : scores.cell;
  const { controlType: role } = target;
  const inRow = (row: string): readonly SelectorStep[] => [
    ...(isStableText(place.column) ? [{ role, row, column: place.column }] : []),
    ...namings(target).map(({ step }) => ({ ...step, row })),
    { role, row },
  ];
  const others = rows.length > 0 ? wordsOfItem(subject).filter((words) => !rows.includes(words)) : [];
  const besides = [undefined, ...others.slice(0, tried)];
  return rows.flatMap((row) =>
    besides.flatMap((near, far) =>
      inRow(row).map((step, rank): Candidate => ({
        selector: [near === undefined ? step : { ...step, near }],
        kind: 'cell',
        grade: 'C',
        score: base + lengthPenalty(row) + rank + 5 * far,
      })),
    ),
  );
};

/** A button or box in a row does something to that row, whatever it is called. */
function isControlOfRow({ controlType, name }: RawNode, rows: readonly string[]): boolean {
  const own = name.toLowerCase();
  return !cells.has(controlType) && !rows.some((row) => own.includes(row.toLowerCase()));
}
