import { atomicWrite } from '../../../base/files/atomic-write.ts';
import type { ClientsService } from '../../../services/agents/clients-service.ts';
import { openLink } from '../../open-link.ts';
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
