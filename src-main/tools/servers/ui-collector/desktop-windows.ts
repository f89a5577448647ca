import { z } from 'zod';
import type { WindowInfo } from '#contract/model/windows/window';
import { offsetField } from '../../answers/page.ts';
import { defineTool, type ToolContext, type ToolResult } from '../../define-tool.ts';
import { listPage } from '../../list-result.ts';
import { namespace } from './namespace.ts';
import { targetInfo, windowTarget } from './control-info.ts';

const input = z.object({
  remove_empty: z.boolean().default(true).describe('Leave out windows without a title.'),
  refresh_app_windows: z.boolean().default(true).describe('Look again instead of answering the last list.'),
  offset: offsetField('windows'),
});

export const getDesktopAppInfo = defineTool({
  name: 'get_desktop_app_info',
  namespace,
  type: 'data_collection',
  effect: 'observe',
  reach: { shows: 'names' },
  title: 'List windows',
  description:
    'List the application windows open on the desktop, with the id that select_application_window takes. Ids hold until the next listing.',
  input,
  output: z.array(z.looseObject({ id: z.string(), name: z.string(), type: z.string(), kind: z.literal('window') })),
  run: async (context, options) => listWindows(context, options, (id, window) => describeWindow(id, window)),
});

export const getDesktopAppTargetInfo = defineTool({
  name: 'get_desktop_app_target_info',
  namespace,
  type: 'data_collection',
  effect: 'observe',
  reach: { shows: 'names' },
  title: 'List windows as targets',
  description: 'List the application windows open on the desktop as targets: kind, name, id, type.',
  input,
  output: z.array(targetInfo),
  run: async (context, options) => listWindows(context, options, (id, window) => windowTarget(id, window)),
});

async function listWindows(
  context: ToolContext,
  options: z.output<typeof input>,
  shape: (id: string, window: WindowInfo) => unknown,
): Promise<ToolResult> {
  const { engine, session, signal } = context;
  if (options.refresh_app_windows || session.windows.size === 0) {
    const { items } = await engine.listWindows({}, { signal });
    const shown = options.remove_empty ? items.filter((window) => window.title.trim() !== '') : items;
    session.windows = new Map(shown.map((window, index) => [String(index + 1), window]));
  }
  return listPage([...session.windows], ([id, window]) => shape(id, window), {
    what: 'windows',
    offset: options.offset,
    room: context.room,
  });
}

function describeWindow(id: string, window: WindowInfo) {
  return { id, name: window.title, type: 'Window', kind: 'window' };
}
