import type { RawNode } from '../../backend.ts';
import { descend } from '../../tree/walk.ts';
import { scores } from '../scores.ts';
import type { Candidate, Strategy, Subject } from './candidate.ts';
import { namings } from './name.ts';
import { nearestScope } from './scope.ts';

/** By its role alone where it is the only one, else by its place among those of its role, in a container or the window. */
export const ordinal: Strategy = (subject) => {
  const { target } = subject;
  const role = target.controlType;
  const alone: Candidate = { selector: [{ role }], kind: 'ordinal', grade: 'C', score: scores.role };
  return [alone, ...amongNamesakes(subject), ...counted(subject)];
};

/** `Remove` for the second time. */
function amongNamesakes({ root, target }: Subject): readonly Candidate[] {
  return namings(target)
    .filter(({ step }) => step.name !== undefined)
    .flatMap(({ step }) => {
      const namesakes = [...descend(root)].filter((node) => sameKind(node, target) && node.name === target.name);
      return namesakes.length > 1 ? [place([{ ...step, nth: namesakes.indexOf(target) }])] : [];
    });
}

function counted(subject: Subject): readonly Candidate[] {
  const { root, target } = subject;
  const scope = nearestScope(subject);
  const peers = [...descend(scope?.node ?? root)].filter((node) => sameKind(node, target) && node !== scope?.node);
  const step = { role: target.controlType, nth: peers.indexOf(target) };
  return [place(scope ? [scope.step, step] : [step])];
}

function place(selector: Candidate['selector']): Candidate {
  return { selector, kind: 'ordinal', grade: 'D', score: scores.ordinal + (selector.at(-1)?.nth ?? 0) };
}

function sameKind(a: RawNode, b: RawNode): boolean {
  return a.controlType === b.controlType;
}
