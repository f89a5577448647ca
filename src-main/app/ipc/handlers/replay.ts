import type { RecorderStore } from '../../../recorder/store.ts';
import type { Replay } from '../../../replay/replay.ts';
import type { ServiceHandlers } from './services.ts';

export function replayHandlers(replay: Replay, recorder: RecorderStore): ServiceHandlers<'replay'> {
  return {
    'replay.state': () => replay.state,
    // Settles when the replay ended; its steps are told by `replay.changed` meanwhile.
    'replay.start': async ({ steps }) => {
      await replay.run({ recording: recorder.state.recording, steps });
    },
    'replay.stop': () => replay.stop(),
  };
}
