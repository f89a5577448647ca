import { harmless, oneLine } from '#contract/foreign-text';
import type { AgentEvent, AgentEventOf } from '#contract/model/agents/agent';
import {
  actionsInWords,
  controlsInWords,
  countedInWords,
  type AgentStepSummary,
  type ReportedEvent,
} from '#contract/model/agents/agent-step';
import type { CallSummary, RunEnding, RunOrigin } from '#contract/model/runs/trace';
import type { Paint, Style } from '../output/output.ts';

/** Longer texts are truncated in the list of steps, in characters; a single step is shown whole. */
const longest = 300;

type Lines = readonly (readonly [label: string, text: string])[];

/** A step in a run: its agent's look, thoughts and acts, with their results. */
export function stepInShort(summary: AgentStepSummary, reported: readonly ReportedEvent[], paint: Paint): string {
  const events = reported.map(({ event }) => event);
  const lines: Lines = [
    ['saw', sawInWords(events)],
    ...replyLines(events).filter(([label]) => label !== 'plan' && label !== 'comment'),
    ...acts(events),
    ['problem', summary.problem],
  ];
  return laidOut(summary, lines, paint, (text) => {
    const line = oneLine(text).trim();
    return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
  });
}

/** Everything about one step. @param read returns the text of a blob */
export async function stepInFull(
  step: {
    readonly summary: AgentStepSummary;
    readonly events: readonly ReportedEvent[];
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
    ...replyLines(events),
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
  const reported = lines.filter(([, text]) => text.trim() !== '');
  const width = Math.max(0, ...reported.map(([label]) => label.length));
  const indent = ' '.repeat(width + 4);
  return [
    head,
    ...reported.map(([label, text]) => {
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
function replyLines(events: readonly AgentEvent[]): Lines {
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

const styles: Readonly<Record<RunEnding['status'], Style>> = {
  done: 'green',
  passed: 'green',
  unproven: 'yellow',
  stopped: 'yellow',
  limit: 'yellow',
  failed: 'red',
  error: 'red',
  ended: 'dim',
};

/** A run's outcome in one word. A live run cannot be distinguished from a crashed one. */
export function outcomeInWords(outcome: RunEnding | null | undefined): string {
  return outcome?.status ?? 'not closed';
}

export function outcomeStyle(outcome: RunEnding | undefined): Style {
  return outcome ? styles[outcome.status] : 'yellow';
}

/** The source of an imported run, the format's gaps, and omitted data. */
export function originInWords(origin: RunOrigin | undefined): readonly string[] {
  if (!origin) return [];
  const { format, name, lacks, notes } = origin;
  const lines = [`Imported from ${name} (${format}).`, `Missing: ${lacks.join('; ')}.`, ...notes];
  return lines.map(oneLine);
}

/** A length of time for a person: `0.4 s`, `12 s`, `3 min 05 s`, `2 h 10 min`. */
export function lengthInWords(ms: number): string {
  if (ms < 9_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${twoDigits(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${twoDigits(minutes % 60)} min`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
