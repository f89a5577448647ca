import { parseArgs } from 'node:util';
import { Collector } from '../lib/collector.ts';
import { toRows } from '../lib/rows.ts';
import { toText } from '../lib/table.ts';
import type { WindowsBench } from './bench.ts';
import { engine } from './benches/engine.ts';
import { uia } from './benches/uia.ts';

const benches: readonly WindowsBench[] = [engine, uia];

const { values: options } = parseArgs({
  options: {
    'engine-entry': { type: 'string', default: '' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '3' },
  },
});

void main().then(
  () => process.exit(0),
  (error: unknown) => {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.exit(1);
  },
);

/** Runs the benches that were asked for, and prints what each one found. */
async function main(): Promise<void> {
  const wanted = benches.filter(({ name }) => options.only === undefined || name === options.only);
  if (wanted.length === 0) throw new Error(`--only takes one of ${benches.map(({ name }) => name).join(', ')}.`);
  for (const bench of wanted) {
    const collector = new Collector();
    await collector.attempt(bench.name, () =>
      bench.run({ collector, rounds: Number(options.rounds), engineEntry: options['engine-entry'] }),
    );
    say(`\n${bench.name}: ${bench.title}\n\n${toText(toRows(collector.measurements))}`);
    for (const failure of collector.failures) say(`  failed: ${failure}`);
    if (collector.failures.length > 0) process.exitCode = 1;
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
