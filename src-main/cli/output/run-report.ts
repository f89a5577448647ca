import { AppError, toWire } from '#contract/errors';
import { oneLine } from '#contract/foreign-text';
import type { AgentEvent } from '#contract/model/agents/agent';
import type { TaskResult } from '../../agents/session/session.ts';
import type { Context, Outcome } from '../command.ts';
import type { Paint } from './output.ts';

/** Tells on standard error what agents do, a line each. */
export function watchedBy({ streams, paint, json }: Context) {
  return (event: AgentEvent) => {
    const line = json ? '' : lineOf(event, paint);
    if (line !== '') streams.err.write(`${line}\n`);
  };
}

/** What a person watches; empty for what they need not see. */
function lineOf(event: AgentEvent, paint: Paint): string {
  if (event.event === 'state') {
    return `${paint('bold', event.agent.name)} ${event.to} ${paint('dim', oneLine(event.why))}`;
  }
  if (event.event === 'answered') {
    if (event.problem !== undefined) return `  ${paint('yellow', oneLine(event.problem))}`;
    return event.answer?.comment ? `  ${oneLine(event.answer.comment)}` : '';
  }
  if (event.event !== 'acted') return '';
  const { action, status, text } = event;
  const what = `  ${oneLine(`${action.function}(${JSON.stringify(action.arguments)})`)}`;
  return status === 'success' ? what : `${what} ${paint('red', status)}: ${oneLine(text)}`;
}

export function noticeTo({ streams }: Context) {
  return (sentence: string) => void streams.err.write(`${sentence}\n`);
}

/** @param trace where the run is */
export function outcomeOf(result: TaskResult, trace: string): Outcome {
  const { outcome, text, steps, usage } = result;
  const tokens = `${usage.inputTokens + usage.outputTokens} tokens`;
  const cost = usage.cost === null ? '' : `, $${usage.cost.toFixed(4)}`;
  const counted = `${steps} steps, ${tokens}${cost}. The run is in ${trace}.`;
  const error = errorOf(result);
  const said = `${outcome}: ${oneLine(text)}`;
  return { data: { ...result, trace }, text: `${error ? '' : `${said}\n`}${counted}`, ...(error && { error }) };
}

function errorOf({ outcome, text }: TaskResult) {
  switch (outcome) {
    case 'done':
      return null;
    case 'unproven':
      return toWire(
        new AppError('not_verified', `The agents claim it is done, but it could not be confirmed: ${oneLine(text)}`),
      );
    case 'stopped':
      return toWire(new AppError('cancelled', 'The run was stopped.'));
    case 'limit':
      return toWire(new AppError('limit_reached', text));
    case 'failed':
    case 'error':
      return toWire(
        new AppError('tool_failed', `The task was not done: ${oneLine(text)}`, { hint: 'The run shows each step.' }),
      );
  }
}
