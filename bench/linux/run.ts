import { parseArgs } from 'node:util';
import { Collector } from '../lib/collector.ts';
import type { BenchResult } from '../lib/measurement.ts';
import { describeMachine } from '../lib/machine.ts';
import { toRows } from '../lib/rows.ts';
import { toText } from '../lib/table.ts';
import { writeReport } from '../lib/report.ts';
import type { Bench, BenchContext } from './bench.ts';
import { app } from './benches/app.ts';
import { capture } from './benches/capture.ts';
import { events } from './benches/events.ts';
import { huge } from './benches/huge.ts';
import { input } from './benches/input.ts';
import { mcp } from './benches/mcp.ts';
import { ocr } from './benches/ocr.ts';
import { point } from './benches/point.ts';
import { search } from './benches/search.ts';
import { traces } from './benches/traces.ts';
import { tree } from './benches/tree.ts';
import { windows } from './benches/windows.ts';
import { freshEngine } from './fresh-engine.ts';
import { versions } from './versions.ts';

/** In the order in which they run. */
const benches: readonly Bench[] = [windows, events, tree, huge, app, point, search, input, capture, ocr, mcp, traces];

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    app: { type: 'string' },
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    electron: { type: 'string', default: '' },
    'engine-entry': { type: 'string', default: '' },
  },
});

void main().then(
  () => process.exit(0),
  (error: unknown) => {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.exit(1);
  },
);

/** Runs the benches that were asked for, and prints and writes what each one found as soon as it is done. */
async function main(): Promise<void> {
  const wanted = benches.filter(({ name }) => options.only === undefined || name === options.only);
  if (wanted.length === 0) throw new Error(`--only takes one of ${benches.map(({ name }) => name).join(', ')}.`);
  const machine = { ...describeMachine(), versions: await versions(options.electron) };
  const complete = options.only === undefined && options.app === undefined && !options.quick;
  const folder = complete ? 'bench/results' : 'test-results/bench';
  const results: BenchResult[] = [];
  for (const bench of wanted) {
    const result = await runBench(bench);
    say(`\n${result.bench}: ${result.title}\n\n${toText(toRows(result.measurements))}`);
    for (const failure of result.failures) say(`  failed: ${failure}`);
    results.push(result);
    // After each: what was measured stays, should the run break off.
    say(`\nWritten: ${(await writeReport(folder, machine, results)).join(', ')}`);
  }
}

async function runBench(bench: Bench): Promise<BenchResult> {
  const collector = new Collector();
  const context: BenchContext = {
    desk: await freshEngine(),
    collector,
    rounds: Number(options.rounds ?? (options.quick ? 2 : 5)),
    app: options.app ?? null,
    electron: options.electron,
    engineEntry: options['engine-entry'],
    progress: say,
  };
  try {
    await collector.attempt(bench.name, () => bench.run(context));
  } finally {
    await context.desk.close();
  }
  const { measurements, failures } = collector;
  return { bench: bench.name, title: bench.title, measurements, failures };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
