import path from 'node:path';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { PolicyMode } from '#contract/model/permissions/permission';
import { denials } from '../permissions/policy.ts';
import type { KeptHashes } from '../base/files/kept-hashes.ts';
import type { MayStart } from '../computer/config/starts.ts';
import type { AskingBroker, Broker, Question } from '../permissions/broker.ts';
import type { ReplayOptions } from '../replay/replay.ts';
import type { DemonstrationsOptions } from './demonstrations.ts';
import type { ConfirmKeep } from './skills-service.ts';

/**
 * Asks the user at the permission window for everything that a recording may start, by name and before its first step.
 * Throws `permission_denied` if they say no or nobody answers.
 */
export function askStart(broker: Broker): NonNullable<ReplayOptions['mayStart']> {
  return async ({ recording, isOwn, starts }, signal) => {
    const caller = { kind: 'replay', name: recording.name } as const;
    await askYes(broker, signal, {
      caller,
      tool: 'replay',
      title: isOwn ? 'Replay a recording' : 'Replay a recording that comes from elsewhere',
      sentence: starts.map(({ sentence }) => sentence).join('; '),
      parameters: { steps: starts.map(({ sentence }) => sentence) },
      reason: isOwn ? 'a recording that starts a program' : 'a recording from elsewhere',
    });
  };
}

/**
 * Asks the user what a Computers configuration starts and connects to, once for each text. Throws as {@link askStart}
 * does.
 */
export function askServers(broker: Broker, allowed: KeptHashes): MayStart {
  return async ({ file, starts, hash }, signal) => {
    if (await allowed.has(hash)) return;
    await askYes(broker, signal, {
      caller: { kind: 'cli', name: path.basename(file) },
      tool: 'computers',
      title: 'Use a configuration of Computers',
      sentence: starts.join('; '),
      parameters: { file, starts },
      reason: 'a configuration that starts programs or reaches other machines',
    });
    await allowed.add(hash);
  };
}

/**
 * Asks the user whether an agent may have them recorded, if the policy allowed the call without asking. Throws as
 * {@link askStart} does.
 */
export function askToRecord(broker: Broker, mode: () => PolicyMode): DemonstrationsOptions['consent'] {
  return async ({ caller, goal, window }, signal) => {
    if (mode() !== 'all') return;
    await askYes(broker, signal, {
      caller,
      tool: 'event_stream_start',
      title: 'Record what you do',
      sentence: `Record what you do${window === null ? '' : ' in one window'}, for up to 30 minutes, and hand over the steps${goal ? ` of ${quoted(goal)}` : ''}`,
      parameters: { goal },
      reason: 'a recording for an agent',
    });
  };
}

/** Asks the user whether to keep a skill as a run changed it. */
export function confirmKeep(broker: Pick<AskingBroker, 'askForAgent'>): ConfirmKeep {
  return async (asked, signal) => {
    const confirmation = await broker.askForAgent({ kind: 'confirmation', ...asked }, signal);
    return confirmation === null ? null : confirmation === 'yes';
  };
}

type Asked = Pick<Question, 'caller' | 'tool' | 'title' | 'sentence' | 'parameters' | 'reason'>;

async function askYes(broker: Broker, signal: AbortSignal, asked: Asked): Promise<void> {
  const answer = await broker.ask(
    {
      ...asked,
      effect: 'program',
      target: 'programs',
      windowTitle: '',
      windowId: null,
      apps: [],
      offers: ['deny', 'deny-session', 'once'],
    },
    signal,
  );
  if (answer === 'once') return;
  const { message, hint } = answer === 'deny' ? broker.denial(asked.reason, asked.caller) : denials.session;
  throw new AppError('permission_denied', message, { hint, delivery: 'not_delivered' });
}
