import { vi } from 'vitest';
import type { Engine } from '../../engine/engine.ts';

/** Engine methods that change the desktop. */
const acting = [
  'click',
  'drag',
  'scroll',
  'moveMouse',
  'typeText',
  'pressKeys',
  'runPattern',
  'focusElement',
  'actOnWindow',
  'moveWindow',
  'launch',
] as const;

/** An act as requested from the engine. */
export type EngineAct = readonly [operation: string, input: unknown];

/** Acts requested from an engine from now on, in order. */
export function actsOf(engine: Engine): EngineAct[] {
  const acts: EngineAct[] = [];
  for (const operation of acting) {
    const real = engine[operation].bind(engine) as (...given: unknown[]) => never;
    vi.spyOn(engine, operation).mockImplementation((...given: unknown[]) => {
      // Without the checks at the moment of an agent's act.
      const { over: _, receiver: __, ...input } = given[0] as Readonly<Record<string, unknown>>;
      acts.push([operation, input]);
      return real(...given);
    });
  }
  return acts;
}
