import type { PickBarApi } from '#contract/api';
import type { Handlers } from '#contract/define';
import type { PickBarState } from '#contract/events';
import type { Inspector } from '../../../inspect/inspector.ts';
import type { Role } from '../sender.ts';

export function pickBarHandlers(inspector: Inspector, state: () => PickBarState): Handlers<PickBarApi, Role> {
  return { 'bar.state': state, 'bar.stop': () => inspector.stop() };
}
