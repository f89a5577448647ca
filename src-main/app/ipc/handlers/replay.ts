import type { RecorderStore } from '../../../recorder/store.ts';
import { filledIn, needsOf } from '../../../replay/fill-in.ts';
import type { Replay } from '../../../replay/replay.ts';
import { pictureOfCall } from '../../../runs/trace/picture-of-call.ts';
import type { Runs } from '../../../runs/runs.ts';
import type { Traces } from '../../../runs/traces.ts';
import type { ServiceHandlers } from './services.ts';

interface ReplayServices {
  readonly replay: Replay;
  readonly recorder: RecorderStore;
  readonly runs: Runs;
  readonly traces: Pick<Traces, 'placeOf'>;
}

export function replayHandlers({ replay, recorder, runs, traces }: ReplayServices): ServiceHandlers<'replay'> {
  return {
    'replay.state': () => replay.state,
    // Settles when the replay ended; its steps are told by `replay.changed` meanwhile.
    'replay.start': async ({ inputs = {}, ...chosen }) => {
      await replay.run({ ...chosen, ...filledIn(() => recorder.recording, inputs), isOwn: !recorder.isForeign });
    },
    'replay.needs': () => needsOf(recorder.recording),
    'replay.picture': async ({ step }) => {
      const { call, status } = replay.state.results.find((result) => result.step === step) ?? {};
      const place = call === undefined ? null : traces.placeOf(call);
      if (!place) return null;
      // What was healed is shown as it was found; what stopped, as it stood then.
      return pictureOfCall(runs, place, status === 'healed' ? ['before'] : ['after', 'before']);
    },
    'replay.stop': () => replay.stop(),
    'replay.pause': () => replay.pause(),
    'replay.resume': ({ until }) => replay.resume(until),
    'replay.stepOver': () => replay.stepOver(),
    'replay.setBreakpoint': ({ step, on }) => replay.setBreakpoint(step, on),
  };
}
