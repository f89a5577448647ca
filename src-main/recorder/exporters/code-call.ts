import { AppError } from '#contract/errors';
import { describeStep, type Step } from '#contract/model/recording';
import type { ToolCall } from '#contract/model/tool-call';
import { secretVariable } from '../secret-name.ts';
import type { StepPlace } from './exporter.ts';
import { expectationsLeftOut, placeLeftOut, rulesLeftOut } from './left-out.ts';
import { Code, commentText, stringLiteral } from './literals.ts';
import { toToolCall } from './ufo-calls.ts';

/** Everything a programming language needs to write one step. */
export interface CodeCall {
  /** What it does and what of it is left out, each safe in a comment of one line: `3. Click Button “7”`. */
  readonly comments: readonly string[];
  /** Where it enters a secret, the text is a piece of code. */
  readonly call: ToolCall | Impossible | null;
}

/** A step that the tools cannot do: a script that went on without it would only seem to work. */
interface Impossible {
  readonly why: string;
}

/**
 * @param readSecret the code that gives the text of a secret
 * @returns no call for a step that is switched off
 */
export function codeCall(step: Step, at: StepPlace, readSecret: (name: string) => string): CodeCall {
  const comment = stepComment(step, at.index);
  if (!step.enabled) return { comments: [comment], call: null };
  try {
    const losses = [
      ...rulesLeftOut(step, at),
      ...placeLeftOut(step),
      ...folderLeftOut(step),
      ...expectationsLeftOut(step),
    ].map((loss) => `   ${commentText(loss)}`);
    return { comments: [comment, ...losses], call: callOf(step, readSecret) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { comments: [comment], call: { why: `Step ${at.index + 1} cannot be done here: ${error.message}` } };
  }
}

function callOf(step: Step, readSecret: (name: string) => string): ToolCall {
  const call = toToolCall(step);
  const { action } = step;
  const secret = 'secret' in action ? action.secret : undefined;
  const holder = action.type === 'setText' ? 'text' : 'keys';
  if (secret === undefined) return call;
  return { ...call, parameters: { ...call.parameters, [holder]: new Code(readSecret(secret)) } };
}

/** For {@link codeCall}. */
export function pythonSecret(name: string): string {
  return `os.environ[${stringLiteral(secretVariable(name))}]`;
}

/** The tool that starts programs does so where the server works. */
function folderLeftOut({ action }: Step): readonly string[] {
  return action.type === 'launch' && action.folder !== undefined
    ? [`left out: it was started in the folder ${action.folder}`]
    : [];
}

export function stepComment(step: Step, index: number): string {
  return `${index + 1}. ${commentText(describeStep(step))}${step.enabled ? '' : ' (switched off)'}`;
}
