import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Machine } from './machine.ts';
import type { BenchResult } from './measurement.ts';
import { toRows } from './rows.ts';
import { toMarkdown } from './table.ts';

export interface Surroundings extends Machine {
  /** Versions of all contestants, by name. */
  readonly versions: Readonly<Record<string, string>>;
}

/** Writes `linux-<day>.md` for people and `linux-<day>.json` with every sample; returns their paths. */
export async function writeReport(
  folder: string,
  surroundings: Surroundings,
  results: readonly BenchResult[],
): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  const base = join(folder, `linux-${surroundings.date.slice(0, 10)}`);
  await writeFile(`${base}.json`, `${JSON.stringify({ surroundings, results }, null, 1)}\n`);
  await writeFile(`${base}.md`, toReport(surroundings, results));
  return [`${base}.md`, `${base}.json`];
}

function toReport(surroundings: Surroundings, results: readonly BenchResult[]): string {
  const { date, processor, cores, memoryGiB, kernel, load, versions } = surroundings;
  const loadAtEnd = loadavg()[0] ?? 0;
  return [
    `# Benchmarks on Linux, ${date.slice(0, 10)}`,
    `Made by \`npm run bench\` at ${date}. “Ours is 12 ×” means: the peer takes twelve times as long for the same thing, ` +
      'or gets a twelfth of it done in the same time. Medians, with the smallest and largest sample.',
    `${processor}, ${cores} cores, ${memoryGiB} GiB, Linux ${kernel}; load ${load.toFixed(2)} at the start, ` +
      `${loadAtEnd.toFixed(2)} at the end.`,
    ...results.map(toSection),
    '## Versions',
    Object.entries(versions)
      .map(([name, version]) => `- ${name} ${version}`)
      .join('\n'),
    '',
  ].join('\n\n');
}

function toSection({ bench, title, measurements, failures }: BenchResult): string {
  const failed =
    failures.length === 0 ? [] : [`Failed or doubtful:\n\n${failures.map((each) => `- ${each}`).join('\n')}`];
  return [`## ${bench}`, title, toMarkdown(toRows(measurements)), ...failed].join('\n\n');
}
