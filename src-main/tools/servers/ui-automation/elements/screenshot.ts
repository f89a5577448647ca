import { z } from 'zod';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { describeElement, type ElementNode } from '#contract/model/elements/element';
import { formatRect } from '#contract/model/geometry';
import type { CaptureTarget } from '#contract/model/picture';
import { lines, pageOf } from '../../../answers/page.ts';
import type { ToolContext } from '../../../define-tool.ts';
import { defineAction } from '../action.ts';
import { element, selector, window } from '../fields.ts';
import { describeWindow } from '../answers/describe.ts';
import { locate, type Scan } from '../locate.ts';
import { windowFor } from '../window-of.ts';

const region = z.strictObject({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
});

const input = z.object({
  window: window.optional(),
  element: element.optional().describe('Only this element: its ref or element id.'),
  selector: selector.optional(),
  region: region.optional().describe('Only this region, in screen pixels.'),
  monitor: z.number().int().nonnegative().optional().describe('A whole monitor, counted from 0.'),
  annotate: z
    .boolean()
    .default(false)
    .describe(
      'Draw a number on what can be clicked or typed in; the text says which ref each number is. Windows only.',
    ),
  max_width: z.number().int().positive().optional().describe('Make the picture smaller until it is no wider.'),
});
type Input = z.output<typeof input>;

export const screenshot = defineAction({
  name: 'screenshot',
  type: 'data_collection',
  effect: 'observe',
  title: 'Take a screenshot',
  description:
    'Take a screenshot of a desktop window, an element, a region or a monitor as a PNG image, with numbered elements on request.',
  input,
  reach: ({ region, monitor }) => ({
    shows: region === undefined && monitor === undefined ? 'window' : 'desktop',
  }),
  check: refuseSeveral,
  async perform(context, wanted, scan) {
    const { engine, signal } = context;
    const { target, what } = await targetOf(context, wanted, scan);
    const marks =
      wanted.annotate && target.kind === 'window' ? await engine.marks({ window: target.window }, { signal }) : null;
    const options = wanted.max_width === undefined ? {} : { options: { maxWidth: wanted.max_width } };
    const picture = await engine.capture({ target, marks: marks?.marks ?? [], ...options }, { signal });
    const { bounds, scale, note, bytes } = picture;
    const reported = pageOf(
      marks?.marks ?? [],
      (mark) => ({ text: `${mark.label}: [${context.session.refs.refOf(mark.id)}] ${shortName(mark)}` }),
      { what: 'numbers', room: context.room },
    );
    const { length } = reported.items;
    const unknown =
      length < (marks?.marks.length ?? 0) &&
      `What the numbers from ${length + 1} on mean is left out: picture a part by element, or look with snapshot.`;
    const cut =
      marks?.truncated && `Not all elements have a number: these are ${marks.marks.length} of ${marks.total}.`;
    return {
      text: [
        `Screenshot of ${what}: screen pixels ${formatRect(bounds)}, ${scale} picture pixels each.`,
        ...reported.items.map(({ text }) => text),
      ].join('\n'),
      image: { mimeType: 'image/png', bytes },
      note: lines(note, unknown, cut),
    };
  },
});

/** Long names are cut: the picture shows them. */
function shortName({ controlType, name }: Pick<ElementNode, 'controlType' | 'name'>): string {
  return name ? `${controlType} ${quoted(name, 80)}` : controlType;
}

function refuseSeveral({ window, element, selector: sought, region, monitor, annotate }: Input): void {
  // A selector is searched for in a window.
  const inWindow = sought === undefined ? { window } : { selector: sought };
  const given = Object.entries({ ...inWindow, element, region, monitor }).filter(([, value]) => value !== undefined);
  const names = given.map(([name]) => quoted(name));
  if (given.length > 1) throw invalid(`Of ${names.join(', ')} only one can be pictured at a time.`);
  if (annotate && given.length === 1 && inWindow.window === undefined)
    throw invalid('“annotate”: only windows can have numbers.');
}

function invalid(message: string): AppError {
  return new AppError('invalid_parameter', message, { delivery: 'not_delivered' });
}

async function targetOf(
  context: ToolContext,
  wanted: Input,
  scan: Scan,
): Promise<{ readonly target: CaptureTarget; readonly what: string }> {
  const { region, monitor } = wanted;
  if (region) return { target: { kind: 'region', region }, what: 'a region' };
  if (monitor !== undefined) return { target: { kind: 'monitor', monitor }, what: `monitor ${monitor}` };
  if (wanted.element !== undefined || wanted.selector !== undefined) {
    const { element: called, selector: sought, window: shown } = wanted;
    const target = called === undefined ? { selector: sought, window: shown } : { element: called };
    const found = await locate(context, target, scan, { until: 0 });
    return { target: { kind: 'element', element: found.element.id }, what: describeElement(found.element) };
  }
  const shown = await windowFor(context, wanted);
  scan.windowTitle = shown.title;
  return { target: { kind: 'window', window: shown.id }, what: describeWindow(shown) };
}
