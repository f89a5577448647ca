import { AppError } from '#contract/errors';
import { quoted, harmless } from '#contract/foreign-text';
import type { Prompt } from '../prompts/define-prompt.ts';
import { openWindowsPrompt } from '../prompts/open-windows.ts';
import { workInWindow } from '../prompts/work-in-window.ts';
import { toProtocolError } from './protocol-error.ts';
import type { AskFor, ProtocolServer } from './server-parts.ts';

const prompts: readonly Prompt[] = [openWindowsPrompt, workInWindow];

/** Lists the prompts and makes their texts. */
export function offerPrompts(server: ProtocolServer, askFor: AskFor): void {
  server.setRequestHandler('prompts/list', () => ({ prompts: prompts.map(describe) }));
  server.setRequestHandler('prompts/get', async ({ params }, context) => {
    try {
      const prompt = findPrompt(params.name);
      const given = params.arguments ?? {};
      checkArguments(prompt, given);
      const text = harmless(await prompt.text(askFor(context), given));
      return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
    } catch (error) {
      return toProtocolError(error);
    }
  });
}

function describe({ name, title, description, arguments: wanted }: Prompt) {
  const args = wanted.map((argument) => {
    const { name: argumentName, description: about, required } = argument;
    return { name: argumentName, description: about, required };
  });
  return { name, title, description, arguments: args };
}

/** @throws AppError `not_found` */
export function findPrompt(name: string): Prompt {
  const prompt = prompts.find((one) => one.name === name);
  if (prompt) return prompt;
  throw new AppError('not_found', `There is no prompt ${quoted(name)}.`, {
    hint: `There are ${prompts.map((one) => one.name).join(', ')}.`,
  });
}

function checkArguments(prompt: Prompt, given: Readonly<Record<string, string>>): void {
  const missing = prompt.arguments.find(({ name, required }) => required && !given[name]);
  if (missing)
    throw new AppError('invalid_parameter', `The argument ${quoted(missing.name)} of ${prompt.name} is missing.`);
  const unknown = Object.keys(given).find((name) => prompt.arguments.every((argument) => argument.name !== name));
  if (unknown !== undefined) {
    throw new AppError('invalid_parameter', `${prompt.name} has no argument ${quoted(unknown)}.`);
  }
}
