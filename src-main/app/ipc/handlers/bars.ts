import type { RecordBarApi, PickBarApi, HeldBarApi } from '#contract/api';
import type { Handlers } from '#contract/define';
import type { PickBarState } from '#contract/events';
import type { Inspector } from '../../../inspect/inspector.ts';
import type { SteerRecording } from '../../record-bar/steer-recording.ts';
import type { SteerHeld } from '../../held-bar/steer-held.ts';
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

export function pickBarHandlers(inspector: Inspector, state: () => PickBarState): Handlers<PickBarApi, Role> {
  return { 'bar.state': state, 'bar.stop': () => inspector.stop() };
}

export function heldBarHandlers(steering: SteerHeld): Handlers<HeldBarApi, Role> {
  return {
    'bar.state': () => steering.state,
    'bar.run': ({ id }) => steering.run(id),
    'bar.deny': ({ id }) => steering.deny(id),
    'bar.resume': () => steering.resume(),
    'bar.picture': ({ id }) => steering.picture(id),
    'bar.show': () => steering.show(),
  };
}
