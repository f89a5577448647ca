import type { Ceiling } from '../../permissions/ceiling.ts';
import { toolsOfChord } from '../../permissions/program-starters.ts';
import { effectOf, reachOf, type Tool } from '../define-tool.ts';

/**
 * What a ceiling denies of one tool is denied of those that do the same by another name, and of the keys that do.
 * @throws AppError `permission_denied`
 */
export function ensureBelowCeiling(ceiling: Ceiling | undefined, tool: Tool, input: Record<string, unknown>): void {
  if (!ceiling || ceiling.isNone) return;
  const { keys = [] } = reachOf(tool, input);
  const deniedAs = [...(tool.deniedAs ?? []), ...keys.flatMap(toolsOfChord)];
  ceiling.ensureTool({ name: tool.name, effect: effectOf(tool, input), deniedAs });
}
