import type { ControlType } from '#contract/model/elements/element';
import type { SelectorStep } from '#contract/model/elements/selector';
import { isVolatile, unmarked } from '#contract/model/elements/volatile';
import type { RawNode } from '../../backend.ts';
import { lengthPenalty, scores } from '../scores.ts';
import { endsWithCounter, isOwnValue, isStableText, lastingPart, namesDocument, isNameOfItem } from '../stability.ts';
import { gridPlaceOf } from '../relations/grid.ts';
import { wordsOfItem } from '../relations/item.ts';
import type { Strategy, Candidate } from './candidate.ts';

const rows: ReadonlySet<ControlType> = new Set(['DataItem', 'ListItem', 'TreeItem']);

export interface Naming {
  readonly step: SelectorStep;
  readonly score: number;
}

/** By role and name, and by role and the part of its name that does not count or bear the marks of a changed document. */
export const name: Strategy = ({ target, root }) =>
  (namesDocument(target.name, root.name) ? documentNamings(target) : namings(target)).map(({ step, score }) => ({
    selector: [step],
    kind: 'name',
    grade: 'B',
    score,
  }));

/** The ways to name a node by what a person reads on it; also what a scope is put around. */
export function namings(node: RawNode): readonly Naming[] {
  const { name: text, controlType: role } = node;
  if (isOwnValue(node, text)) return [];
  const exact = isStableText(text) ? [{ step: { role, name: text }, score: scores.name + penaltyOf(text) }] : [];
  // For a row, the number at its end identifies it.
  const part = rows.has(role) && !isVolatile(text) ? null : lastingPart(text);
  if (part === null || !isStableText(part)) return exact;
  return [{ step: { role, nameContains: part }, score: scores.nameWithoutCounter + lengthPenalty(part) }, ...exact];
}

/** A tab called as the document is bears a mark once that has changes, and before they are saved. */
function documentNamings(node: RawNode): readonly Naming[] {
  const part = unmarked(node.name);
  const exact = namings(node).map(({ step, score }) => ({ step, score: score + scores.counter }));
  if (isOwnValue(node, node.name) || !isStableText(part)) return exact;
  const lasting = { role: node.controlType, nameContains: part };
  return [{ step: lasting, score: scores.nameWithoutCounter + lengthPenalty(part) }, ...exact];
}

function penaltyOf(text: string): number {
  return lengthPenalty(text) + (endsWithCounter(text) ? scores.counter : 0);
}

/** If the row's first words are not unique, this many others of it are tried. */
const tried = 3;

/** They are what the row consists of, and describe themselves. */
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
