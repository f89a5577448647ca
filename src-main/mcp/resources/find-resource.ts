import { UriTemplate } from '@modelcontextprotocol/server';
import { type Resource, type Variables, resources } from './resources.ts';

export interface FoundResource {
  readonly resource: Resource;
  readonly variables: Variables;
}

const templates = resources.map((resource) => ({ resource, template: new UriTemplate(resource.uri) }));

/** The resource an address means, or null. */
export function findResource(uri: string): FoundResource | null {
  for (const { resource, template } of templates) {
    const match = uri === resource.uri ? {} : template.match(uri);
    const variables = match && decode(match);
    if (variables) return { resource, variables };
  }
  return null;
}

/** Null if a variable is empty, a list, or not well encoded. */
function decode(match: Readonly<Record<string, string | readonly string[]>>): Variables | null {
  try {
    const entries = Object.entries(match).map(([name, value]) => {
      if (typeof value !== 'string' || value === '') throw new URIError(name);
      return [name, decodeURIComponent(value)] as const;
    });
    return Object.fromEntries(entries);
  } catch {
    return null;
  }
}
