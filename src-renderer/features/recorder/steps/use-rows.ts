import { useMemo } from 'react';
import { useRecorder } from '../context.ts';
import { groupsOf, stepsOf } from '../derived.ts';
import { rowsOf, type Row } from './rows.ts';

/** What the list shows, line by line. */
export function useRows(): readonly Row[] {
  const steps = useRecorder(stepsOf);
  const groups = useRecorder(groupsOf);
  const folded = useRecorder((state) => state.folded);
  return useMemo(() => rowsOf(steps, groups, folded), [steps, groups, folded]);
}
