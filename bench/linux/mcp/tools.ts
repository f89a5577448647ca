import { z } from 'zod';
import { defineTool, type Tool } from '../../../src-main/tools/define-tool.ts';
import { allTools } from '../../../src-main/tools/registry.ts';

/** About as many as an agent with all permissions is shown. */
const registered = 60;

/** Arguments and result have an ordinary size; the tool does no work, so that the whole call is overhead. */
const noted = defineTool({
  name: 'note',
  namespace: 'Bench',
  type: 'action',
  effect: 'act',
  title: 'Note',
  description: 'Notes something about a control of a window.',
  input: z.object({
    id: z.string().max(100),
    name: z.string().max(200),
    text: z.string().max(10_000),
    times: z.int().min(1).max(100).default(1),
    window: z.object({ title: z.string().optional(), app: z.string().optional() }).optional(),
  }),
  sentence: ({ name }) => `Note something about ${name}.`,
  run: (_, { id, name, times }) =>
    Promise.resolve({ text: `Noted ${name} (${id}) ${times} times.`, data: { id, name } }),
});

export const calls = {
  'nothing to do': {
    name: noted.name,
    // No window: a named one would be looked up on the desktop before the permission check.
    arguments: { id: 'e42', name: 'Save', text: 'A sentence about it.' },
  },
  'list of windows': { name: 'get_desktop_app_info', arguments: {} },
};

/** Real tools, repeated under further names if there are fewer, and the called one. */
export const tools: readonly Tool[] = [
  ...Array.from({ length: registered - 1 }, (_, i) => numbered(allTools[i % allTools.length] ?? noted, i)),
  noted,
];

function numbered(tool: Tool, number: number): Tool {
  return number < allTools.length ? tool : { ...tool, name: `${tool.name}_${number}` };
}
