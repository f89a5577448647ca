import type { Candidate, Strategy } from './candidate.ts';
import { scores } from '../scores.ts';
import { namings } from './name.ts';
import { nearestScope } from './scope.ts';

/** Inside the nearest named container: by name, or as the only one of its role. */
export const scoped: Strategy = (subject) => {
  const scope = nearestScope(subject);
  if (!scope) return [];
  const { target } = subject;
  const inside = [...namings(target), { step: { role: target.controlType }, score: scores.role }];
  return inside.map(({ step, score }): Candidate => ({
    ...{ selector: [scope.step, step], kind: 'scoped', grade: 'C' },
    score: score + scores.scope,
  }));
};
