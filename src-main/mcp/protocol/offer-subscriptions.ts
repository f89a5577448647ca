import type { ServerContext } from '@modelcontextprotocol/server';
import type { Disposable } from '../../base/async/disposable.ts';
import { AppError } from '#contract/errors';
import type { Caller } from '#contract/model/tools/tool-call';
import { mostWatched, watchResource } from '../resources/watch.ts';
import type { ToolRunner } from '../../tools/runner/tool-runner.ts';
import { toProtocolError } from './protocol-error.ts';
import type { AskFor, ProtocolServer } from './server-parts.ts';

/** Who sent a request, and the tools on their behalf. */
interface Clients {
  readonly askFor: AskFor;
  readonly callerOf: (context: ServerContext) => Caller;
}

/** Subscriptions of the 2025 era: one client, one server, and they end with it. */
export function offerSubscriptions(server: ProtocolServer, { engine, recent }: ToolRunner, clients: Clients): void {
  const watches = new Map<string, Disposable>();
  const end = (uri: string) => {
    watches.get(uri)?.dispose();
    watches.delete(uri);
  };
  server.setRequestHandler('resources/subscribe', async ({ params }, context) => {
    const { uri } = params;
    if (watches.size >= mostWatched && !watches.has(uri)) toProtocolError(tooMany());
    const changed = () => void server.sendResourceUpdated({ uri }).catch(() => end(uri));
    const ask = clients.askFor(context);
    const calls = (called: () => void) => recent.on(clients.callerOf(context), called);
    const watch = await watchResource(uri, { engine, ask, calls, changed }).catch(toProtocolError);
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

function tooMany(): AppError {
  return new AppError('rate_limited', `A client may subscribe to ${mostWatched} resources.`, {
    hint: 'Unsubscribe from those that are not needed.',
  });
}
