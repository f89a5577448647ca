import type { HeldBarApi } from '#contract/api';
import type { Handlers } from '#contract/define';
import type { SteerHeld } from '../../held-bar/steer-held.ts';
import type { Role } from '../sender.ts';

export function heldBarHandlers(steering: SteerHeld): Handlers<HeldBarApi, Role> {
  return {
    'bar.state': () => steering.state,
    'bar.run': ({ id }) => steering.run(id),
    'bar.deny': ({ id }) => steering.deny(id),
    'bar.resume': () => steering.resume(),
    'bar.show': () => steering.show(),
  };
}
