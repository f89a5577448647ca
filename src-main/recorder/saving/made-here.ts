import path from 'node:path';
import { parseRecording, type Recording } from '#contract/model/recordings/recording';
import { createKeptHashes, hashOfText } from '../../base/files/kept-hashes.ts';

/**
 * Which recordings this user made here, by a hash of their steps: whatever else is opened comes from elsewhere, and is asked
 * about before it reaches what may start programs. A file that was edited by other means counts as another's.
 */
export interface MadeHere {
  has(recording: Recording): Promise<boolean>;
  /** Remembers it. Never throws: if it cannot be written, the recording is asked about as a stranger's. */
  add(recording: Recording): Promise<void>;
}

/** @param profile where it is kept, which agents cannot write; without one nothing is remembered */
export function createMadeHere(profile: string | undefined): MadeHere {
  const hashes = createKeptHashes(profile === undefined ? null : path.join(profile, 'made-here.json'), 'recordings');
  return { has: (recording) => hashes.has(hashOf(recording)), add: (recording) => hashes.add(hashOf(recording)) };
}

/** A hash of what it does, independent of the file's layout; name and date are left out. */
function hashOf(recording: Recording): string {
  const { steps, groups = [] } = parseRecording(JSON.parse(JSON.stringify(recording)));
  return hashOfText(JSON.stringify({ steps, groups }));
}
