import { z } from 'zod';
import { formatRect } from '#contract/model/geometry';
import type { CaptureTarget, Picture } from '#contract/model/picture';
import { defineTool, type ToolContext, type ToolResult } from '../../define-tool.ts';
import { windowQuery } from '../../target-input.ts';
import { namespace } from './namespace.ts';
import { windowToLookAt } from './selected-window.ts';

export const captureWindowScreenshot = defineTool({
  name: 'capture_window_screenshot',
  namespace,
  type: 'data_collection',
  effect: 'observe',
  title: 'Capture the window',
  description: 'Take a screenshot of the selected application window as a PNG image.',
  input: z.object({ window: windowQuery.optional() }),
  async run(context, { window: query }) {
    const window = await windowToLookAt(context, query);
    return capture(context, { kind: 'window', window: window.id }, `the window “${window.title}”`);
  },
});

export const captureDesktopScreenshot = defineTool({
  name: 'capture_desktop_screenshot',
  namespace,
  type: 'data_collection',
  effect: 'observe',
  title: 'Capture the desktop',
  description: 'Take a screenshot of the whole desktop, or of the primary screen, as a PNG image.',
  input: z.object({ all_screens: z.boolean().default(true).describe('False for the primary screen only.') }),
  async run(context, { all_screens }) {
    if (all_screens) return capture(context, { kind: 'screen' }, 'the desktop');
    const { monitors } = await context.engine.describe({}, { signal: context.signal });
    const primary = monitors.find((monitor) => monitor.primary)?.index ?? 0;
    return capture(context, { kind: 'monitor', monitor: primary }, 'the primary screen');
  },
});

async function capture({ engine, signal }: ToolContext, target: CaptureTarget, what: string): Promise<ToolResult> {
  const picture = await engine.capture({ target }, { signal });
  return { text: describe(picture, what), image: { mimeType: 'image/png', bytes: picture.bytes } };
}

function describe({ bounds, scale, note }: Picture, what: string): string {
  const scaled = scale === 1 ? '' : `, ${scale} picture pixels per screen pixel`;
  return `Screenshot of ${what}: screen pixels ${formatRect(bounds)}${scaled}.${note && ` ${note}`}`;
}
