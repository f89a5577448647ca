import { z } from 'zod';
import { AppError } from '#contract/errors';
import type { CallersDesktops, DesktopView } from '../../desktop-host.ts';
import { defineTool } from '../../define-tool.ts';

const namespace = 'Desktops';
/** In milliseconds: a desktop is slow to start on a busy machine, and so are a profile's apps. */
const openMs = 90_000;

/** Not for the selected window, since permissions for it do not concern desktops. */
const ownDesktops = { id: null, title: 'desktops of its own', app: '' };

const view = z.looseObject({
  id: z.string(),
  width: z.number(),
  height: z.number(),
  holds: z.string(),
  results: z.string(),
  endsAt: z.string(),
});

export const openDesktop = defineTool({
  namespace,
  name: 'open_desktop',
  type: 'action',
  effect: 'act',
  destructive: false,
  reach: { actsIn: () => ownDesktops },
  title: 'Open a desktop',
  description:
    "Open a desktop of your own, empty and apart from the user's, to start and use apps there without asking. Pass its id to other tools as desktop_id.",
  input: z.object({}),
  sentence: () => 'Open a desktop of its own, apart from yours, and start and use apps there without asking',
  deadlineMs: openMs,
  async run({ desktops, signal }) {
    const desktop = await required(desktops).open(signal);
    return { text: lineOf(desktop), data: desktop };
  },
});

export const listDesktops = defineTool({
  namespace,
  name: 'list_desktops',
  type: 'data_collection',
  effect: 'observe',
  reach: { shows: 'names' },
  title: 'List my desktops',
  description: 'List the desktops that you opened.',
  input: z.object({}),
  output: z.array(view),
  run({ desktops }) {
    const all = desktops?.list() ?? [];
    const text = all.map(lineOf).join('\n') || 'You have no desktop open: open_desktop opens one.';
    return Promise.resolve({ text, data: all });
  },
});

export const closeDesktop = defineTool({
  namespace,
  name: 'close_desktop',
  type: 'action',
  effect: 'act',
  idempotent: true,
  reach: { actsIn: () => ownDesktops },
  title: 'Close a desktop',
  description: 'End a desktop that you opened, with its apps; what they saved for the user stays.',
  input: z.object({ desktop_id: z.string().min(1).describe('From open_desktop.') }),
  async run({ desktops }, { desktop_id: id }) {
    await required(desktops).close(id);
    return { text: `Desktop ${id} has ended.`, data: { closed: id } };
  },
});

/** Desktops of the caller's own. */
export const desktops = [openDesktop, listDesktops, closeDesktop];

function required(desktops: CallersDesktops | null): CallersDesktops {
  if (desktops) return desktops;
  throw new AppError('unsupported_platform', 'Desktops cannot be opened here.', {
    hint: 'Use the app, or `deskscope mcp`, on Linux.',
    delivery: 'not_delivered',
  });
}

function lineOf({ id, width, height, holds, results, endsAt }: DesktopView): string {
  return `Desktop ${id}: ${width} × ${height}. ${holds} Save what the user should get in ${results}. It ends at ${endsAt}, or when you go.`;
}
