import { z } from 'zod';
import type { Tool } from '../define-tool.ts';
import { listWindows } from '../servers/window-management/looking.ts';
import { brief, places } from './brief.ts';

/** With what most agents begin. They run before the other tools are loaded, and must not load them. */
export const firstTools: readonly Tool[] = [
  brief(listWindows, {
    description: 'List open desktop windows, topmost first.',
    wishes: 'which app program is open in front',
    shown: {
      app: z.string().optional(),
      task: z.string().optional().describe('Words of it: likeliest windows first, with reasons.'),
      places: places.optional(),
    },
  }),
];
