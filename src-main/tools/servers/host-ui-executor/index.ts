import { z } from 'zod';
import { AppError } from '#contract/errors';
import { quoted, word, harmlessJson } from '#contract/foreign-text';
import type { WindowInfo } from '#contract/model/windows/window';
import type { Engine } from '../../../engine/engine.ts';
import { defineTool, type ToolContext } from '../../define-tool.ts';
import { pythonList } from '../../answers/python-repr.ts';
import { undelivered } from '../../target/windows/target-window.ts';

const noId = 'Window id is required for select_application_window';

/** UFO's host server: selects the window of the other tools. Error texts are UFO's. */
export const selectApplicationWindow = defineTool({
  name: 'select_application_window',
  namespace: 'HostUIExecutor',
  type: 'action',
  effect: 'act',
  destructive: false,
  idempotent: true,
  handlesFrames: true,
  title: 'Select a window',
  description:
    'Select an application window by id and name, bring it to the front, and make it the window that the other tools work in. Call get_desktop_app_info first.',
  input: z.object({
    id: z.string({ error: noId }).describe('Id of the window from get_desktop_app_info.'),
    name: z.string().describe('Its exact name; refused when it is not the name of that window.'),
  }),
  sentence: ({ name }) => `Bring ${quoted(name)} to the front and work in it`,
  reach: ({ id }) => ({ actsIn: ({ session }) => session.windows.get(id) }),
  async run(context, { id, name }) {
    const listed = chosen(context, id);
    await checkName(context, listed, id, name);
    const window = await bringToFront(context, listed);
    if (context.settings.showOutline) await flashOutline(context.engine, window);
    const { session } = context;
    session.selected = window;
    session.controls = new Map();
    context.log(`Selected ${quoted(window.title)}: ${context.commands.join(', ')} work in it.`);
    const data = { root_name: window.app, window_info: toWindowInfo(id, window) };
    return { text: harmlessJson(data), data };
  },
});

export const hostUiExecutor = [selectApplicationWindow];

function chosen({ session }: ToolContext, id: string): WindowInfo {
  if (!id) throw refusal(noId);
  if (session.windows.size === 0) {
    throw refusal('No application windows available. Please call get_desktop_app_info first.');
  }
  const window = session.windows.get(id);
  if (window) return window;
  const known = pythonList([...session.windows.keys()]);
  throw refusal(`Control with id '${id}' not found. Available control ids: ${known}`);
}

/** Titles may change while a list is read: both the listed and the current one are accepted. */
async function checkName(context: ToolContext, listed: WindowInfo, id: string, name: string): Promise<void> {
  if (name === listed.title) return;
  const { items } = await context.engine.listWindows({}, { signal: context.signal });
  const title = items.find((window) => window.id === listed.id)?.title ?? listed.title;
  if (name === title) return;
  throw refusal(
    `The name of your chosen window id ${word(id)} is ${word(title)}, but the name argument is ${word(name)}. Nothing was selected.`,
  );
}

async function bringToFront(context: ToolContext, listed: WindowInfo): Promise<WindowInfo> {
  const { engine, settings, signal } = context;
  try {
    const window = listed.id;
    const focused = await engine.actOnWindow({ window, action: 'focus' }, { signal });
    const wanted = settings.maximizeWindow
      ? await engine.actOnWindow({ window, action: 'maximize' }, { signal })
      : focused;
    return wanted ?? listed;
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'cancelled') throw error;
    const { hint } = error;
    throw undelivered(
      new AppError(error.code, `Failed to set focus on window: ${error.message}`, { hint, cause: error }),
    );
  }
}

function refusal(message: string): AppError {
  return new AppError('invalid_parameter', message, {
    hint: 'Call get_desktop_app_info and give id and name of one of its windows.',
    delivery: 'not_delivered',
  });
}

/** How long the red outline of a selected window stays, in milliseconds. */
const shownMs = 2_000;

const hiding = new WeakMap<Engine, NodeJS.Timeout>();

/** Draws the outline around a window for a moment. Optional: its failure is ignored. */
async function flashOutline(engine: Engine, window: WindowInfo): Promise<void> {
  clearTimeout(hiding.get(engine));
  const shown = await engine
    .highlight({ boxes: [{ bounds: window.bounds, label: window.title, line: 'solid', window: window.id }] })
    .then(() => true)
    .catch(() => false);
  if (!shown) return;
  const hide = () => void engine.highlight({ boxes: [] }).catch(() => undefined);
  hiding.set(engine, setTimeout(hide, shownMs).unref());
}

/** UFO's `WindowInfo` in the order of its wire; null if unknown to the platform or UFO. */
function toWindowInfo(id: string, window: WindowInfo) {
  const { x, y, width, height } = window.bounds;
  return {
    annotation_id: id,
    name: window.title,
    title: window.title,
    handle: Number(window.id),
    class_name: window.className,
    /** Physical screen pixels. */
    rectangle: { x, y, width, height },
    control_type: 'Window',
    automation_id: null,
    is_enabled: null,
    is_visible: window.state !== 'minimized',
    source: null,
    text_content: window.title,
    process_id: window.processId,
    process_name: window.app,
    is_minimized: window.state === 'minimized',
    is_maximized: window.state === 'maximized',
    is_active: window.active,
  };
}
