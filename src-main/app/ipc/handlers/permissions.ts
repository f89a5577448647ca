import type { PermissionApi } from '#contract/api';
import type { Handlers } from '#contract/define';
import type { Engine } from '../../../engine/engine.ts';
import type { AskingBroker } from '../../../permissions/broker.ts';
import type { Role } from '../sender.ts';

export function permissionHandlers(broker: AskingBroker, engine: Engine): Handlers<PermissionApi, Role> {
  return {
    'permissions.pending': () => broker.pending(),
    'permissions.decide': ({ id, answer }) => broker.decide(id, answer),
    'permissions.icon': async ({ id }) => {
      const window = broker.pending().find((request) => request.id === id)?.windowId;
      return window ? engine.windowIcon({ window }) : null;
    },
  };
}
