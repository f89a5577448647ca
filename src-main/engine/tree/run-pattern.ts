import { sleep } from '../../base/deadline.ts';
import { AppError } from '#contract/errors';
import { describeElement, type ElementState, type PatternCall } from '#contract/model/element';
import type { WindowInfo } from '#contract/model/window';
import type { RawDetails } from '../backend.ts';
import type { CallContext, EngineContext, Operation } from '../operation.ts';
import { elementPlace } from '../windows/lookup.ts';
import { toDetails } from './to-node.ts';

/** How long an element may take to show the effect, in milliseconds. */
const followMs = 1_500;
const lookEveryMs = 30;

export const runPattern: Operation<'runPattern'> = async (context, { element, call: wanted }, call) => {
  const { window, runtimeId } = await elementPlace(context, element);
  const before = await context.backend.elements.details(window, runtimeId);
  refuseUnsupported(before, wanted);
  await context.backend.elements.run(window, runtimeId, wanted);
  const after = await follow(context, window, before, wanted, call);
  if (after === null || shows(before, after, wanted)) return toDetails(window, after ?? gone(before));
  throw new AppError('not_verified', `${describeElement(before)} took ${wanted.pattern} but shows ${state(after)}.`, {
    delivery: 'delivered',
  });
};

function refuseUnsupported(before: RawDetails, wanted: PatternCall): void {
  if (before.patterns.includes(wanted.pattern)) return;
  const has = before.patterns.length > 0 ? `it has ${before.patterns.join(', ')}` : 'it has none';
  throw new AppError('pattern_not_supported', `${describeElement(before)} has no ${wanted.pattern}: ${has}.`, {
    delivery: 'not_delivered',
    data: { patterns: before.patterns },
  });
}

/** Looks until the effect shows or time is up. Null where the element is gone, as after pressing Close. */
async function follow(
  context: EngineContext,
  window: WindowInfo,
  before: RawDetails,
  wanted: PatternCall,
  call: CallContext,
): Promise<RawDetails | null> {
  const end = Date.now() + Math.min(followMs, call.timeoutMs * 0.6);
  for (;;) {
    const now = await readOrGone(context, window, before.runtimeId);
    if (now === null || shows(before, now, wanted) || Date.now() >= end) return now;
    await sleep(lookEveryMs, call.signal);
  }
}

async function readOrGone(context: EngineContext, window: WindowInfo, runtimeId: string): Promise<RawDetails | null> {
  try {
    return await context.backend.elements.details(window, runtimeId);
  } catch (error) {
    const ended = error instanceof AppError && (error.code === 'element_stale' || error.code === 'window_not_found');
    if (ended) return null;
    throw error;
  }
}

/** Whether the element shows what was asked. What no platform can tell, such as a press, counts as shown. */
function shows(before: RawDetails, after: RawDetails, wanted: PatternCall): boolean {
  const has = (state: ElementState) => after.states.includes(state);
  switch (wanted.pattern) {
    case 'toggle':
      return ['checked', 'mixed'].some(
        (name) => has(name as ElementState) !== before.states.includes(name as ElementState),
      );
    case 'value':
      return has('password') || after.value === null || sameText(after.value, wanted.value);
    case 'rangeValue':
      return after.range === null || Math.abs(after.range.current - wanted.value) <= tolerance(after.range);
    case 'select':
      return has('selected') || has('checked');
    case 'expand':
      return has('expanded') === wanted.expanded;
    case 'invoke':
    case 'scrollItem':
      return true;
  }
}

function sameText(a: string, b: string): boolean {
  return a.replaceAll('\r\n', '\n') === b.replaceAll('\r\n', '\n');
}

/** Sliders snap: a hundredth of their range is as near as they promise. */
function tolerance(range: NonNullable<RawDetails['range']>): number {
  return Math.abs(range.maximum - range.minimum) / 100;
}

function gone(before: RawDetails): RawDetails {
  return { ...before, states: [...before.states, 'defunct'] };
}

function state(after: RawDetails): string {
  if (after.range) return String(after.range.current);
  return after.value === null || after.states.includes('password') ? after.states.join(', ') : `“${after.value}”`;
}
