import type { AgentRef } from '#contract/model/agents/agent';
import type { AgentJournal } from '../memory/journal.ts';

interface Asked {
  readonly id: string;
  readonly step: number;
  readonly agent: AgentRef;
  readonly kind: 'question' | 'confirmation';
  readonly text: string;
}

/** Asks, and writes down what was asked and answered. Null where nobody answers. @throws AppError as `ask` */
export async function askPerson(
  journal: AgentJournal,
  asked: Asked,
  ask: () => Promise<string | null>,
): Promise<string | null> {
  const { id } = asked;
  journal.tell({ event: 'question', ...asked });
  try {
    const answer = await ask();
    journal.tell({ event: 'reply', id, answer: answer ?? '', by: answer === null ? 'nobody' : 'person' });
    return answer;
  } catch (error) {
    journal.tell({ event: 'reply', id, answer: '', by: 'cancelled' });
    throw error;
  }
}
