import { ResourceNotFoundError, type Resource as WireResource } from '@modelcontextprotocol/server';
import { AppError } from '#contract/errors';
import type { Resource } from '../resources/define-resource.ts';
import { listResources, templates } from '../resources/list-resources.ts';
import { findResource } from '../resources/find-resource.ts';
import type { AskFor, ProtocolServer } from './build-server.ts';
import { toProtocolError } from './protocol-error.ts';

/** Lists and reads resources: what there always is, what belongs to the windows open now, and the form of their addresses. */
export function offerResources(server: ProtocolServer, askFor: AskFor): void {
  server.setRequestHandler('resources/list', async (_, context) => {
    const found = await listResources(askFor(context)).catch(toProtocolError);
    return { resources: found.map(({ uri, title, resource }) => describe(resource, uri, title)) };
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
      const contents = resource.contents(await askFor(context)(resource.tool, resource.parameters(variables)));
      return { contents: [wireContents(uri, resource.mimeType, contents)] };
    } catch (error) {
      if (error instanceof AppError && error.code === 'window_not_found') throw new ResourceNotFoundError(uri);
      return toProtocolError(error);
    }
  });
}

function describe(resource: Resource, uri: string, title: string): WireResource {
  return { ...words(resource), uri, title };
}

function words({ name, title, description, mimeType }: Omit<Resource, 'uri'>) {
  return { name, title, description, mimeType };
}

function wireContents(uri: string, mimeType: string, contents: string | Uint8Array) {
  if (typeof contents === 'string') return { uri, mimeType, text: contents };
  return { uri, mimeType, blob: Buffer.from(contents).toString('base64') };
}
