import { ResourceNotFoundError, UriTemplate, type ReadResourceResult } from '@modelcontextprotocol/server';
import { pixel } from './fixture.ts';

const template = new UriTemplate('test://template/{id}/data');

const contents: Readonly<
  Record<string, { readonly mimeType: string } & ({ readonly text: string } | { readonly blob: string })>
> = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: pixel.mimeType, blob: pixel.data },
  'test://watched-resource': { mimeType: 'text/plain', text: 'Watched resource content' },
};

export const resources = Object.entries(contents).map(([uri, { mimeType }]) => ({
  uri,
  name: uri.replace('test://', ''),
  description: `The fixture ${uri}`,
  mimeType,
}));

export const resourceTemplates = [
  { uriTemplate: template.toString(), name: 'template', description: 'A fixture by id', mimeType: 'application/json' },
];

/** @throws ResourceNotFoundError */
export function readResource(uri: string): ReadResourceResult {
  const fixed = contents[uri];
  if (fixed) return { contents: [{ uri, ...fixed }] };
  const id = template.match(uri)?.['id'];
  if (id === undefined) throw new ResourceNotFoundError(uri);
  const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` });
  return { contents: [{ uri, mimeType: 'application/json', text }] };
}
