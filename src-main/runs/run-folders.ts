import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/** How many runs are kept beside the new one: pictures add up. */
const keptRuns = 20;

/** The name of a run that starts now; names sort by time. */
export function runName(now: Date): string {
  return now.toISOString().replace(/[:.]/g, '-');
}

/** The folder for a new run in `root`, which is made where missing. The oldest runs beyond the last twenty are removed. */
export function newRunFolder(root: string, name: string): string {
  if (!existsSync(root)) mkdirSync(root);
  const runs = readdirSync(root).sort();
  for (const old of runs.slice(0, Math.max(0, runs.length - keptRuns))) {
    rmSync(path.join(root, old), { recursive: true, force: true });
  }
  return path.join(root, name);
}
