import { useMemo } from 'react';
import { useMcp } from './context.ts';

/** What the clients call themselves that are connected now, each once. */
export function useClientNames(): readonly string[] {
  const clients = useMcp((state) => state.status?.clients);
  return useMemo(() => [...new Set((clients ?? []).map(({ name }) => name))], [clients]);
}
