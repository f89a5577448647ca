import { sleep } from '../../base/deadline.ts';
import { AppError } from '#contract/errors';
import type { Modifier } from '#contract/model/action';
import { contains, type Point } from '#contract/model/geometry';
import type { CallContext, EngineContext, Operation } from '../operation.ts';
import { refuseOwnWindowAt } from '../tree/hit.ts';
import { withReleasedKeys } from './held.ts';

/** Between arriving and pressing, so that the app under the pointer has seen it come, in milliseconds. */
const settleMs = 15;
/** Between the clicks of a double click; every desktop's limit is far above. */
const betweenClicksMs = 40;
/** How long a button stays down: apps that sample input miss shorter presses. */
const pressMs = 20;
const betweenNotchesMs = 12;
/** A drag moves once per frame of a 60 Hz screen. */
const dragStepMs = 16;
const defaultDragMs = 300;

export const click: Operation<'click'> = async (context, { at, button, count, modifiers = [] }, call) => {
  await refuseUnreachable(context, at);
  const { input } = context.backend;
  await withReleasedKeys(context, call, async () => {
    await input.move(at);
    await sleep(settleMs, call.signal);
    await hold(context, modifiers, true);
    for (let i = 0; i < count; i++) {
      if (i > 0) await sleep(betweenClicksMs, call.signal);
      await input.button(button, true);
      await sleep(pressMs, call.signal);
      await input.button(button, false);
    }
    await hold(context, [...modifiers].reverse(), false);
  });
};

export const drag: Operation<'drag'> = async (context, { from, to, button, durationMs = defaultDragMs }, call) => {
  await refuseUnreachable(context, from);
  await refuseUnreachable(context, to);
  const { input } = context.backend;
  await withReleasedKeys(context, call, async () => {
    await input.move(from);
    await sleep(settleMs, call.signal);
    await input.button(button, true);
    await glide(context, from, to, durationMs, call);
    await sleep(settleMs, call.signal);
    await input.button(button, false);
  });
};

export const scroll: Operation<'scroll'> = async (context, { at, notches }, call) => {
  await refuseUnreachable(context, at);
  const { input } = context.backend;
  await withReleasedKeys(context, call, async () => {
    await input.move(at);
    await sleep(settleMs, call.signal);
    for (let i = 0; i < Math.abs(notches); i++) {
      await input.wheel(Math.sign(notches));
      await sleep(betweenNotchesMs, call.signal);
    }
  });
};

export const moveMouse: Operation<'moveMouse'> = async (context, to, call) => {
  await refuseOffScreen(context, to);
  await context.turns.take(call.signal, () => context.backend.input.move(to));
};

async function glide(context: EngineContext, from: Point, to: Point, durationMs: number, call: CallContext) {
  const steps = Math.max(2, Math.round(durationMs / dragStepMs));
  for (let step = 1; step <= steps; step++) {
    const part = step / steps;
    const x = Math.round(from.x + (to.x - from.x) * part);
    const y = Math.round(from.y + (to.y - from.y) * part);
    await context.backend.input.move({ x, y });
    await sleep(durationMs / steps, call.signal);
  }
}

async function hold(context: EngineContext, modifiers: readonly Modifier[], down: boolean): Promise<void> {
  for (const modifier of modifiers) await context.backend.input.modifier(modifier, down);
}

async function refuseUnreachable(context: EngineContext, at: Point): Promise<void> {
  await refuseOffScreen(context, at);
  await refuseOwnWindowAt(context, at);
}

/** @throws AppError `invalid_region` */
async function refuseOffScreen(context: EngineContext, at: Point): Promise<void> {
  const monitors = await context.backend.monitors();
  if (monitors.some((monitor) => contains(monitor.bounds, at))) return;
  throw new AppError('invalid_region', `${at.x}, ${at.y} is on no monitor.`, { delivery: 'not_delivered' });
}
