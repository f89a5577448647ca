import { app, shell } from 'electron';
import { AppError } from '#contract/errors';
import { atomicWrite } from '../../../base/files/atomic-write.ts';
import type { ClientsService } from '../../../services/agents/clients-service.ts';
import type { ServiceHandlers } from './services.ts';

export interface BundleDialog {
  saveBundle(suggested: string): Promise<string | null>;
}

export function clientHandlers(clients: ClientsService, dialogs: BundleDialog): ServiceHandlers<'clients'> {
  return {
    'clients.list': () => clients.list(),
    'clients.write': ({ client }) => clients.write(client),
    'clients.remove': ({ client }) => clients.remove(client),
    'clients.check': ({ client }) => clients.check(client),
    'clients.snippet': ({ client }) => clients.snippet(client),
    'clients.openLink': async ({ client }) => openLink(await clients.link(client)),
    'clients.saveBundle': async () => {
      const bundle = await clients.bundle();
      const file = await dialogs.saveBundle('deskscope.mcpb');
      if (file !== null) await atomicWrite(file, bundle);
      return file;
    },
  };
}

/**
 * The only links that may be passed to other programs: those that install us in a client, made by us. Never a page's
 * own.
 */
const schemes: ReadonlySet<string> = new Set(['vscode:', 'cursor:', 'goose:', 'lmstudio:']);

/** @throws AppError `not_found` if no program on this machine takes such links */
async function openLink(link: string): Promise<void> {
  const { protocol } = new URL(link);
  if (!schemes.has(protocol)) throw new Error(`links of ${protocol} are not opened`);
  const missing = new AppError('not_found', `No program on this machine opens ${protocol} links.`, {
    hint: 'Install the client, or write its configuration instead.',
  });
  if (app.getApplicationNameForProtocol(link) === '') throw missing;
  await shell.openExternal(link).catch(() => Promise.reject(missing));
}
