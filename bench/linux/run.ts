import { parseArgs } from 'node:util';
import { Collector } from '../lib/collector.ts';
import { describeMachine } from '../lib/machine.ts';
import { chosen, runBench, runMain, print } from '../lib/main.ts';
import type { BenchResult } from '../lib/measurement.ts';
import { writeReport } from '../lib/report.ts';
import type { Bench } from './bench.ts';
import { agentLooks } from './benches/agent-looks.ts';
import { agentRuns } from './benches/agent-runs.ts';
import { app } from './benches/app.ts';
import { capture } from './benches/capture.ts';
import { cli } from './benches/cli.ts';
import { compositors } from './benches/compositors.ts';
import { desktopTests } from './benches/desktop-tests.ts';
import { events } from './benches/events.ts';
import { findings } from './benches/findings.ts';
import { huge } from './benches/huge.ts';
import { input } from './benches/input.ts';
import { mcp } from './benches/mcp.ts';
import { mcpStart } from './benches/mcp-start.ts';
import { ocr } from './benches/ocr.ts';
import { point } from './benches/point.ts';
import { recorder } from './benches/recorder.ts';
import { search } from './benches/search.ts';
import { tokens } from './benches/tokens.ts';
import { traces } from './benches/traces.ts';
import { tree } from './benches/tree.ts';
import { windows } from './benches/windows.ts';
import { freshEngine } from './fresh-engine.ts';
import { versions } from './versions.ts';

/** In the order of execution. */
const benches: readonly Bench[] = [
  cli,
  windows,
  events,
  tree,
  huge,
  app,
  point,
  recorder,
  search,
  findings,
  input,
  capture,
  ocr,
  mcp,
  mcpStart,
  agentLooks,
  tokens,
  traces,
  compositors,
  agentRuns,
  desktopTests,
];

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

runMain(main);

/** Runs the requested benches, and writes the results of each as soon as it ends. */
async function main(): Promise<readonly BenchResult[]> {
  const wanted = chosen(benches, options.only);
  const machine = { ...describeMachine(), versions: await versions(options.electron) };
  const complete = options.only === undefined && options.app === undefined && !options.quick;
  const folder = complete ? 'bench/results' : 'test-results/bench';
  const results: BenchResult[] = [];
  for (const bench of wanted) {
    results.push(await onFreshEngine(bench));
    // After each bench: an aborted run keeps its results.
    print(`\nWritten: ${(await writeReport(folder, machine, results)).join(', ')}`);
  }
  return results;
}

async function onFreshEngine(bench: Bench): Promise<BenchResult> {
  const desk = await freshEngine();
  const rounds = Number(options.rounds ?? (options.quick ? 2 : 5));
  const { electron, 'engine-entry': engineEntry } = options;
  try {
    return await runBench(bench, {
      desk,
      collector: new Collector(),
      rounds,
      app: options.app ?? null,
      electron,
      engineEntry,
      progress: print,
    });
  } finally {
    await desk.close();
  }
}
