import type { PermissionApi } from '#contract/api';
import type { Handlers } from '#contract/define';
import type { AskingBroker } from '../../../permissions/broker.ts';
import type { Role } from '../sender.ts';

export function permissionHandlers(broker: AskingBroker): Handlers<PermissionApi, Role> {
  return {
    'permissions.pending': () => broker.pending(),
    'permissions.decide': ({ id, answer }) => broker.decide(id, answer),
  };
}
