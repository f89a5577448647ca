import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runFile, traceVersion, type RunEnding, type RunFile, type RunKind } from '#contract/model/runs/trace';
import { atomicWrite } from '../../base/files/atomic-write.ts';
import { traceFiles } from '../trace/trace-files.ts';

export interface RunAbout {
  readonly run: string;
  /** The subject of the run, for people. */
  readonly title: string;
  readonly kind?: RunKind;
}

/**
 * Reports what a run is; whole or not at all. Of one that is continued, when it began stays, and that it ended goes.
 * @returns when it began, in milliseconds since the epoch
 * @throws where the disk does not take it
 */
export function beginRunFile(folder: string, { run, title, kind }: RunAbout): number {
  const file = path.join(folder, traceFiles.run);
  const known = readRunFile(file);
  const {
    ended: _,
    outcome: __,
    ...earlier
  } = known ?? {
    version: traceVersion,
    run,
    title,
    started: new Date().toISOString(),
    ...(kind && { kind }),
    host: { platform: process.platform, release: os.release() },
  };
  if (!known || known.ended !== undefined) writeWhole(file, inJson(earlier));
  return Date.parse(earlier.started);
}

/** Writes how a run ended. @throws if the disk refuses, or the run was removed meanwhile */
export async function endRunFile(folder: string, outcome: RunEnding): Promise<void> {
  const file = path.join(folder, traceFiles.run);
  const about = readRunFile(file);
  if (about) await atomicWrite(file, inJson({ ...about, ended: new Date().toISOString(), outcome }));
}

/** Null for an invalid file. */
export function parseRunFile(text: string | null): RunFile | null {
  try {
    const about = runFile.safeParse(JSON.parse(text ?? 'null'));
    return about.success && !Number.isNaN(Date.parse(about.data.started)) ? about.data : null;
  } catch {
    return null;
  }
}

function readRunFile(file: string): RunFile | null {
  try {
    return parseRunFile(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function inJson(about: RunFile): string {
  return `${JSON.stringify(about, null, 2)}\n`;
}

function writeWhole(file: string, content: string): void {
  const temporary = `${file}.tmp`;
  try {
    writeFileSync(temporary, content, { mode: 0o600 });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
