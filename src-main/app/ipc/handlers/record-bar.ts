import type { RecordBarApi } from '#contract/api';
import type { Handlers } from '#contract/define';
import type { SteerRecording } from '../../record-bar/steer-recording.ts';
import type { Role } from '../sender.ts';

export function recordBarHandlers(steering: SteerRecording): Handlers<RecordBarApi, Role> {
  return {
    'bar.state': () => steering.state,
    'bar.move': ({ x, y }) => steering.move(x, y),
    'bar.pause': () => steering.pause(),
    'bar.check': () => steering.check(),
    'bar.takeBack': () => steering.takeBack(),
    'bar.stop': () => steering.stop(),
    'bar.discard': () => steering.discard(),
  };
}
