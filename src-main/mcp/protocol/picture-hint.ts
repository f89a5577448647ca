import type { CallToolResult } from '@modelcontextprotocol/server';

/**
 * Clients that were seen to give their model the text of a result alone, by what they call themselves: nanocoder 1.30.0, and Copilot
 * CLI 1.0.102 with a provider of the user's own (with GitHub's it was not tried).
 */
const withoutPictures = /^nanocoder|copilot/i;

const hint = 'If no picture reached you, your client passes none on: snapshot and get_text have the window in words.';

/** The result, with the way to go on without its picture for a client that may keep it from its model. */
export function withPictureHint(result: CallToolResult, client: string): CallToolResult {
  if (!withoutPictures.test(client) || !result.content.some(({ type }) => type === 'image')) return result;
  // Some pass on the first text alone.
  const [first, ...others] = result.content;
  if (first?.type !== 'text') return { ...result, content: [{ type: 'text', text: hint }, ...result.content] };
  return { ...result, content: [{ ...first, text: `${first.text}\n${hint}` }, ...others] };
}
