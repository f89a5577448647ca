import type { Disposable } from '../../base/disposable.ts';
import type { Engine } from '../../engine/engine.ts';
import { watchResource } from '../resources/watch.ts';
import type { AskFor, ProtocolServer } from './build-server.ts';
import { toProtocolError } from './protocol-error.ts';

/** Subscriptions of the 2025 era: one client, one server, and they end with it. */
export function offerSubscriptions(server: ProtocolServer, engine: Engine, askFor: AskFor): void {
  const watches = new Map<string, Disposable>();
  const end = (uri: string) => {
    watches.get(uri)?.dispose();
    watches.delete(uri);
  };
  server.setRequestHandler('resources/subscribe', async ({ params }, context) => {
    const { uri } = params;
    const changed = () => void server.sendResourceUpdated({ uri }).catch(() => end(uri));
    const watch = await watchResource(uri, { engine, ask: askFor(context), changed }).catch(toProtocolError);
    end(uri);
    watches.set(uri, watch);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    end(params.uri);
    return {};
  });
  server.onclose = () => [...watches.keys()].forEach(end);
}
