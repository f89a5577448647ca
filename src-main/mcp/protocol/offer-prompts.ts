import { AppError } from '#contract/errors';
import { quoted, harmless } from '#contract/foreign-text';
import type { AskTool } from '../../tools/runner/ask-tool.ts';
import { type Prompt, openWindowsPrompt, workInWindow } from '../prompts/prompts.ts';
import { windowTitles } from '../open-windows.ts';
import { toProtocolError, type AskFor, type ProtocolServer } from './server-parts.ts';

const prompts: readonly Prompt[] = [openWindowsPrompt, workInWindow];

/** Lists the prompts and makes their texts. */
export function offerPrompts(server: ProtocolServer, askFor: AskFor): void {
  server.setRequestHandler('prompts/list', () => ({ prompts: prompts.map(toWirePrompt) }));
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

function toWirePrompt({ name, title, description, arguments: wanted }: Prompt) {
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

/** https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion: no more than this in an answer. */
const maxValues = 100;

type Chosen = Readonly<Record<string, string>>;

/** Completes window titles and element names while a person fills in a prompt or an address. */
export function offerCompletions(server: ProtocolServer, askFor: AskFor): void {
  server.setRequestHandler('completion/complete', async ({ params }, context) => {
    const { ref, argument } = params;
    const ask = askFor(context);
    const chosen = params.context?.arguments ?? {};
    const all = await (
      ref.type === 'ref/prompt' ? ofPrompt(ref.name, argument.name, ask, chosen) : windowTitles(ask)
    ).catch(toProtocolError);
    const fitting = rank(all, argument.value);
    return {
      completion: {
        values: fitting.slice(0, maxValues),
        total: fitting.length,
        hasMore: fitting.length > maxValues,
      },
    };
  });
}

async function ofPrompt(name: string, argument: string, ask: AskTool, chosen: Chosen): Promise<readonly string[]> {
  const values = findPrompt(name).arguments.find((one) => one.name === argument)?.values;
  return values ? values(ask, chosen) : [];
}

/** The values that contain the typed text, ignoring case; those that begin with it first. */
function rank(values: readonly string[], typed: string): string[] {
  const wanted = typed.toLowerCase();
  const fitting = [...new Set(values)].filter((value) => value.toLowerCase().includes(wanted));
  return fitting.sort((a, b) => place(a, wanted) - place(b, wanted));
}

function place(value: string, wanted: string): number {
  return value.toLowerCase().startsWith(wanted) ? 0 : 1;
}
