import { parseArgs } from 'node:util';
import { Collector } from '../lib/collector.ts';
import { chosen, runBench, runMain } from '../lib/main.ts';
import type { BenchResult } from '../lib/measurement.ts';
import type { WindowsBench } from './bench.ts';
import { engine } from './benches/engine.ts';
import { hooks } from './benches/hooks.ts';
import { looks } from './benches/looks.ts';
import { recording } from './benches/recording.ts';
import { uia } from './benches/uia.ts';

const benches: readonly WindowsBench[] = [engine, hooks, looks, recording, uia];

const { values: options } = parseArgs({
  options: {
    'engine-entry': { type: 'string', default: '' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '3' },
  },
});

runMain(async () => {
  const context = { rounds: Number(options.rounds), engineEntry: options['engine-entry'] };
  const results: BenchResult[] = [];
  for (const bench of chosen(benches, options.only))
    results.push(await runBench(bench, { ...context, collector: new Collector() }));
  return results;
});
