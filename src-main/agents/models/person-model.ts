import { AppError } from '#contract/errors';
import type { Model } from './model.ts';
import { pictureLimits } from './pictures.ts';

/** Asks the person at the terminal or in our window; null where nobody answers. @throws AppError `cancelled` */
export type AskPerson = (question: string, signal: AbortSignal) => Promise<string | null>;

/** `FINISH 42` and the like: what a person writes who does not write JSON. */
const short = /^\s*(CONTINUE|FINISH|FAIL|ERROR|PENDING)\b:?\s*(.*)$/is;

/**
 * A person in the place of a model: sees what the model would be told, and types its answer, as JSON or as a state with the
 * result after it.
 */
export function personModel(ask: AskPerson): Model {
  return {
    name: 'person',
    pictures: pictureLimits.usual,
    async ask({ system, parts, schema }, signal) {
      const texts = parts.map((part) => (part.type === 'text' ? part.text : `[${part.label} see the window]`));
      const known = Object.keys(schema['properties'] ?? {}).join(', ');
      const how = `You are the model. Answer in one line: JSON with ${known}; or “FINISH result”, “FAIL reason”.`;
      const said = await ask([system, ...texts, how].join('\n\n'), signal);
      if (said === null || said.trim() === '') {
        throw new AppError('model_error', 'Nobody answers in the place of the model.', {
          hint: 'Run it at a terminal or in the app, or name another model.',
        });
      }
      return { text: formOf(said), usage: { inputTokens: 0, outputTokens: 0, cost: 0 } };
    },
  };
}

function formOf(said: string): string {
  const [, status, result = ''] = short.exec(said) ?? [];
  if (status === undefined) return said;
  return JSON.stringify({ status: status.toUpperCase(), result: result.trim(), questions: [result.trim()] });
}
