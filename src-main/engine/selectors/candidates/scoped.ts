import type { Candidate, Strategy, Subject } from './candidate.ts';
import { scores } from '../scores.ts';
import { namings } from './name.ts';
import { nearestScope } from './scope.ts';

/** Inside the nearest named container, else inside one that its role sets apart: by name, or as the only one of its role. */
export const scoped: Strategy = (subject) => {
  const scope = nearestScope(subject);
  if (!scope) return insideRoles(subject);
  const { target } = subject;
  const inside = [...namings(target), { step: { role: target.controlType }, score: scores.role }];
  return inside.map(({ step, score }): Candidate => ({
    selector: [scope.step, step],
    kind: 'scoped',
    grade: 'C',
    score: score + scores.scope,
  }));
};

/** Nothing around the element has a name: then what kind of container it is in says at least more than a path. */
function insideRoles({ target, path }: Subject): readonly Candidate[] {
  const around = new Set(path.slice(1, -1).map((node) => node.controlType));
  return [...around].reverse().map((role) => ({
    selector: [{ role }, { role: target.controlType }],
    kind: 'scoped',
    grade: 'C',
    score: scores.role + scores.scope,
  }));
}
