import path from 'node:path';
import { parseRecording, type Recording } from '#contract/model/recordings/recording';
import { createKeptHashes, hashOfText } from '../../base/files/kept-hashes.ts';

/**
 * Remembers which recordings this user made here, by a hash of their steps: all others count as foreign and need confirmation
 * before they reach anything that may start programs. A file edited by other means counts as foreign.
 */
export interface MadeHere {
  has(recording: Recording): Promise<boolean>;
  /** Remembers it. Never throws: if it cannot be written, the recording counts as foreign. */
  add(recording: Recording): Promise<void>;
}

/** @param profile where it is stored, out of reach of agents; without one nothing is remembered */
export function createMadeHere(profile: string | undefined): MadeHere {
  const hashes = createKeptHashes(profile === undefined ? null : path.join(profile, 'made-here.json'), 'recordings');
  return { has: (recording) => hashes.has(hashOf(recording)), add: (recording) => hashes.add(hashOf(recording)) };
}

/** A hash of its actions, independent of the file's layout; name and date are excluded. */
function hashOf(recording: Recording): string {
  const { steps, groups = [] } = parseRecording(JSON.parse(JSON.stringify(recording)));
  return hashOfText(JSON.stringify({ steps, groups }));
}
