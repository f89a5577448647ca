import { UriTemplate } from '@modelcontextprotocol/server';
import type { AskTool } from '../../tools/runner/ask-tool.ts';
import { openWindows } from '../open-windows.ts';
import type { Resource } from './define-resource.ts';
import { resources } from './desktop.ts';
import { quoted } from '#contract/foreign-text';

/** The resources whose addresses have variables. */
export const templates: readonly Resource[] = resources.filter(({ uri }) => UriTemplate.isTemplate(uri));

export interface ListedResource {
  readonly uri: string;
  readonly title: string;
  readonly resource: Resource;
}

/** Every resource there is at this moment. @throws AppError */
export async function listResources(ask: AskTool): Promise<readonly ListedResource[]> {
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
