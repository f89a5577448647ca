import type { ServerContext } from '@modelcontextprotocol/server';
import { objectOf, words, type FixtureAnswer, type FixtureTools } from './fixture.ts';

const text = { type: 'string' } as const;

/** Tools of the 2025 era: in the middle of a call they send the client a request. */
export const askingTools: FixtureTools = {
  test_sampling: {
    input: objectOf({ prompt: text }),
    async run({ prompt }, { mcpReq }) {
      const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: String(prompt) } }];
      const { content } = await mcpReq.send({ method: 'sampling/createMessage', params: { messages, maxTokens: 100 } });
      return words(`LLM response: ${JSON.stringify(content)}`);
    },
  },
  test_elicitation: {
    input: objectOf({ message: text }),
    run: ({ message }, context) => elicit(context, String(message), objectOf({ response: text })),
  },
  test_elicitation_sep1034_defaults: {
    run: (_, context) => elicit(context, 'Please review these defaults', formWithDefaults),
  },
  test_elicitation_sep1330_enums: { run: (_, context) => elicit(context, 'Please choose', formOfChoices) },
};

type Form = Parameters<ServerContext['mcpReq']['elicitInput']>[0] extends infer P
  ? P extends { requestedSchema: infer S }
    ? S
    : never
  : never;

const formWithDefaults: Form = objectOf(
  {
    name: { ...text, default: 'John Doe' },
    age: { type: 'integer' as const, default: 30 },
    score: { type: 'number' as const, default: 95.5 },
    status: { ...text, enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean' as const, default: true },
  },
  [],
);

const options = ['option1', 'option2', 'option3'];
const titled = ['value1', 'value2', 'value3'].map((value) => ({ const: value, title: `Title of ${value}` }));

/** One of each kind of choice that a form may contain. */
const formOfChoices: Form = objectOf(
  {
    untitledSingle: { ...text, enum: options },
    titledSingle: { ...text, oneOf: titled },
    legacyEnum: { ...text, enum: options, enumNames: ['Option One', 'Option Two', 'Option Three'] },
    untitledMulti: { type: 'array' as const, items: { ...text, enum: options } },
    titledMulti: { type: 'array' as const, items: { anyOf: titled } },
  },
  [],
);

async function elicit({ mcpReq }: ServerContext, message: string, requestedSchema: Form): Promise<FixtureAnswer> {
  const { action, content } = await mcpReq.send({ method: 'elicitation/create', params: { message, requestedSchema } });
  return words(`action=${action}, content=${JSON.stringify(content ?? {})}`);
}
