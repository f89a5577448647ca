import { z } from 'zod';
import { formatRect } from '#contract/model/geometry';
import type { CaptureTarget, Mark, Picture } from '#contract/model/picture';
import type { WindowInfo } from '#contract/model/windows/window';
import { defineTool, type ToolContext, type ToolResult } from '../../define-tool.ts';
import { windowArgument } from '../../target/target-input.ts';
import { defaultLimit, listControls } from './list-controls.ts';
import { namespace } from './namespace.ts';
import { windowToLookAt } from './selected-window.ts';
import { quoted } from '#contract/foreign-text';

/** Not in UFO: for models that get larger pictures scaled down, in which positions are then wrong. */
const maxWidth = z
  .number()
  .int()
  .positive()
  .optional()
  .describe('Makes the picture smaller until it is no wider, in pixels.');

export const captureWindowScreenshot = defineTool({
  name: 'capture_window_screenshot',
  namespace,
  type: 'data_collection',
  effect: 'observe',
  title: 'Capture the window',
  description: 'Take a screenshot of the selected application window as a PNG image.',
  input: z.object({
    window: windowArgument.optional(),
    annotate: z
      .boolean()
      .default(false)
      .describe(
        'Draw a box with its id around each control that get_app_window_controls_info lists; lists them again.',
      ),
    marks: z
      .array(z.string())
      .max(defaultLimit)
      .default([])
      .describe(
        'Ids of controls that were listed before: draws a box with its id around each, and lists nothing again.',
      ),
    max_width: maxWidth,
  }),
  async run(context, { window: query, annotate, marks: wanted, max_width }) {
    const window = await windowToLookAt(context, query);
    const marks = annotate ? await controlMarks(context, window) : marksOf(context, wanted);
    const what = `the window ${quoted(window.title)}`;
    return capture(context, { kind: 'window', window: window.id }, what, { max_width, marks });
  },
});

export const captureDesktopScreenshot = defineTool({
  name: 'capture_desktop_screenshot',
  namespace,
  type: 'data_collection',
  effect: 'observe',
  reach: { shows: 'desktop' },
  title: 'Capture the desktop',
  description: 'Take a screenshot of the whole desktop, or of the primary screen, as a PNG image.',
  input: z.object({
    all_screens: z.boolean().default(true).describe('False for the primary screen only.'),
    max_width: maxWidth,
  }),
  async run(context, { all_screens, max_width }) {
    if (all_screens) return capture(context, { kind: 'screen' }, 'the desktop', { max_width });
    const { monitors } = await context.engine.describe({}, { signal: context.signal });
    const primary = monitors.find((monitor) => monitor.primary)?.index ?? 0;
    return capture(context, { kind: 'monitor', monitor: primary }, 'the primary screen', { max_width });
  },
});

/** Texts and groups have ids as well, but boxes around them would hide their content. */
async function controlMarks(context: ToolContext, window: WindowInfo): Promise<readonly Mark[]> {
  const { all } = await listControls(context, window);
  return all
    .slice(0, defaultLimit)
    .flatMap(([id, { bounds, controlType }]) =>
      bounds && controlType !== 'Text' && controlType !== 'Group' ? [{ label: Number(id), bounds }] : [],
    );
}

/** Ids that are not numbers, such as a caller's own, cannot be drawn. */
function marksOf({ session }: ToolContext, ids: readonly string[]): readonly Mark[] {
  return ids.flatMap((id) => {
    const bounds = /^\d+$/.test(id) ? session.controls.get(id)?.bounds : null;
    return bounds ? [{ label: Number(id), bounds }] : [];
  });
}

async function capture(
  { engine, signal }: ToolContext,
  target: CaptureTarget,
  what: string,
  { max_width, marks = [] }: { readonly max_width: number | undefined; readonly marks?: readonly Mark[] },
): Promise<ToolResult> {
  const options = max_width === undefined ? {} : { options: { maxWidth: max_width } };
  const picture = await engine.capture({ target, ...options, marks }, { signal });
  return { text: describePicture(picture, what), image: { mimeType: 'image/png', bytes: picture.bytes } };
}

function describePicture({ bounds, scale, note }: Picture, what: string): string {
  const scaled = scale === 1 ? '' : `, ${scale} picture pixels per screen pixel`;
  return `Screenshot of ${what}: screen pixels ${formatRect(bounds)}${scaled}.${note && ` ${note}`}`;
}
