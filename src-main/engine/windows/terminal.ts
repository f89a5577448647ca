import type { Operation } from '../operations/operation.ts';
import { windowOf } from './lookup.ts';

/** A platform where no process tells knows terminals by their names alone. */
export const runsTerminal: Operation<'runsTerminal'> = async ({ backend, ...context }, { window }) => {
  const { processId, program } = await windowOf({ backend, ...context }, window);
  if (!backend.runsTerminal) return false;
  return program === undefined ? null : backend.runsTerminal(processId);
};
