import type { Person, PersonQuestion } from '../../agents/control.ts';
import type { AskingBroker } from '../../permissions/broker.ts';

/** The person at the permission window, where no agent can answer in their place. */
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
      const said = await ask('confirmation', question, question.action, signal);
      return said === null ? null : said === 'yes';
    },
  };
}
