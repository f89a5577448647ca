import { z } from 'zod';
import { defineTool } from '../../define-tool.ts';
import type { CallNote } from '../../recent-calls.ts';
import { harmlessJson, quoted } from '#contract/foreign-text';

/** What a client did before: its own calls, and nobody else's. */
export const listCalls = defineTool({
  name: 'list_calls',
  namespace: 'Calls',
  type: 'data_collection',
  effect: 'observe',
  shows: 'names',
  title: 'List my calls',
  description:
    'List the tool calls you made before, newest last: tool, arguments, who decided, time, error, and the beginning of the result. To see what went wrong, or what was done already.',
  input: z.object({
    limit: z.number().int().positive().max(1_000).default(20).describe('How many of the last ones.'),
    failed_only: z.boolean().default(false).describe('Only those that failed.'),
  }),
  output: z.array(z.looseObject({ call: z.number(), at: z.string(), tool: z.string(), error: z.string().nullable() })),
  run(context, { limit, failed_only: failedOnly }) {
    const all = context.ownCalls().filter(({ error }) => !failedOnly || error !== null);
    const shown = all.slice(-limit);
    const note = shown.length < all.length ? `These are the last ${shown.length} of ${all.length} calls.` : undefined;
    const text = shown.map(lineOf).join('\n') || 'There is no call yet.';
    return Promise.resolve({ text, data: shown, ...(note && { note }) });
  },
});

function lineOf({ call, at, tool, parameters, error, elapsed_ms, text }: CallNote): string {
  const ended = error === null ? 'ok' : error;
  const [first = ''] = text.split('\n', 1);
  return `#${call} ${at} ${tool} ${harmlessJson(parameters)}: ${ended} in ${elapsed_ms} ms: ${quoted(first)}`;
}
