import type { SelectorStep } from '#contract/model/elements/selector';
import type { RawNode } from '../../backend.ts';
import { scores } from '../scores.ts';
import { labelOf } from '../relations/label.ts';
import { isOwnValue, isStableId, isStableText, namesDocument } from '../stability.ts';
import type { Candidate, Strategy, Subject } from './candidate.ts';
import { namings } from './name.ts';

/** Inside the nearest named container, else inside one with a distinctive role: by name, or as the only one of its role. */
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

/** If no container has a name, the container's role is still more stable than a path. */
function insideRoles({ target, path }: Subject): readonly Candidate[] {
  const around = new Set(path.slice(1, -1).map((node) => node.controlType));
  return [...around].reverse().map((role) => ({
    selector: [{ role }, { role: target.controlType }],
    kind: 'scoped',
    grade: 'C',
    score: scores.role + scores.scope,
  }));
}

interface Scope {
  readonly node: RawNode;
  readonly step: SelectorStep;
}

/**
 * The nearest container around the element with a name, id or label. Not the window: its title names the current document, and
 * the search is inside it anyway; nor anything named like the document, such as its tab.
 */
export function nearestScope({ path, root }: Subject): Scope | null {
  for (const node of path.slice(1, -1).reverse()) {
    const { controlType: role, automationId: id, name } = node;
    if (isStableId(id)) return { node, step: { id } };
    if (isStableText(name) && !isOwnValue(node, name) && !namesDocument(name, root.name))
      return { node, step: { role, name } };
    const label = labelOf(root, node);
    if (isStableText(label) && label !== name) return { node, step: { role, label } };
  }
  return null;
}
