import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { traceFiles } from '../trace/trace-files.ts';

/** The limits of kept runs. */
export interface Retention {
  readonly runs: number;
  /** Total size of all runs. */
  readonly bytes: number;
}

/** The name of a new run; names sort by time. */
export function runName(now: Date): string {
  return now.toISOString().replace(/[:.]/g, '-');
}

/** A name that no run has yet: two may begin in the same millisecond. @param taken names whose folders come later */
export function freeRunName(root: string, taken: ReadonlySet<string> = new Set()): string {
  for (let at = new Date(), more = 1; ; more++) {
    const name = more === 1 ? runName(at) : `${runName(at)}-${more}`;
    if (!taken.has(name) && !existsSync(path.join(root, name))) return name;
  }
}

/** The names of the runs in `root`, oldest first. Other folders are ignored. */
export async function listRunFolders(root: string): Promise<readonly string[]> {
  const names = await readdir(root).catch(() => []);
  const runs = await Promise.all(
    names.map(async (name) => {
      const found = await stat(path.join(root, name, traceFiles.trace)).catch(() => null);
      return found ? name : null;
    }),
  );
  return runs.flatMap((name) => name ?? []).sort();
}

export async function folderBytes(folder: string): Promise<number> {
  const sizes = await Promise.all(
    (await readdir(folder, { withFileTypes: true }).catch(() => [])).map(async (entry) => {
      const place = path.join(folder, entry.name);
      return entry.isDirectory() ? folderBytes(place) : ((await stat(place).catch(() => null))?.size ?? 0);
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/**
 * Removes the oldest runs beyond the limits, never one that is being written. Creates the folder if missing. A run that
 * cannot be removed, e.g. because it is open on Windows, stays until the next time.
 */
export async function applyRetention(root: string, kept: Retention, isLive: (run: string) => boolean): Promise<void> {
  await mkdir(root, { mode: 0o700 }).catch(() => undefined);
  let bytes = 0;
  let runs = 0;
  for (const name of [...(await listRunFolders(root))].reverse()) {
    const folder = path.join(root, name);
    bytes += await folderBytes(folder);
    runs++;
    if (isLive(name) || (runs <= kept.runs && bytes <= kept.bytes)) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
