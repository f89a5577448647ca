import type { RawNode } from '../../../backend.ts';
import { wholeTree } from '../../../tree/walk.ts';
import type { ElementStrategy, PartStrategy } from './strategy.ts';

/** Windows whose elements are asked one by one in any case: what is read of them is the whole. */
export function partsOfWholes(strategy: Omit<ElementStrategy, 'parts'>): PartStrategy {
  return {
    knows: () => true,
    path(window, of) {
      const id = of === 'focus' ? strategy.focused(window) : strategy.hitTest(window, of);
      return id === null ? [] : [...strategy.ancestors(window, id), rowIn(strategy.details(window, id))];
    },
    details: (window, runtimeId) => strategy.details(window, runtimeId),
    around: (window, _at, { cancelled }) => strategy.walk(window, null, { ...wholeTree, cancelled }),
    isOnly: () => true,
    indices: () => null,
  };
}

function rowIn(details: RawNode): RawNode {
  const { runtimeId, controlType, role, name, automationId, description, value, states, bounds, childCount } = details;
  return { runtimeId, controlType, role, name, automationId, description, value, states, bounds, childCount };
}
