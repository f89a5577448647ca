import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Resource as WireResource,
  UriTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { Caller } from '#contract/model/tools/tool-call';
import { pageOf } from '../../tools/answers/page.ts';
import { rowTokens } from '../../tools/answers/room.ts';
import type { AskTool } from '../../tools/runner/ask-tool.ts';
import type { Disposable } from '../../base/async/disposable.ts';
import type { ToolRunner } from '../../tools/runner/tool-runner.ts';
import { type Resource, resources } from '../resources/resources.ts';
import { findResource } from '../resources/find-resource.ts';
import { openWindows } from '../open-windows.ts';
import { mostWatched, watchResource } from '../resources/watch.ts';
import { toProtocolError, type AskFor, type ProtocolServer } from './server-parts.ts';

/** Lists and reads resources: the permanent ones, those of open windows, and the templates of their addresses. */
export function offerResources(server: ProtocolServer, askFor: AskFor): void {
  server.setRequestHandler('resources/list', async ({ params }, context) => {
    const found = await listResources(askFor(context)).catch(toProtocolError);
    const offset = offsetOf(params?.cursor);
    const page = pageOf(found, toRow, { what: 'resources', offset, room: rowTokens });
    const next = offset + page.items.length;
    return {
      resources: page.items.map(({ data }) => data),
      ...(next < found.length && { nextCursor: String(next) }),
    };
  });
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: templates.map(({ uri, ...resource }) => ({ ...words(resource), uriTemplate: uri })),
  }));
  server.setRequestHandler('resources/read', async ({ params }, context) => {
    const { uri } = params;
    const found = findResource(uri);
    if (!found) throw new ResourceNotFoundError(uri);
    const { resource, variables } = found;
    try {
      const { tool, mimeType } = resource;
      const result = await askFor(context)(tool, resource.parameters(variables), rowTokens);
      const contents = [wireContents(uri, mimeType, resource.contents(result))];
      if (result.note) contents.push(wireContents(uri, 'text/plain', `Of the tool ${tool.name}: ${result.note}`));
      return { contents };
    } catch (error) {
      if (error instanceof AppError && error.code === 'window_not_found') throw new ResourceNotFoundError(uri);
      return toProtocolError(error);
    }
  });
}

/** @throws ProtocolError for a cursor that no answer contained */
function offsetOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'That cursor is none of those that were given out.');
}

function toRow({ uri, title, resource }: ListedResource) {
  return { text: '', data: toWireResource(resource, uri, title) };
}

function toWireResource(resource: Resource, uri: string, title: string): WireResource {
  return { ...words(resource), uri, title };
}

type WireContents = { uri: string; mimeType: string } & ({ text: string } | { blob: string });

function words({ name, title, description, mimeType }: Omit<Resource, 'uri'>) {
  return { name, title, description, mimeType };
}

function wireContents(uri: string, mimeType: string, contents: string | Uint8Array): WireContents {
  if (typeof contents === 'string') return { uri, mimeType, text: contents };
  return { uri, mimeType, blob: Buffer.from(contents).toString('base64') };
}

/** The resources whose addresses have variables. */
const templates: readonly Resource[] = resources.filter(({ uri }) => UriTemplate.isTemplate(uri));

interface ListedResource {
  readonly uri: string;
  readonly title: string;
  readonly resource: Resource;
}

/** Every resource there is at this moment. @throws AppError */
async function listResources(ask: AskTool): Promise<readonly ListedResource[]> {
  const windows = await openWindows(ask);
  return resources.flatMap((resource) => {
    const { uri, title } = resource;
    if (!UriTemplate.isTemplate(uri)) return [{ uri, title, resource }];
    const template = new UriTemplate(uri);
    return windows.map((window) => ({
      uri: template.expand({ window: window.handle }),
      title: `${title}: ${quoted(window.title)}`,
      resource,
    }));
  });
}

/** The sender of a request, and the tools on its behalf. */
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
