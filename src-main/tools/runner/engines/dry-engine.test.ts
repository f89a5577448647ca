import { afterEach, beforeEach, expect, it } from 'vitest';
import { deadlines } from '../../../engine/deadlines.ts';
import type { EngineMethod } from '../../../engine/engine.ts';
import { createBench, type Bench } from '../../testing/run-tools.ts';
import { dryEngine, type Route } from './dry-engine.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await createBench();
});
afterEach(() => bench.close());

it.each(Object.keys(deadlines) as EngineMethod[])('%s is planned if it acts, and runs if it reads', async (method) => {
  const planned: Route[] = [];
  const engine = dryEngine(bench.engine, (route) => planned.push(route));
  // Errors for an empty input do not matter here.
  await (engine[method] as (input: object) => Promise<unknown>)({}).catch(() => undefined);
  expect(planned).toEqual(deadlines[method].acts ? [{ method, input: {} }] : []);
});
