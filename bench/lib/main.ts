import type { Collector } from './collector.ts';
import type { BenchResult } from './measurement.ts';
import { toRows } from './rows.ts';
import { toText } from './table.ts';

/** A bench, whatever context it takes beside the collector. */
export interface NamedBench<Context> {
  readonly name: string;
  /** A sentence that reports the operation, the contestants and what the time covers. */
  readonly title: string;
  run(context: Context): Promise<void>;
}

/** Runs a script of benches to the end, then exits: 0 if nothing failed. */
export function runMain(main: () => Promise<readonly BenchResult[]>): void {
  void main().then(
    (results) => process.exit(results.every(({ failures }) => failures.length === 0) ? 0 : 1),
    (error: unknown) => {
      print(error instanceof Error ? (error.stack ?? error.message) : String(error));
      process.exit(1);
    },
  );
}

/** @throws Error listing the benches, if none has that name. */
export function chosen<Bench extends { readonly name: string }>(
  benches: readonly Bench[],
  only: string | undefined,
): readonly Bench[] {
  const wanted = benches.filter(({ name }) => only === undefined || name === only);
  if (wanted.length === 0) throw new Error(`--only takes one of ${benches.map(({ name }) => name).join(', ')}.`);
  return wanted;
}

/** Runs one bench and prints its results; a failure loses what was not measured yet, and is reported. */
export async function runBench<Context extends { readonly collector: Collector }>(
  bench: NamedBench<Context>,
  context: Context,
): Promise<BenchResult> {
  const { name, title } = bench;
  await context.collector.attempt(name, () => bench.run(context));
  const { measurements, failures } = context.collector;
  print(`\n${name}: ${title}\n\n${toText(toRows(measurements))}`);
  for (const failure of failures) print(`  failed: ${failure}`);
  return { bench: name, title, measurements, failures };
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
