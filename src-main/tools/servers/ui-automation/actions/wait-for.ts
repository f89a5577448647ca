import { z } from 'zod';
import { sleep } from '../../../../base/async/deadline.ts';
import { AppError } from '#contract/errors';
import { hasState, type ElementNode } from '#contract/model/elements/element';
import type { WindowInfo } from '#contract/model/windows/window';
import type { LookContext } from '../../../define-tool.ts';
import { lookEveryMs } from '../../../target/windows/target-window.ts';
import { defineAction } from '../action.ts';
import { target, wait } from '../fields.ts';
import { describeTarget, look, type Target, type Scan } from '../locate.ts';
import { elementResult } from '../answers/outcome.ts';

const until = z.enum(['appears', 'disappears', 'enabled']);

export const waitFor = defineAction({
  action: 'wait_for',
  name: 'wait_for_element',
  type: 'data_collection',
  effect: 'observe',
  title: 'Wait for an element',
  description:
    'Wait until an element of a desktop window appears, disappears or is enabled; fails with timeout when it does not.',
  input: z.object({
    ...target,
    until: until.default('appears').describe('What to wait for.'),
    timeout_ms: wait(5_000, 'it'),
  }),
  oneOf: ['name', 'control_type', 'automation_id', 'selector', 'element'],
  beyond: ['until', 'element'],
  async perform(context, input, scan) {
    const started = Date.now();
    for (;;) {
      const waited = Date.now() - started;
      const isLast = waited >= input.timeout_ms;
      const seen = await shown(context, input, scan).catch((error: unknown) => {
        if (mayCome(error) && (!isLast || input.until === 'disappears')) return null;
        throw error;
      });
      if (input.until === 'disappears') {
        if (!seen) return { text: `Gone after ${waited} ms.`, fields: {} };
      } else {
        const found = seen?.elements.find((one) => input.until === 'appears' || hasState(one, 'enabled'));
        if (seen && found) {
          const result = await elementResult(context, seen.window, found, `There after ${waited} ms:`);
          const others = seen.elements.length - 1;
          return { ...result, ...(others > 0 && { note: `${others} more of the kind are there too.` }) };
        }
      }
      if (isLast) throw late(input, seen !== null);
      await sleep(lookEveryMs, context.signal);
    }
  },
});

/** The visible match; null if there is none. */
async function shown(
  context: LookContext,
  wanted: Target,
  scan: Scan,
): Promise<{ readonly window: WindowInfo; readonly elements: readonly ElementNode[] } | null> {
  const found = await look(context, wanted, scan);
  const elements = found.matches.filter((element) => hasState(element, 'visible'));
  return elements.length > 0 ? { window: found.window, elements } : null;
}

/** Its window, its container, or the element at a point may still appear. */
function mayCome(error: unknown): boolean {
  return error instanceof AppError && ['window_not_found', 'element_stale', 'element_not_found'].includes(error.code);
}

function late(wanted: Target & { readonly until: z.output<typeof until>; readonly timeout_ms: number }, seen: boolean) {
  const state = { appears: 'did not appear', disappears: 'is still there', enabled: 'is not enabled' }[wanted.until];
  const missing = wanted.until === 'enabled' && !seen ? 'did not appear' : state;
  const message = `${describeTarget(wanted)} ${missing} within ${wanted.timeout_ms} ms.`;
  return new AppError('timeout', message.charAt(0).toUpperCase() + message.slice(1), {
    hint: 'Increase timeout_ms, or check that the previous action changes the window.',
  });
}
