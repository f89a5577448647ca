import { AppError } from '#contract/errors';
import type { ElementDetails, ElementNode } from '#contract/model/elements/element';
import type { LookContext } from '../define-tool.ts';

/** Looks at so many elements at once. */
const atOnce = 8;

/** Details of elements, by id; those that went away meanwhile are left out. */
export async function detailsOf(
  { engine, signal }: LookContext,
  elements: readonly ElementNode[],
): Promise<ReadonlyMap<string, ElementDetails>> {
  const found = new Map<string, ElementDetails>();
  const coming = [...elements];
  const look = async () => {
    for (let next = coming.shift(); next !== undefined; next = coming.shift()) {
      try {
        found.set(next.id, await engine.details({ element: next.id }, { signal }));
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'element_stale')) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, look));
  return found;
}
