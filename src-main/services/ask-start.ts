import { AppError } from '#contract/errors';
import { denials } from '../permissions/policy.ts';
import type { Broker } from '../permissions/broker.ts';
import type { ReplayOptions } from '../replay/replay.ts';

/**
 * Asks the person at the permission window what a recording may start, all of it by name and before its first step.
 * Throws `permission_denied` where they say no, and where nobody answers.
 */
export function askStart(broker: Broker): NonNullable<ReplayOptions['mayStart']> {
  return async ({ recording, isOwn, starts }, signal) => {
    const caller = { kind: 'replay', name: recording.name } as const;
    const reason = isOwn ? 'a recording that starts a program' : 'a recording from elsewhere';
    const answer = await broker.ask(
      {
        caller,
        tool: 'replay',
        effect: 'program',
        title: isOwn ? 'Replay a recording' : 'Replay a recording that comes from elsewhere',
        sentence: starts.map(({ sentence }) => sentence).join('; '),
        target: 'programs',
        windowTitle: '',
        windowId: null,
        parameters: { steps: starts.map(({ sentence }) => sentence) },
        reason,
        apps: [],
        offers: ['deny', 'once'],
      },
      signal,
    );
    if (answer === 'once') return;
    const { message, hint } = answer === 'deny' ? broker.denial(reason, caller) : denials.session;
    throw new AppError('permission_denied', message, { hint, delivery: 'not_delivered' });
  };
}
