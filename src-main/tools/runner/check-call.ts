import { quoted } from '#contract/foreign-text';
import { once } from '../../base/async/once.ts';
import type { Ceiling } from '../../permissions/ceiling.ts';
import { toolsOfChord } from '../../permissions/programs.ts';
import { type Tool, effectOf, reachOf } from '../define-tool.ts';
import type { CallStart } from '../observer.ts';
import { inCallersWords, parseInput } from '../arguments/parse-input.ts';
import type { Call, Input } from './call.ts';
import { createDoubt } from './doubt.ts';
import { dryTool } from './dry-run.ts';
import { questionOf, realTarget } from './permit-call.ts';

/** A refused call, and why. */
export interface Refused {
  readonly tool: Tool | null;
  readonly error: unknown;
  /** Set if the user refused it. */
  readonly denial?: Pick<CallStart, 'decision' | 'decidedBy'>;
}

/** A valid call, still to be permitted. */
export interface Allowed {
  readonly tool: Tool;
  readonly input: Input;
  /** For the caller, in addition to the result. */
  readonly notes: readonly string[];
  /** The user wants to review its result before its caller gets it. */
  readonly holdsResult?: boolean;
}

export type Checked = Allowed | Refused;

/** Finds the tool and parses the arguments; a dry run becomes a read-only call. Never throws. */
export function check(call: Call, key: string, parameters: unknown): Checked {
  let tool: Tool | null = null;
  try {
    tool = call.find(key);
    const parsed = parseInput(tool, parameters, call.tools);
    const checked = dryOr(call, tool, parsed.input);
    ensureBelowCeiling(call.ceiling, tool, parsed.input);
    try {
      checked.tool.check?.(checked.input, call.settings());
    } catch (error) {
      throw inCallersWords(error, parsed);
    }
    return { ...checked, notes: leftOut(tool, parsed.ignored) };
  } catch (error) {
    return { tool, error };
  }
}

function leftOut(tool: Tool, ignored: readonly string[]): readonly string[] {
  if (ignored.length === 0) return [];
  return [`Ignored: ${ignored.map((name) => quoted(name)).join(', ')}, which ${tool.name} does not take.`];
}

/**
 * The read-only form of the call, if a dry run is requested. Not for tools of other servers: they act without our engine, and an
 * argument of that name is theirs.
 */
function dryOr(call: Call, tool: Tool, given: Input): { readonly tool: Tool; readonly input: Input } {
  if (tool.foreign) return { tool, input: given };
  const { dry_run: dry, ...input } = given;
  if (dry !== true) return { tool, input };
  const doubt = createDoubt();
  const target = once(() => realTarget(call, { tool, input, doubt }));
  const preview = (shown: Input) => call.gate.preview(questionOf(call, { tool, input, target, doubt }, shown));
  // It stays among the arguments, so that the trace shows the original call.
  return { tool: dryTool(tool, preview), input: { ...input, dry_run: true } };
}

/** Notes for the caller about the user's changes to its call. */
export function changedByUser({ tool, input }: Allowed, changed: Checked): Checked {
  if ('error' in changed) return changed;
  const differs = (field: string) => JSON.stringify(changed.input[field]) !== JSON.stringify(input[field]);
  const fields = [...new Set([...Object.keys(input), ...Object.keys(changed.input)])].filter(differs);
  if (fields.length === 0) return changed;
  const secret = tool.secrets?.fields ?? [];
  const described = fields.map((field) => {
    if (!(field in changed.input)) return `without ${quoted(field)}`;
    return secret.includes(field)
      ? quoted(field)
      : `${quoted(field)} is ${quoted(JSON.stringify(changed.input[field]))}`;
  });
  return {
    ...changed,
    notes: [...changed.notes, `The user changed this call before it was made: ${described.join(', ')}.`],
  };
}

/**
 * A ceiling's denial of a tool includes equivalent tools and keys.
 * @throws AppError `permission_denied`
 */
function ensureBelowCeiling(ceiling: Ceiling | undefined, tool: Tool, input: Record<string, unknown>): void {
  if (!ceiling || ceiling.isNone) return;
  const { keys = [] } = reachOf(tool, input);
  const deniedAs = [...(tool.deniedAs ?? []), ...keys.flatMap(toolsOfChord)];
  ceiling.ensureTool({ name: tool.name, effect: effectOf(tool, input), deniedAs });
}
