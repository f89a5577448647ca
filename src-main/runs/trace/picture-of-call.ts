import { sleep } from '../../base/async/deadline.ts';
import type { StopPicture } from '#contract/api';
import type { CallPlace } from '#contract/model/runs/run';
import type { Phase } from '#contract/model/runs/trace';
import type { Runs } from '../runs.ts';

/** Pictures are written when they are ready, which may be after the call. Milliseconds. */
const maxWaitMs = 3_000;
const lookEveryMs = 150;

/**
 * What a call of a run saw.
 * @param phases which pictures will do, the best first
 * @returns null if none comes
 */
export async function pictureOfCall(
  runs: Pick<Runs, 'call' | 'blob'>,
  { run, call }: CallPlace,
  phases: readonly Phase[],
): Promise<StopPicture | null> {
  const end = Date.now() + maxWaitMs;
  for (;;) {
    const { seen } = await runs.call(run, call);
    const isOver = phases.every((phase) => seen[phase] !== null) || Date.now() >= end;
    const best = phases.find((phase) => seen[phase]?.picture);
    const picture = best && seen[best]?.picture;
    if (picture && (isOver || best === phases[0])) {
      const bytes = await runs.blob(run, picture.blob);
      const mimeType = picture.blob.endsWith('.png') ? 'image/png' : 'image/jpeg';
      return bytes && { bytes, mimeType, bounds: picture.bounds };
    }
    if (isOver) return null;
    await sleep(lookEveryMs);
  }
}
