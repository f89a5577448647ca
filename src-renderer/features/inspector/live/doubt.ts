import { useNow } from '../../../ui/hooks/use-now.ts';
import { useInspector } from '../context.ts';
import type { InspectorState } from '../store/state.ts';

/** Without an answer for so long, in milliseconds, it is unknown whether tree and picture are still true. */
const trustMs = 3_000;

/** Why boxes may not lie on what they name; null where they do. */
export type Doubt = 'old' | 'paused' | 'moving' | 'closed' | null;

export function doubtOf(
  {
    window,
    closedAt,
    trueAt,
    settled,
    liveError,
    paused,
  }: Pick<InspectorState, 'window' | 'closedAt' | 'trueAt' | 'settled' | 'liveError' | 'paused'>,
  now: number,
): Doubt {
  if (window === null) return null;
  if (closedAt !== null) return 'closed';
  if (trueAt === null) return null;
  if (paused && liveError === null) return 'paused';
  if (liveError !== null || now - trueAt > trustMs) return 'old';
  return settled ? null : 'moving';
}

/** The doubt at this moment, and how old tree and picture are in milliseconds. */
export function useDoubt(): { readonly doubt: Doubt; readonly ageMs: number } {
  const now = useNow(true, 1_000);
  const doubt = useInspector((state) => doubtOf(state, now));
  const trueAt = useInspector((state) => (doubt === 'old' || doubt === 'paused' ? state.trueAt : null));
  return { doubt, ageMs: trueAt === null ? 0 : Math.max(0, now - trueAt) };
}
