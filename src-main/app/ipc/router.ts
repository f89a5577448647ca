import { ipcMain } from 'electron';
import { channels } from '#contract/bridge';
import { AppError, toWire, type Reply } from '#contract/errors';
import type { Log } from '../../base/log.ts';
import type { Dispatch } from './dispatch.ts';
import type { Publisher } from './publish.ts';
import type { Role, Roles } from './sender.ts';

export type Dispatches = Readonly<Record<Role, Dispatch<Role>>>;

export interface RouterOptions {
  readonly roles: Roles;
  readonly publisher: Publisher;
  /** Calls wait for it: the first page is there before what answers it. */
  readonly dispatch: Promise<Dispatches>;
  readonly log: Log;
}

/** The only door from a page into the main process. Refuses loudly: the sender gets `permission_denied`, the log a line. */
export function openDoor({ roles, publisher, dispatch, log }: RouterOptions): void {
  const refused = (what: string, url: string | undefined): Reply<never> => {
    log('warn', `refused ${what} from ${url ?? 'an unknown frame'}`);
    return { ok: false, error: toWire(new AppError('permission_denied', 'This page is not allowed to call that.')) };
  };

  ipcMain.handle(channels.call, (event, method: unknown, input: unknown): Promise<Reply<unknown>> | Reply<never> => {
    const role = roles.of(event);
    if (role === null) return refused(`the call of ${String(method)}`, frameUrl(event));
    return dispatch.then((answering) => answering[role](method, input, role));
  });

  ipcMain.handle(channels.subscribe, (event, topic: unknown, wanted: unknown): Reply<unknown> => {
    const role = roles.of(event);
    if (role === null || !publisher.subscribe(event.sender, role, topic, wanted === true)) {
      return refused(`the subscription to ${String(topic)}`, frameUrl(event));
    }
    return { ok: true, value: undefined };
  });
}

function frameUrl(event: Electron.IpcMainInvokeEvent): string | undefined {
  return event.senderFrame?.url;
}
