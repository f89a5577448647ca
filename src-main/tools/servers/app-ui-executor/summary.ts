import { z } from 'zod';
import { defineTool } from '../../define-tool.ts';
import { namespace } from './namespace.ts';

export const summary = defineTool({
  name: 'summary',
  namespace,
  type: 'action',
  effect: 'observe',
  reach: { shows: 'names' },
  title: 'Note a summary',
  description: 'Note a summary of what was seen; the text comes back as it is and goes into the trace.',
  input: z.object({ text: z.string() }),
  run: (_, { text }) => Promise.resolve({ text }),
});
