import { AppError } from '#contract/errors';
import { describeElement, hasState, type ElementDetails, type ElementNode } from '#contract/model/elements/element';
import type { WindowInfo } from '#contract/model/windows/window';
import type { ToolContext } from '../define-tool.ts';
import type { EditField } from './edit-field.ts';
import { isInPage } from './text-place.ts';
import { activate } from '../target/windows/target-window.ts';

/** Maximum number of key presses for one value. */
const mostSteps = 500;
/** The step of a key may differ at the ends of the range. */
const mostTries = 4;

type Stepped = ElementNode & Pick<ElementDetails, 'range'>;

/** Elements whose number cannot be set: the sliders and spin boxes of Qt Quick. A number field in a page is typed into. */
export function isSteppedOnly(field: EditField): boolean {
  const { controlType, range, patterns } = field;
  if (isInPage(field) && hasState(field, 'editable')) return false;
  return (controlType === 'Slider' || controlType === 'Spinner') && !!range && !patterns.includes('rangeValue');
}

function unmoved(slider: ElementNode): AppError {
  return new AppError('not_verified', `${describeElement(slider)} does not respond to arrow keys.`, {
    hint: 'Click or drag in it, then look at it.',
    delivery: 'delivered',
  });
}

/**
 * Moves a slider or a number by arrow keys: for apps that accept a value and ignore it (Swing, and ARIA in pages), or take it
 * without informing their own code (Qt Quick).
 * @param cause the failure of setting the value
 * @throws AppError `not_verified` if its steps do not lead to the value, `cause` if it does not follow the keys
 */
export async function stepTo(
  context: ToolContext,
  window: WindowInfo,
  slider: Stepped,
  value: number,
  cause: unknown = unmoved(slider),
): Promise<ElementDetails> {
  const { engine, signal } = context;
  const front = await activate(context, window);
  await engine.focusElement({ element: slider.id }, { signal });
  const [more, less] =
    slider.controlType === 'Spinner' ? (['ArrowUp', 'ArrowDown'] as const) : (['ArrowRight', 'ArrowLeft'] as const);
  const details = () => engine.details({ element: slider.id }, { signal });
  const press = async (count: number): Promise<ElementDetails> => {
    const keys = count > 0 ? more : less;
    const repeat = Math.min(mostSteps, Math.abs(count));
    await engine.pressKeys({ keys, repeat, window: front.id, on: slider.id }, { signal });
    return details();
  };
  let now = await details();
  let step = 0;
  for (let tries = 0; tries < mostTries; tries++) {
    const before = currentOf(now, cause);
    if (before === value) return now;
    const wanted = step === 0 ? Math.sign(value - before) : Math.round((value - before) / step);
    if (wanted === 0) break;
    now = await press(wanted);
    const moved = currentOf(now, cause) - before;
    if (moved === 0) throw cause;
    step = moved / Math.min(mostSteps, Math.abs(wanted)) / Math.sign(wanted);
  }
  if (Math.abs(currentOf(now, cause) - value) < Math.abs(step) / 2) return now;
  throw new AppError(
    'not_verified',
    `${describeElement(slider)} moves by ${Math.abs(step)} and is at ${currentOf(now, cause)} now.`,
    { hint: 'Set a value that it has.', delivery: 'delivered' },
  );
}

function currentOf({ range }: Stepped, cause: unknown): number {
  if (!range) throw cause;
  return range.current;
}
