import type { SelectorStep } from '#contract/model/elements/selector';
import { gridPlaceOf } from '../relations/grid.ts';
import { wordsOfItem } from '../relations/item.ts';
import { matchSelector } from '../match.ts';
import { scores } from '../scores.ts';
import { isNameOfItem } from '../stability.ts';
import { indexOf } from '../tree-index.ts';
import type { Candidate, Strategy, Subject } from './candidate.ts';
import { namings } from './name.ts';
import { nearestScope } from './scoped.ts';

/** By role alone if unique, else by its index among elements of that role, in a container or the window. */
export const ordinal: Strategy = (subject) => {
  const { target } = subject;
  const role = target.controlType;
  const alone: Candidate = { selector: [{ role }], kind: 'ordinal', grade: 'C', score: scores.role };
  return [alone, ...amongAlikeItems(subject), ...amongNamesakes(subject), ...counted(subject)];
};

/** The second of several rows with the same first text, or next to the same text; never one of a row with different text. */
function amongAlikeItems(subject: Subject): readonly Candidate[] {
  const { root, target } = subject;
  const rows = gridPlaceOf(root, target).row.filter(isNameOfItem);
  const whose: readonly SelectorStep[] =
    rows.length > 0 ? rows.map((row) => ({ row })) : wordsOfItem(subject).map((near) => ({ near }));
  const steps = [...namings(target).map(({ step }) => step), { role: target.controlType }];
  return whose.slice(0, 2).flatMap((words, rank) =>
    steps.slice(0, 2).flatMap((step): readonly Candidate[] => {
      const alike = matchSelector(root, [{ ...step, ...words }]);
      if (alike.length < 2 || !alike.includes(target)) return [];
      const selector = [{ ...step, ...words, nth: alike.indexOf(target) }];
      return [
        { selector, kind: 'ordinal', grade: 'D', score: scores.ordinalOfItem + 100 * rank + alike.indexOf(target) },
      ];
    }),
  );
}

/** The second `Remove`. */
function amongNamesakes({ root, target }: Subject): readonly Candidate[] {
  return namings(target)
    .filter(({ step }) => step.name !== undefined)
    .flatMap(({ step }) => {
      const namesakes = indexOf(root)
        .withName(target.name)
        .filter(({ controlType }) => controlType === target.controlType);
      return namesakes.length > 1 ? [place([{ ...step, nth: namesakes.indexOf(target) }])] : [];
    });
}

function counted(subject: Subject): readonly Candidate[] {
  const { root, target } = subject;
  const scope = nearestScope(subject);
  const index = indexOf(root);
  const alike = index.withType(target.controlType);
  const peers = scope ? index.within(scope.node, alike).filter((node) => node !== scope.node) : alike;
  const step = { role: target.controlType, nth: peers.indexOf(target) };
  return [place(scope ? [scope.step, step] : [step])];
}

function place(selector: Candidate['selector']): Candidate {
  return { selector, kind: 'ordinal', grade: 'D', score: scores.ordinal + (selector.at(-1)?.nth ?? 0) };
}
