import {
  acceptedContent,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type ContentBlock,
  type GetPromptResult,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { objectOf, pixel } from './fixture.ts';

type Answer = GetPromptResult | InputRequiredResult;

interface FixturePrompt {
  readonly arguments?: readonly string[];
  readonly get: (args: Readonly<Record<string, string>>, context: ServerContext) => Answer;
}

const table: Readonly<Record<string, FixturePrompt>> = {
  test_simple_prompt: { get: () => userMessage(text('This is a simple prompt for testing.')) },
  test_prompt_with_arguments: {
    arguments: ['arg1', 'arg2'],
    get: ({ arg1, arg2 }) => userMessage(text(`Prompt with arguments: arg1='${arg1 ?? ''}', arg2='${arg2 ?? ''}'`)),
  },
  test_prompt_with_embedded_resource: {
    arguments: ['resourceUri'],
    get: ({ resourceUri = '' }) =>
      userMessage(
        {
          type: 'resource',
          resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content.' },
        },
        text('Please process the embedded resource above.'),
      ),
  },
  test_prompt_with_image: {
    get: () => userMessage({ type: 'image', ...pixel }, text('Please analyze the image above.')),
  },
  test_input_required_result_prompt: { get: (_, context) => withContext(context) },
};

export const prompts = Object.entries(table).map(([name, prompt]) => ({
  name,
  description: `The fixture ${name}`,
  arguments: (prompt.arguments ?? []).map((argument) => ({ name: argument, description: argument, required: true })),
}));

/** @throws ProtocolError for an unknown name */
export function getPrompt(name: string, args: Readonly<Record<string, string>>, context: ServerContext): Answer {
  const prompt = table[name];
  if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${name}.`);
  return prompt.get(args, context);
}

function withContext({ mcpReq }: ServerContext): Answer {
  const context = acceptedContent<{ context: string }>(mcpReq.inputResponses, 'user_context')?.context;
  if (typeof context === 'string') return userMessage(text(`Use the following context: ${context}`));
  const message = 'What context should the prompt use?';
  const requestedSchema = objectOf({ context: { type: 'string' as const } });
  return inputRequired({ inputRequests: { user_context: inputRequired.elicit({ message, requestedSchema }) } });
}

function text(words: string): ContentBlock {
  return { type: 'text', text: words };
}

function userMessage(...blocks: ContentBlock[]): GetPromptResult {
  return { messages: blocks.map((content) => ({ role: 'user', content })) };
}
