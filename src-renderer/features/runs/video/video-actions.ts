import { AppError } from '#contract/errors';
import type { CallDetails } from '#contract/model/runs/run';
import type { Services } from '../../../bridge/services.ts';
import type { RunsActions, RunsState } from '../state.ts';
import { encodeVideo } from './encode.ts';
import { framesOfCalls, framesOfSteps } from './frames.ts';

type SetState = (change: Partial<RunsState>) => void;

/** Exports the open run as a video: reads its pictures, encodes them here, and asks for a path. */
export function videoActions(
  { client, report, notify }: Services,
  set: SetState,
  get: () => RunsState,
): Pick<RunsActions, 'exportVideo' | 'cancelVideo'> {
  let cancel: AbortController | null = null;

  const detailsOf = async (run: string, signal: AbortSignal) => {
    const details = new Map<number, CallDetails>();
    for (const { call } of get().calls.filter(({ thumbnail }) => thumbnail !== undefined)) {
      signal.throwIfAborted();
      details.set(call, await client['runs.call']({ run, call }));
    }
    return details;
  };

  const make = async (run: string, signal: AbortSignal): Promise<Blob> => {
    const { calls, steps } = get();
    const ofCalls = framesOfCalls(calls, await detailsOf(run, signal));
    const frames = ofCalls.length > 0 ? ofCalls : framesOfSteps(steps);
    if (frames.length === 0)
      throw new AppError('not_found', 'This run has no pictures.', { hint: 'Export it as a page or a zip instead.' });
    const load = async (blob: string) => {
      const bytes = await client['runs.blob']({ run, blob });
      return bytes && createImageBitmap(new Blob([bytes as Uint8Array<ArrayBuffer>])).catch(() => null);
    };
    return encodeVideo(frames, { load, signal, progress: (share) => set({ video: share }) });
  };

  return {
    async exportVideo() {
      const run = get().current;
      if (run === null || cancel) return;
      cancel = new AbortController();
      const { signal } = cancel;
      set({ video: 0 });
      try {
        const webm = await make(run, signal);
        set({ video: null });
        const file = await client['runs.saveVideo']({ run, webm: new Uint8Array(await webm.arrayBuffer()) });
        if (file !== null) notify(`Exported ${file}`);
      } catch (error) {
        if (!signal.aborted) report(error);
      } finally {
        cancel = null;
        set({ video: null });
      }
    },

    cancelVideo: () => cancel?.abort(),
  };
}
