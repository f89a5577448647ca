import type { Person, PersonQuestion } from '../../agents/control.ts';
import type { AskingBroker } from '../../permissions/broker.ts';

/** Asks the person at the permission window, if no agent can answer for them. */
export function personInWindow(broker: Pick<AskingBroker, 'askForAgent'>): Person {
  const ask = (
    kind: 'question' | 'confirmation',
    { agent, text }: PersonQuestion,
    action: string,
    until: AbortSignal,
  ) => broker.askForAgent({ kind, agent: agent.name, text, action }, until);
  return {
    answer: (question, signal) => ask('question', question, '', signal),
    async confirm(question, signal) {
      const confirmation = await ask('confirmation', question, question.action, signal);
      return confirmation === null ? null : confirmation === 'yes';
    },
  };
}
