import { sleep } from '../../base/async/deadline.ts';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { describeElement, type ElementDetails } from '#contract/model/elements/element';
import { boundsOf, type PatternCall } from '#contract/model/elements/pattern';
import type { WindowInfo } from '#contract/model/windows/window';
import type { RawDetails } from '../backend.ts';
import type { CallContext, EngineContext, Operation } from '../operations/operation.ts';
import { saying } from '../../base/delivery.ts';
import { actOnWindow } from '../windows/act.ts';
import { elementPlace } from '../windows/lookup.ts';
import { moveWindow } from '../windows/place.ts';
import { refuseChanged, refusePattern } from './pattern-refusals.ts';
import { shows } from './pattern-effects.ts';
import { toDetails } from './to-node.ts';

/** How long an element may take to show the effect, in milliseconds. */
const followMs = 1_500;
const lookEveryMs = 30;

type WindowCall = Extract<PatternCall, { pattern: 'window' | 'transform' }>;

export const runPattern: Operation<'runPattern'> = async (context, { element, call: wanted, named }, call) => {
  const { window, runtimeId } = await elementPlace(context, element);
  const before = await context.backend.elements.details(window, runtimeId, call.signal);
  refusePattern(before, wanted);
  if (isForWindow(before, wanted)) return runOnWindow(context, window, before, wanted, call);
  const intended = named !== undefined && { id: element, controlType: before.controlType, name: named };
  if (intended) {
    await context.backend.elements.refreshName?.(window, runtimeId, before.controlType);
    await refuseChanged(context, window, intended, { signal: call.signal, settled: true });
  }
  await context.backend.elements.run(window, runtimeId, wanted, call.signal);
  const after = await follow(context, window, before, wanted, call).catch((error: unknown) => {
    throw saying('delivered', error);
  });
  if (after === null || shows(before, after, wanted)) return toDetails(window, after ?? gone(before));
  throw new AppError(
    'not_verified',
    `${describeElement(before)} accepted ${wanted.pattern} but shows ${state(after)}.`,
    {
      delivery: 'delivered',
    },
  );
};

/** An element with the pattern `window` represents a whole one; its app moves other elements. */
function isForWindow({ patterns }: RawDetails, wanted: PatternCall): wanted is WindowCall {
  return wanted.pattern === 'window' || (wanted.pattern === 'transform' && patterns.includes('window'));
}

/** A frame's own patterns are those of its window, which its window manager carries out. */
async function runOnWindow(
  context: EngineContext,
  window: WindowInfo,
  before: RawDetails,
  wanted: WindowCall,
  call: CallContext,
): Promise<ElementDetails> {
  const after = await askWindow(context, window, wanted, call);
  const frame = after && (await readOrGone(context, after, before.runtimeId));
  return toDetails(after ?? window, frame ?? gone(before));
}

function askWindow(
  context: EngineContext,
  window: WindowInfo,
  wanted: WindowCall,
  call: CallContext,
): Promise<WindowInfo | null> {
  if (wanted.pattern === 'window') {
    return actOnWindow(context, { window: window.id, action: wanted.action }, call);
  }
  return moveWindow(context, { window: window.id, bounds: boundsOf(wanted) }, call);
}

/** Polls until the effect shows or time is up. Null if the element is gone, as after pressing Close. */
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

function gone(before: RawDetails): RawDetails {
  return { ...before, states: [...before.states, 'defunct'] };
}

function state(after: RawDetails): string {
  if (after.range) return String(after.range.current);
  return after.value === null || after.states.includes('password') ? after.states.join(', ') : quoted(after.value);
}
