import { sleep } from '../../base/async/deadline.ts';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { describeElement } from '#contract/model/elements/element';
import type { ToolContext } from '../define-tool.ts';
import type { EditField } from './edit-field.ts';

/** How long the field may take to show typed text, in milliseconds. */
const followMs = 1_500;
const lookEveryMs = 50;

/**
 * True if the field has the wanted text, false if it cannot be read.
 * @throws AppError `not_verified`
 */
export async function holdsText(context: ToolContext, field: EditField, wanted: string): Promise<boolean> {
  const end = Date.now() + followMs;
  for (;;) {
    const value = await readValue(context, field);
    // Paragraphs of an editable page are elements in it.
    if (value === null || value.includes('\uFFFC')) return false;
    if (sameText(value, wanted) || (field.controlType === 'Spinner' && showsNumber(value, wanted))) return true;
    if (Date.now() >= end) {
      const holds = context.secret ? 'something else' : quoted(value);
      throw new AppError('not_verified', `${describeElement(field)} holds ${holds} instead of the text.`, {
        delivery: 'delivered',
      });
    }
    await sleep(lookEveryMs, context.signal);
  }
}

/** Null also if the field disappeared with the text, as a search box may. */
async function readValue({ engine, signal }: ToolContext, field: EditField): Promise<string | null> {
  try {
    const { value, states } = await engine.details({ element: field.id }, { signal });
    return states.includes('password') ? null : value;
  } catch (error) {
    const gone = error instanceof AppError && (error.code === 'element_stale' || error.code === 'window_not_found');
    if (gone) return null;
    throw error;
  }
}

/** Number fields format numbers: 42.5 as `42.50`, `42,5` or `x 42.50 mm`. Several numbers are ambiguous. */
export function showsNumber(shown: string, wanted: string | number): boolean {
  const [number, ...more] = shown.match(/[-+]?\d+(?:[.,]\d+)?/g) ?? [];
  if (number === undefined || more.length > 0 || String(wanted).trim() === '') return false;
  return Number(number.replace(',', '.')) === Number(wanted);
}

/** Toolkits differ in line ends. An editable element of a page keeps one when it is emptied. */
function sameText(shown: string, wanted: string): boolean {
  const text = shown.replace(/\r\n?/g, '\n');
  return text === wanted.replace(/\r\n?/g, '\n') || (wanted === '' && text === '\n');
}
