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

/** By role and name, or by role and the lasting part of its name, without counts and marks of a changed document. */
export const name: Strategy = ({ target, root }) =>
  (namesDocument(target.name, root.name) ? documentNamings(target) : namings(target)).map(({ step, score }) => ({
    selector: [step],
    kind: 'name',
    grade: 'B',
    score,
  }));

/** The ways to identify a node by its visible text; also used for scopes. */
export function namings(node: RawNode): readonly Naming[] {
  const { name: text, controlType: role } = node;
  if (isOwnValue(node, text)) return [];
  const exact = isStableText(text) ? [{ step: { role, name: text }, score: scores.name + penaltyOf(text) }] : [];
  // The number at the end of a row identifies it.
  const part = rows.has(role) && !isVolatile(text) ? null : lastingPart(text);
  if (part === null || !isStableText(part)) return exact;
  return [{ step: { role, nameContains: part }, score: scores.nameWithoutCounter + lengthPenalty(part) }, ...exact];
}

/** A tab named like the document is marked while it has unsaved changes. */
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

/** If the row's first words are not unique, try this many of its other texts. */
const tried = 3;

/** Rows consist of them, and they describe themselves. */
const cells: ReadonlySet<ControlType> = new Set(['DataItem', 'HeaderItem', 'Image', 'ListItem', 'Text', 'TreeItem']);

/**
 * In a table, list or tree: by the first text of its row and its column header or own role; if other rows begin with the same
 * text, by another text of the row as well.
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

/** A button or box in a row acts on that row, whatever its name is. */
function isControlOfRow({ controlType, name }: RawNode, rows: readonly string[]): boolean {
  const own = name.toLowerCase();
  return !cells.has(controlType) && !rows.some((row) => own.includes(row.toLowerCase()));
}
