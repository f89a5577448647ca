import { describeStep, type Step } from '#contract/model/recording';
import { toToolCall } from './ufo-calls.ts';
import { Code, commentText } from './literals.ts';

/** Everything a programming language needs to write one step. */
export interface CodeCall {
  /** `3. Click Button “7”`, safe in a comment of one line. */
  readonly comment: string;
  readonly tool: string;
  /** The secret's text is a piece of code. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** @param readSecret the code that gives the text of a secret */
export function codeCall(step: Step, index: number, readSecret: (name: string) => string): CodeCall {
  const { tool_name: tool, parameters } = toToolCall(step);
  const { action } = step;
  const secret = 'secret' in action ? action.secret : undefined;
  const holder = action.type === 'setText' ? 'text' : 'keys';
  return {
    comment: stepComment(step, index),
    tool,
    parameters: secret === undefined ? parameters : { ...parameters, [holder]: new Code(readSecret(secret)) },
  };
}

export function stepComment(step: Step, index: number): string {
  return `${index + 1}. ${commentText(describeStep(step))}${step.enabled ? '' : ' (switched off)'}`;
}
