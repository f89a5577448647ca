import { z } from 'zod';
import { lines } from '../../answers/page.ts';
import { Room, type Row } from '../../answers/room.ts';
import { defineTool, type CallNote } from '../../define-tool.ts';
import { harmlessJson, quoted } from '#contract/foreign-text';

/** The earlier calls of a client, and of no other. */
export const listCalls = defineTool({
  name: 'list_calls',
  namespace: 'Calls',
  type: 'data_collection',
  effect: 'observe',
  reach: { shows: 'names' },
  title: 'List my calls',
  description:
    'List the tool calls you made before, newest last: tool, arguments, who decided, time, error, and the beginning of the result. To see what went wrong, or what was done already.',
  input: z.object({
    limit: z.number().int().positive().max(1_000).default(20).describe('How many of the last ones.'),
    offset: z.number().int().nonnegative().default(0).describe('How many of the newest to skip: those before.'),
    failed_only: z.boolean().default(false).describe('Only those that failed.'),
  }),
  output: z.array(z.looseObject({ call: z.number(), at: z.string(), tool: z.string(), error: z.string().nullable() })),
  run(context, { limit, offset, failed_only: failedOnly }) {
    const all = context.ownCalls().filter(({ error }) => !failedOnly || error !== null);
    const room = new Room(context.room);
    const shown: Row[] = [];
    for (const call of [...all].reverse().slice(offset, offset + limit)) {
      const data = room.short(call);
      const row = { data, text: lineOf(data) };
      if (!room.takes(row)) break;
      shown.unshift(row);
    }
    const text = shown.map((row) => row.text).join('\n') || 'There is no call yet.';
    const note = lines(partNote(offset, shown.length, all.length), room.hasCut && 'Long arguments are cut (…).');
    return Promise.resolve({ text, data: shown.map(({ data }) => data), ...(note && { note }) });
  },
});

/** Pages go back in time. */
function partNote(offset: number, shown: number, total: number): string | undefined {
  const [last, left] = [total - offset, total - offset - shown];
  if (shown === total) return undefined;
  if (shown === 0) return `There are ${total} calls, none of them before the newest ${offset}.`;
  const which = offset === 0 ? `the last ${shown}` : `${left + 1} to ${last}`;
  return `These are ${which} of ${total} calls${left > 0 ? `: those before come with offset ${offset + shown}` : ''}.`;
}

function lineOf({ call, at, tool, parameters, error, elapsed_ms, text }: CallNote): string {
  const ended = error === null ? 'ok' : error;
  const [first = ''] = text.split('\n', 1);
  return `#${call} ${at} ${tool} ${harmlessJson(parameters)}: ${ended} in ${elapsed_ms} ms: ${quoted(first)}`;
}
