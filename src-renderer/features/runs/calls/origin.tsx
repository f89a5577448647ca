import type { ReactNode } from 'react';
import { oneLine } from '#contract/foreign-text';
import { Notice } from '../../../ui/state/notice.tsx';
import { useRuns } from '../context.ts';

/** Of a run of others: where it is from, what that does not say, and what was left out. */
export function Origin(): ReactNode {
  const origin = useRuns((state) => state.opened?.info.origin ?? null);
  if (!origin) return null;
  const { format, name, lacks, notes } = origin;
  const said = [`Imported from ${name} (${format}).`, `Missing: ${lacks.join('; ')}.`, ...notes];
  return <Notice icon="info">{said.map(oneLine).join(' ')}</Notice>;
}
