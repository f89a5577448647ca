import type { SelectorStep } from '#contract/model/selector';
import { gridPlaceOf } from '../relations/grid.ts';
import { lengthPenalty, scores } from '../scores.ts';
import { isStableText } from '../stability.ts';
import type { Candidate, Strategy } from './candidate.ts';
import { namings } from './name.ts';

/** In a table, list or tree: by what its row begins with, and the header of its column or what it is itself. */
export const cell: Strategy = ({ root, target }) => {
  const place = gridPlaceOf(root, target);
  const { controlType: role } = target;
  return place.row.filter(isStableText).flatMap((row): readonly Candidate[] => {
    const inColumn = isStableText(place.column) ? [{ role, row, column: place.column }] : [];
    const inRow: readonly SelectorStep[] = [...namings(target).map(({ step }) => ({ ...step, row })), { role, row }];
    return [...inColumn, ...inRow].map((step, rank) => ({
      selector: [step],
      kind: 'cell',
      grade: 'C',
      score: scores.cell + lengthPenalty(row) + rank,
    }));
  });
};
