import { vi } from 'vitest';
import type { Engine } from '../../engine/engine.ts';

/** What of an engine does something to the desktop. */
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

/** An act as the engine was asked for it. */
export type EngineAct = readonly [operation: string, input: unknown];

/** What an engine is asked to do from now on, in its order. */
export function actsOf(engine: Engine): EngineAct[] {
  const acts: EngineAct[] = [];
  for (const operation of acting) {
    const real = engine[operation].bind(engine) as (...given: unknown[]) => never;
    vi.spyOn(engine, operation).mockImplementation((...given: unknown[]) => {
      // What is checked in the moment of an agent's act is none of it.
      const { over: _, receiver: __, ...input } = given[0] as Readonly<Record<string, unknown>>;
      acts.push([operation, input]);
      return real(...given);
    });
  }
  return acts;
}
