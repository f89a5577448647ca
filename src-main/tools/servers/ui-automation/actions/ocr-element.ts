import { z } from 'zod';
import type { ElementNode } from '#contract/model/elements/element';
import { isEmpty, type Rect } from '#contract/model/geometry';
import type { CaptureTarget } from '#contract/model/picture';
import type { ToolContext } from '../../../define-tool.ts';
import { defineAction } from '../action.ts';
import { Describer } from '../answers/describe.ts';
import { target } from '../fields.ts';
import { ocrDeadlineMs } from '../../../target/in-picture/text-in-picture.ts';
import { noElement, type FoundElement } from '../../../target/which-element.ts';
import { look, queryOf, type Target, type Scan } from '../locate.ts';
import { ocrLanguageField, ocrOffset, ocrResult } from '../answers/ocr-result.ts';

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

/** The contract takes the first match here: to read the wrong one does no harm. */
async function first(context: ToolContext, wanted: Target, scan: Scan): Promise<FoundElement> {
  const { window, matches } = await look(context, wanted, scan);
  const element = matches.find(({ bounds }) => bounds && !isEmpty(bounds)) ?? matches[0];
  if (!element) throw noElement(queryOf(wanted), window);
  return { window, element };
}

/** With padding it is read from the screen, where something may lie over it. */
function captureOf({ id, bounds }: ElementNode, padding: number): CaptureTarget {
  if (padding === 0 || !bounds) return { kind: 'element', element: id };
  return { kind: 'region', region: grown(bounds, padding) };
}

function grown({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}
