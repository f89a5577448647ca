import { harmless, oneLine } from '#contract/foreign-text';
import type { AgentEvent, AgentEventOf } from '#contract/model/agents/agent';
import {
  actionsInWords,
  controlsInWords,
  countedInWords,
  type AgentStepSummary,
  type ToldEvent,
} from '#contract/model/agents/agent-step';
import type { CallSummary } from '#contract/model/runs/trace';
import type { Paint } from '../output/output.ts';
import { lengthInWords } from './words.ts';

/** Longer texts are cut in the list of steps, in characters; one step is shown whole. */
const longest = 300;

type Lines = readonly (readonly [label: string, text: string])[];

/** A step as part of a run: what its agent saw, thought and did, and what came of it. */
export function stepInShort(summary: AgentStepSummary, told: readonly ToldEvent[], paint: Paint): string {
  const events = told.map(({ event }) => event);
  const lines: Lines = [
    ['saw', sawInWords(events)],
    ...said(events).filter(([label]) => label !== 'plan' && label !== 'comment'),
    ...acts(events),
    ['problem', summary.problem],
  ];
  return laidOut(summary, lines, paint, (text) => {
    const line = oneLine(text).trim();
    return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
  });
}

/** Everything about one step. @param read gives the text of a blob */
export async function stepInFull(
  step: {
    readonly summary: AgentStepSummary;
    readonly events: readonly ToldEvent[];
    readonly calls: readonly CallSummary[];
  },
  read: (blob: string) => Promise<string>,
  paint: Paint,
): Promise<string> {
  const { summary, calls } = step;
  const events = step.events.map(({ event }) => event);
  const prompts: Lines = await Promise.all(
    of(events, 'asked').map(
      async ({ attempt, model, prompt }) => [`prompt ${attempt}`, `${model}\n${await read(prompt)}`] as const,
    ),
  );
  const answers: Lines = await Promise.all(
    of(events, 'answered').map(
      async ({ attempt, raw, problem }) =>
        [`answer ${attempt}`, [raw ? await read(raw) : '', problem ?? ''].filter(Boolean).join('\n')] as const,
    ),
  );
  const lines: Lines = [
    ['saw', sawInWords(events)],
    ['counted', countedInWords(of(events, 'answered'))],
    ...prompts,
    ...answers,
    ...said(events),
    ...asking(events),
    ...acts(events),
    ...calls.map(({ call, tool, status, target }) => [`call ${call}`, `${tool} ${target}: ${status}`] as const),
    ['problem', summary.problem],
  ];
  return laidOut(summary, lines, paint, harmless);
}

function laidOut(summary: AgentStepSummary, lines: Lines, paint: Paint, shown: (text: string) => string): string {
  const { step, agent, subTask, elapsedMs, ended, state, attempts } = summary;
  const about = [
    ...(subTask === undefined ? [] : [`sub-task ${subTask}`]),
    ...(state === null ? [] : [state]),
    ended ? lengthInWords(elapsedMs) : 'not ended',
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
    ...(summary.edited ? ['edited by a person'] : []),
  ].join(', ');
  const head = `${paint('bold', `Step ${step}  ${oneLine(agent.name)}`)}  ${paint('dim', about)}`;
  const told = lines.filter(([, text]) => text.trim() !== '');
  const width = Math.max(0, ...told.map(([label]) => label.length));
  const indent = ' '.repeat(width + 4);
  return [
    head,
    ...told.map(([label, text]) => {
      const style = label === 'problem' ? 'red' : 'dim';
      return `  ${paint(style, label.padEnd(width))}  ${shown(text).trim().replaceAll('\n', `\n${indent}`)}`;
    }),
  ].join('\n');
}

function sawInWords(events: readonly AgentEvent[]): string {
  const saw = of(events, 'saw').at(-1);
  if (!saw) return '';
  const { pictures, controls, textTokens } = saw;
  const tokens = pictures.reduce((sum, picture) => sum + picture.tokens, textTokens);
  return [
    ...(controls === undefined ? [] : [controlsInWords(saw)]),
    ...(pictures.length > 0 ? [pictures.map(({ label }) => label.replace(/:$/, '')).join(', ')] : []),
    `about ${tokens} tokens`,
  ].join(', ');
}

/** The last answer that could be read. */
function said(events: readonly AgentEvent[]): Lines {
  const answer = of(events, 'answered')
    .flatMap((event) => event.answer ?? [])
    .at(-1);
  if (!answer) return [];
  const { observation, thought, plan, comment, subTask, message, result } = answer;
  return [
    ['observation', observation],
    ['thought', thought],
    ['plan', plan.join('\n')],
    ['sub-task', subTask],
    ['message', message.join('\n')],
    ['comment', comment],
    ['result', result],
  ];
}

function asking(events: readonly AgentEvent[]): Lines {
  return of(events, 'question').map(({ kind, text }) => [kind, text]);
}

function acts(events: readonly AgentEvent[]): Lines {
  return of(events, 'acted').flatMap(({ action, status, text }) => [
    ['action', actionsInWords([action])] as const,
    [status, text] as const,
  ]);
}

function of<T extends AgentEvent['event']>(events: readonly AgentEvent[], name: T): readonly AgentEventOf<T>[] {
  return events.filter((event): event is AgentEventOf<T> => event.event === name);
}
