import { performance } from 'node:perf_hooks';
import { AppError, toWire, type ErrorCode } from '#contract/errors';
import type { AgentAnswer, ModelUsage, SubTask, TaskOutcome } from '#contract/model/agents/agent';
import { quoted } from '#contract/foreign-text';
import { linkSignals } from '../../base/async/deadline.ts';
import { Blackboard, Spending } from './session-memory.ts';
import { HostAgent } from '../host-agent.ts';
import { SubTasks } from '../sub-tasks.ts';
import { takeStep, throwIfAborted } from '../steps/act.ts';
import type { AppWindow } from '../selected-window.ts';
import type { SessionParts, TaskOptions } from './session-parts.ts';

export interface TaskResult {
  readonly outcome: TaskOutcome;
  /** The result of the task, or why it ended. */
  readonly text: string;
  readonly rounds: number;
  readonly steps: number;
  readonly usage: ModelUsage;
  readonly subTasks: readonly SubTask[];
}

interface RoundEnd {
  readonly outcome: TaskOutcome;
  readonly text: string;
}

/**
 * Runs a task: a session of one HostAgent with its AppAgents, a round for each request. Never throws: any error is its
 * outcome, and is in the journal.
 */
export async function runTask(options: TaskOptions): Promise<TaskResult> {
  const { limits, journal, computers } = options;
  const time = new AbortController();
  const link = linkSignals([options.signal, time.signal]);
  const timer =
    limits.seconds === undefined
      ? undefined
      : setTimeout(
          () => time.abort(new AppError('limit_reached', `The run reached its limit of ${limits.seconds} s.`)),
          limits.seconds * 1_000,
        );
  let round = 0;
  let request = options.request;
  const parts: SessionParts = {
    ...options,
    signal: link.signal,
    person: options.past?.person(options.person) ?? options.person,
    blackboard: new Blackboard((entry) => journal.report({ event: 'noted', entry })),
    subTasks: new SubTasks((subTasks) => journal.report({ event: 'plan', subTasks: [...subTasks] })),
    spending: new Spending(limits, () => performance.now()),
    round: () => round,
    currentRequest: () => request,
  };
  const leave = options.control.begin({ report: (event) => journal.report(event), did: (act) => takeStep(parts, act) });
  try {
    const end = await computers.manager.during(async () => {
      const host = new HostAgent(parts);
      for (;;) {
        round += 1;
        const ended = await doRound(parts, host);
        const next = await nextRequest(parts, ended, round);
        if (next === null) return ended;
        request = next;
      }
    });
    const { steps, usage } = parts.spending;
    return { ...end, rounds: round, steps, usage, subTasks: parts.subTasks.all };
  } finally {
    leave();
    clearTimeout(timer);
    link.dispose();
  }
}

async function doRound(parts: SessionParts, host: HostAgent): Promise<RoundEnd> {
  const { journal, models, limits, spending, blackboard } = parts;
  const round = parts.round();
  const request = parts.currentRequest();
  const names = { HostAgent: models.HostAgent.name, AppAgent: models.AppAgent.name };
  journal.report({ event: 'round', round, request, models: names, limits });
  blackboard.note({ list: 'requests', round, request });
  const end = await endOf(parts, host);
  journal.report({ event: 'outcome', round, ...end, usage: spending.usage, steps: spending.steps });
  return end;
}

async function endOf(parts: SessionParts, host: HostAgent): Promise<RoundEnd> {
  try {
    const { failed, answer, why, windows } = await host.round();
    const then = parts.past?.ended(parts.round());
    if (then) return then;
    if (failed || !answer) return { outcome: 'failed', text: (answer && resultOf(answer)) || why };
    const missing = await missingProof(parts, answer, windows);
    return missing === ''
      ? { outcome: 'done', text: resultOf(answer) }
      : { outcome: 'unproven', text: [resultOf(answer), missing].filter(Boolean).join(' ') };
  } catch (error) {
    const { code, message } = toWire(reasonOf(error, parts.signal));
    return { outcome: outcomes[code] ?? 'error', text: message };
  }
}

/** In the form of UFO's documents, the comment is the text for the user. */
function resultOf({ result, comment }: AgentAnswer): string {
  return result || comment;
}

const outcomes: Partial<Record<ErrorCode, TaskOutcome>> = {
  limit_reached: 'limit',
  cancelled: 'stopped',
  state_differs: 'failed',
};

/** The signal holds the reason for an abort; the error only that there was one. */
function reasonOf(error: unknown, signal: AbortSignal): unknown {
  return signal.aborted && signal.reason instanceof AppError ? signal.reason : error;
}

async function nextRequest(parts: SessionParts, { outcome, text }: RoundEnd, round: number): Promise<string | null> {
  const then = parts.past?.request(round + 1);
  if (typeof then === 'string') return then;
  const ended = outcome === 'stopped' || outcome === 'limit' || outcome === 'error';
  if (ended || round >= (parts.limits.rounds ?? 1)) return null;
  const asked = (await (parts.nextRequest ?? askPerson(parts))(text))?.trim();
  return asked ? asked : null;
}

/** Neither an answer nor a stop changes the result of the round before. */
function askPerson({ person, signal }: SessionParts): (text: string) => Promise<string | null> {
  const agent = { kind: 'HostAgent', name: 'HostAgent' } as const;
  return async (result) => {
    const text = `${result || 'This round is over.'}\n\nWhat is to be done next? No answer ends the task.`;
    return person.answer({ agent, text }, signal).catch(() => null);
  };
}

/** How long an app may take to show the effect of an act, in milliseconds, and the polling interval. */
const settleMs = 2_000;

const againMs = 200;

/**
 * Whether fresh data confirms an agent's claims about its work. Empty if all are confirmed; else what is missing, in a
 * sentence. Answers in the form of UFO's documents have no field for evidence: there it is the text that their comment
 * quotes, in a window in which its agents worked.
 * @param windows those windows
 */
async function missingProof(parts: SessionParts, answer: AgentAnswer, windows: readonly AppWindow[]): Promise<string> {
  const [open] = parts.subTasks.open;
  if (open) return `The sub-task ${quoted(open.text)} was not done.`;
  const { evidence } = answer;
  const claims =
    evidence.length > 0
      ? evidence.map(({ window, text }) => ({ names: [window], where: quoted(window), text }))
      : quotedIn(answer, windows).map((text) => ({ ...namesOf(windows), text }));
  if (claims.length === 0) return 'The agent names nothing that shows it.';
  for (const { names, where, text } of claims) {
    if (!(await isShown(parts, names, text))) return `${quoted(text)} is not to be seen in ${where}.`;
  }
  return '';
}

/** A window is found again by its handle: its title may have changed. */
function namesOf(windows: readonly AppWindow[]) {
  const titles = windows.map(({ title }) => quoted(title));
  return { names: windows.map(({ handle }) => String(handle)), where: titles.join(' or ') };
}

/** Texts in quotation marks that are no titles of windows; none if no window was worked in. */
function quotedIn({ comment, result, message }: AgentAnswer, windows: readonly AppWindow[]): readonly string[] {
  if (windows.length === 0) return [];
  const answerText = [comment, result, ...message].join('\n');
  const texts = [...answerText.matchAll(/[“"«„]([^“”"«»„]{1,200})[”"»“]/gu)].map(([, text = '']) => text.trim());
  return texts.filter((text) => text !== '' && !windows.some(({ title }) => title.includes(text)));
}

async function isShown(
  { textOfWindow, signal }: SessionParts,
  names: readonly string[],
  text: string,
): Promise<boolean> {
  for (let waited = 0; ; waited += againMs) {
    for (const window of names) {
      const shown = await textOfWindow(window, signal).catch(() => '');
      throwIfAborted(signal);
      if (plain(shown).includes(plain(text))) return true;
    }
    if (waited >= settleMs) return false;
    await new Promise((resolve) => setTimeout(resolve, againMs));
  }
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
