import type { RecorderStore } from '../../../recorder/store.ts';
import type { Replay } from '../../../replay/replay.ts';
import type { ServiceHandlers } from './services.ts';

export function replayHandlers(replay: Replay, recorder: RecorderStore): ServiceHandlers<'replay'> {
  return {
    'replay.state': () => replay.state,
    // Settles when the replay ended; its steps are told by `replay.changed` meanwhile.
    'replay.start': async (chosen) => {
      const current = () => recorder.recording;
      await replay.run({ ...chosen, recording: current(), current });
    },
    'replay.stop': () => replay.stop(),
    'replay.pause': () => replay.pause(),
    'replay.resume': ({ until }) => replay.resume(until),
    'replay.stepOver': () => replay.stepOver(),
    'replay.setBreakpoint': ({ step, on }) => replay.setBreakpoint(step, on),
  };
}
