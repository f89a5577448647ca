import { sleep } from '../../base/deadline.ts';
import { AppError } from '#contract/errors';
import type { Modifier } from '#contract/model/action';
import { contains, type Point } from '#contract/model/geometry';
import type { CallContext, EngineContext, Operation } from '../operation.ts';
import { refuseOtherWindowAt } from '../tree/hit.ts';
import { withReleasedKeys } from './held.ts';
import { stepsAlong } from './way.ts';

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

export const drag: Operation<'drag'> = async (context, { from, to, button, ...options }, call) => {
  const { via = [], durationMs = defaultDragMs, holdMs = settleMs, modifiers = [] } = options;
  for (const at of [from, to]) await refuseUnreachable(context, at);
  for (const at of via) await refuseOffScreen(context, at);
  const { input } = context.backend;
  await withReleasedKeys(context, call, async () => {
    await input.move(from);
    await sleep(settleMs, call.signal);
    await hold(context, modifiers, true);
    await input.button(button, true);
    await sleep(holdMs, call.signal);
    await glide(context, [from, ...via, to], durationMs, call);
    await sleep(Math.max(holdMs, settleMs), call.signal);
    await input.button(button, false);
    await hold(context, [...modifiers].reverse(), false);
  });
};

export const scroll: Operation<'scroll'> = async (context, { at, notches, axis = 'vertical' }, call) => {
  await refuseUnreachable(context, at);
  const { input } = context.backend;
  await withReleasedKeys(context, call, async () => {
    await input.move(at);
    await sleep(settleMs, call.signal);
    for (let i = 0; i < Math.abs(notches); i++) {
      await input.wheel(axis, Math.sign(notches));
      await sleep(betweenNotchesMs, call.signal);
    }
  });
};

export const moveMouse: Operation<'moveMouse'> = async (context, to, call) => {
  await refuseOffScreen(context, to);
  await context.turns.take(call.signal, () => context.backend.input.move(to));
};

async function glide(context: EngineContext, way: readonly Point[], durationMs: number, call: CallContext) {
  const steps = stepsAlong(way, Math.max(2, Math.round(durationMs / dragStepMs)));
  for (const at of steps) {
    await context.backend.input.move(at);
    await sleep(durationMs / steps.length, call.signal);
  }
}

async function hold(context: EngineContext, modifiers: readonly Modifier[], down: boolean): Promise<void> {
  for (const modifier of modifiers) await context.backend.input.modifier(modifier, down);
}

async function refuseUnreachable(context: EngineContext, at: Point): Promise<void> {
  await refuseOffScreen(context, at);
  await refuseOtherWindowAt(context, at);
}

/** @throws AppError `invalid_region` */
async function refuseOffScreen(context: EngineContext, at: Point): Promise<void> {
  const monitors = await context.backend.monitors();
  if (monitors.some((monitor) => contains(monitor.bounds, at))) return;
  throw new AppError('invalid_region', `${at.x}, ${at.y} is on no monitor.`, { delivery: 'not_delivered' });
}
