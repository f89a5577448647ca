import { z } from 'zod';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { formatRect, isEmpty, sameRect, intersect, type Rect } from '#contract/model/geometry';
import type { CaptureTarget } from '#contract/model/picture';
import type { WindowInfo } from '#contract/model/windows/window';
import type { ElementNode } from '#contract/model/elements/element';
import type { ToolContext } from '../../../define-tool.ts';
import { ocrDeadlineMs } from '../../../target/in-picture/seen-controls.ts';
import { listWindows } from '../../../target/windows/target-window.ts';
import { noElement, type FoundElement } from '../../../target/which-element.ts';
import { defineAction } from '../action.ts';
import { window, target } from '../fields.ts';
import { ocrLanguageField, ocrOffset, ocrResult, languageTag } from '../answers/ocr-result.ts';
import { windowFor } from '../window-of.ts';
import { Describer } from '../answers/describe.ts';
import { look, queryOf, type Target, type Scan } from '../locate.ts';

export const ocrStatus = defineAction({
  action: 'ocr_status',
  name: 'ocr_status',
  type: 'data_collection',
  effect: 'observe',
  reach: { shows: 'names' },
  title: 'OCR engine and languages',
  description: 'Return whether text can be read from pixels, by which engine, and in which languages.',
  input: z.object({}),
  async perform({ engine, signal }) {
    const status = await engine.ocrStatus({}, { signal });
    const supportedLanguages = status.languages.map(({ name }) => languageTag(name));
    const name = `${status.engine} ${status.version}`.trim();
    return {
      text: [
        `${name}: ${status.ready ? 'ready' : status.detail}`,
        `Languages: ${supportedLanguages.join(', ') || 'none'}. ${status.howToAdd}`,
      ].join('\n'),
      fields: { engine: name, legacyAvailable: status.ready, supportedLanguages, howToAdd: status.howToAdd },
    };
  },
});

export const ocrElement = defineAction({
  action: 'ocr_element',
  name: 'read_element_text',
  type: 'data_collection',
  effect: 'observe',
  title: 'Read text from an element’s pixels',
  description:
    'Read text from the pixels of an element of a desktop window (OCR), such as a canvas or a picture; the first that matches.',
  input: z.object({
    ...target,
    padding: z.number().int().min(0).max(1_000).default(0).describe('Pixels to look beyond each side of it.'),
    offset: ocrOffset,
    language: ocrLanguageField,
  }),
  oneOf: ['element', 'name', 'control_type', 'automation_id', 'selector'],
  deadlineMs: ocrDeadlineMs,
  async perform(context, input, scan) {
    const { engine, signal } = context;
    const { window, element } = await first(context, input, scan);
    const at = captureOf(element, input.padding);
    const read = await engine.ocr({ target: at, language: input.language }, { signal });
    const result = ocrResult(read, { room: context.room, offset: input.offset, window });
    const describer = await Describer.for(context, window);
    return { ...result, fields: { ...result.fields, element: describer.describe(element) } };
  },
});

const pixels = (what: string) =>
  z.number().int().optional().describe(`${what}, in pixels from the monitor’s top left.`);
const corners = ['x', 'y', 'width', 'height'] as const;

const input = z.object({
  source: z
    .enum(['screen', 'region'])
    .optional()
    .describe('The whole monitor, or a region of it: x, y, width and height. Screen where no region is given.'),
  window: window.optional().describe('Read this window instead: its handle or a part of its title.'),
  monitor_index: z.number().int().nonnegative().default(0).describe('Which monitor, counted from 0.'),
  x: pixels('Left of the region'),
  y: pixels('Top of the region'),
  width: z.number().int().optional().describe('Width of the region in pixels.'),
  height: z.number().int().optional().describe('Height of the region in pixels.'),
  offset: ocrOffset,
  language: ocrLanguageField,
});
type Input = z.output<typeof input>;

export const ocr = defineAction({
  action: 'ocr',
  name: 'read_screen_text',
  type: 'data_collection',
  effect: 'observe',
  title: 'Read text from the screen',
  description:
    'Read text from the pixels of a monitor, a region of it or a window (OCR), with the place of every word. For what offers no elements.',
  input,
  beyond: ['window'],
  deadlineMs: ocrDeadlineMs,
  reach: ({ window }) => ({ shows: window === undefined ? 'desktop' : 'window' }),
  check: refuseHalfRegion,
  async perform(context, wanted, scan) {
    const { engine, signal } = context;
    const read = wanted.window === undefined ? undefined : await windowFor(context, wanted);
    if (read) scan.windowTitle = read.title;
    const target = await targetOf(context, wanted, read);
    const result = await engine.ocr({ target, language: wanted.language }, { signal });
    const windows = read ? undefined : await listWindows(context, {});
    return ocrResult(result, { room: context.room, offset: wanted.offset, window: read, windows });
  },
});

function refuseHalfRegion(wanted: Input): void {
  const given = corners.filter((corner) => wanted[corner] !== undefined);
  const missing = corners.filter((corner) => wanted[corner] === undefined);
  const asked = wanted.source === 'region' || (wanted.source === undefined && given.length > 0);
  if (asked && missing.length > 0) throw invalid(missing, `A region needs ${list(missing)} too.`);
  if (wanted.source === 'screen' && given.length > 0)
    throw invalid(given, `With ${list(given)} the source is “region”.`);
  if (wanted.window !== undefined && (asked || wanted.source))
    throw invalid(['window'], 'With “window”, the whole window is read: omit source and region.');
}

async function targetOf(
  { engine, signal }: ToolContext,
  wanted: Input,
  read: WindowInfo | undefined,
): Promise<CaptureTarget> {
  if (read) return { kind: 'window', window: read.id };
  const { x, y, width, height, monitor_index: monitor } = wanted;
  if (x === undefined || y === undefined || width === undefined || height === undefined)
    return { kind: 'monitor', monitor };
  const { monitors } = await engine.describe({}, { signal });
  const within = monitors.find(({ index }) => index === monitor);
  // The engine validates the monitor.
  if (!within) return { kind: 'monitor', monitor };
  const region: Rect = { x: within.bounds.x + x, y: within.bounds.y + y, width, height };
  const cut = isEmpty(region) ? null : intersect(region, within.bounds);
  if (cut && sameRect(cut, region)) return { kind: 'region', region };
  throw new AppError(
    'invalid_region',
    `The region ${formatRect({ x, y, width, height })} is not on monitor ${monitor}.`,
    {
      hint: `That monitor is ${within.bounds.width} × ${within.bounds.height} pixels; the region must lie on it wholly.`,
    },
  );
}

function invalid(fields: readonly string[], message: string): AppError {
  return new AppError('invalid_parameter', message, { delivery: 'not_delivered', data: { fields } });
}

function list(fields: readonly string[]): string {
  return fields.map((field) => quoted(field)).join(', ');
}

/** The contract takes the first match here: reading the wrong one is harmless. */
async function first(context: ToolContext, wanted: Target, scan: Scan): Promise<FoundElement> {
  const { window, matches } = await look(context, wanted, scan);
  const element = matches.find(({ bounds }) => bounds && !isEmpty(bounds)) ?? matches[0];
  if (!element) throw noElement(queryOf(wanted), window);
  return { window, element };
}

/** With padding it is read from the screen, where something may cover it. */
function captureOf({ id, bounds }: ElementNode, padding: number): CaptureTarget {
  if (padding === 0 || !bounds) return { kind: 'element', element: id };
  return { kind: 'region', region: grown(bounds, padding) };
}

function grown({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}
