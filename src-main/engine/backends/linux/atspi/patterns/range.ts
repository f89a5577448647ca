import type { RangeFacts } from '#contract/model/elements/element-facts';
import { number, type Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import * as names from '../vocabulary/names.ts';
import type { Ref } from '../vocabulary/ref.ts';

/** Java says its smallest number for a control that has no steps. */
const noStep = Number.MIN_VALUE;

/** Minimum, maximum, current value and step of a Value. @throws DBusFailure where it has none */
export async function readRange(accessibles: Accessibles, ref: Ref, signal: AbortSignal): Promise<RangeFacts> {
  const read = async (name: string) => number(await accessibles.property(ref, names.value, name, signal));
  const [minimum, maximum, current, step] = await Promise.all([
    read('MinimumValue'),
    read('MaximumValue'),
    read('CurrentValue'),
    orElse(read('MinimumIncrement'), 0),
  ]);
  return { minimum, maximum, current, step: step > noStep ? step : null };
}

/** The app says nothing about whether it took the number: that has to be read. */
export async function setRange(accessibles: Accessibles, ref: Ref, value: number, signal: AbortSignal): Promise<void> {
  const body = [names.value, 'CurrentValue', { signature: 'd', value }];
  await accessibles.call(ref, names.properties, 'Set', signal, 'ssv', body);
}
