import { useMemo } from 'react';
import { useRuns } from '../context.ts';
import { momentOf, type Moment } from './moment.ts';

/** How the shown run stood after the chosen step; as it stands now where none is chosen. */
export function useMoment(): Moment {
  const story = useRuns((state) => state.story);
  const steps = useRuns((state) => state.steps);
  const step = useRuns((state) => state.step);
  return useMemo(() => momentOf(story, steps, step), [story, steps, step]);
}
