import { useRuns } from '../context.ts';

/** Whether the run that is open stands next to another one. */
export function useComparing(): boolean {
  return useRuns((state) => state.comparing !== null);
}
