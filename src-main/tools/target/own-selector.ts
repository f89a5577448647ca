import { AppError } from '#contract/errors';
import type { ElementId } from '#contract/model/element';
import type { LookContext } from '../define-tool.ts';

/** The best selector that matches this element and no other; null where there is none, or the element has gone. */
export async function ownSelector({ engine, signal }: LookContext, element: ElementId): Promise<string | null> {
  const ranked = await engine.selectors({ element }, { signal }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'element_stale') return [];
    throw error;
  });
  return ranked.find(({ matchCount }) => matchCount === 1)?.selector ?? null;
}
