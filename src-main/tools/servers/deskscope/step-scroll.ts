import { z } from 'zod';
import { describeElement } from '#contract/model/elements/element';
import { center } from '#contract/model/geometry';
import { point, size } from '#contract/model/schemas/geometry';
import type { ToolContext } from '../../define-tool.ts';
import { placeOn } from '../../input/place-on.ts';
import { resolveTarget } from '../../target/resolve-target.ts';
import { describeTargetInput, namesElement, targetFields, type TargetInput } from '../../target/target-input.ts';
import { frontWindow } from '../../target/windows/target-window.ts';
import { defineStep } from './define-step.ts';
import { scrollMs, scrollUntil, turningPlace, viewOf, type ScrolledView } from './scroll-until.ts';

const input = z.object({
  ...targetFields,
  notches: z.number().int().min(-1_000).max(1_000).describe('Positive is up.'),
  at: point.optional().describe('Where the pointer was: physical pixels from the top left of the element.'),
  size: size.optional().describe('How large the element, or the window, was then.'),
  until: z
    .object({ selector: z.string(), name: z.string().optional() })
    .optional()
    .describe('Goes on until this element shows, however many notches that takes.'),
});

export const stepScroll = defineStep({
  name: 'step_scroll',
  destructive: false,
  title: 'Scroll an element',
  description: 'Turn the wheel again over a recorded element or window: as far as then, or until an element shows.',
  deniedAs: ['wheel_mouse_input'],
  input,
  deadlineMs: ({ until }) => 30_000 + (until ? scrollMs : 0),
  sentence: ({ until, notches, ...target }) =>
    `Scroll ${describeTargetInput(target)} ${until ? `until ${describeTargetInput(until)} shows` : `by ${notches} notches`}`,
  async act(context, { until, notches, ...scrolled }) {
    const view = await viewOf(context, await scrolledNow(context, scrolled));
    const { window, element } = view;
    const called = element ? describeElement(element) : 'the window';
    if (until) {
      const shown = await scrollUntil(context, view, until, notches);
      const text = `Scrolled ${called} by ${shown.turned} notches: ${describeElement(shown.element)} shows.`;
      return { text, window: window.id, element };
    }
    const aim = await turningPlace(context, view);
    if (notches !== 0) await context.engine.scroll({ ...aim, notches }, { signal: context.signal });
    return { text: `Scrolled ${called} by ${notches} notches.`, window: window.id, element };
  },
});

type Named = TargetInput & Pick<z.output<typeof input>, 'at' | 'size'>;

async function scrolledNow(context: ToolContext, { at, size, ...target }: Named): Promise<Omit<ScrolledView, 'area'>> {
  const place = at && size && { at, size };
  if (!namesElement(target)) {
    const window = await frontWindow(context, target);
    return { window, element: null, at: place ? placeOn(window.bounds, 'Window', place) : center(window.bounds) };
  }
  const { window, element, at: middle } = await resolveTarget(context, target, undefined, { disabled: true });
  const { bounds, controlType } = element;
  return { window, element, at: place && bounds ? placeOn(bounds, controlType, place) : middle };
}
