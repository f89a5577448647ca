import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { parseRecording, type Recording } from '#contract/model/recording';
import { atomicWrite } from '../base/atomic-write.ts';

/**
 * Which recordings this user made here, by a hash of their steps: whatever else is opened comes from elsewhere, and is asked
 * about before it reaches what may start programs. A file that was edited by other means counts as another's.
 */
export interface MadeHere {
  has(recording: Recording): Promise<boolean>;
  /** Remembers it. Never throws: where it cannot be written, the recording is asked about as a stranger's. */
  add(recording: Recording): Promise<void>;
}

/** The last so many are remembered. */
const mostKept = 5_000;
const kept = z.object({ version: z.literal(1), recordings: z.array(z.string()) });

/** @param profile where it is kept, which agents cannot write; without one nothing is remembered */
export function createMadeHere(profile: string | undefined): MadeHere {
  const file = profile === undefined ? null : path.join(profile, 'made-here.json');
  let writing: Promise<void> = Promise.resolve();

  const read = async (): Promise<readonly string[]> => {
    if (file === null) return [];
    try {
      return kept.parse(JSON.parse(await readFile(file, 'utf8'))).recordings;
    } catch {
      return [];
    }
  };
  const write = async (hash: string) => {
    if (file === null) return;
    const recordings = [...(await read()).filter((other) => other !== hash), hash].slice(-mostKept);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await atomicWrite(file, JSON.stringify({ version: 1, recordings }));
  };

  return {
    has: async (recording) => (await read()).includes(hashOf(recording)),
    add(recording) {
      writing = writing.then(() => write(hashOf(recording))).catch(() => undefined);
      return writing;
    },
  };
}

/** Of what it does, however its file is laid out; its name and date do nothing. */
function hashOf(recording: Recording): string {
  const { steps, groups = [] } = parseRecording(JSON.parse(JSON.stringify(recording)));
  return createHash('sha256').update(JSON.stringify({ steps, groups })).digest('hex');
}
