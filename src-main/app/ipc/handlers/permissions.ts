import type { PermissionApi } from '#contract/api';
import type { Handlers } from '#contract/define';
import { isNo } from '#contract/model/permissions/permission';
import type { Services } from '../../../services/app.ts';
import type { Role } from '../sender.ts';

type Needed = Pick<Services, 'broker' | 'engine' | 'promptLock' | 'reading'>;

export function permissionHandlers({ broker, engine, promptLock, reading }: Needed): Handlers<PermissionApi, Role> {
  return {
    'permissions.pending': () => broker.pending(),
    'permissions.decide': async ({ id, answer, at }) => {
      if (isNo(answer)) {
        broker.decide(id, answer);
        return;
      }
      await reading.check(at);
      broker.decide(id, answer);
      promptLock.waitForActs();
    },
    // Text that an agent typed would not be the user's answer.
    'permissions.reply': async ({ id, text, at }) => {
      await reading.check(at);
      broker.reply(id, text);
      promptLock.waitForActs();
    },
    'permissions.picture': async ({ id }) => {
      const asked = broker.pending().find((request) => request.id === id);
      const window = asked?.kind === 'permission' ? asked.windowId : null;
      if (!window) return null;
      const { bytes, bounds } = await engine.capture({
        target: { kind: 'window', window },
        options: { maxWidth: 640 },
      });
      return { png: bytes, bounds };
    },
    'permissions.icon': async ({ id }) => {
      const asked = broker.pending().find((request) => request.id === id);
      const window = asked?.kind === 'permission' ? asked.windowId : null;
      return window ? engine.windowIcon({ window }) : null;
    },
  };
}
