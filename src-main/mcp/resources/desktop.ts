import { listCalls } from '../../tools/servers/calls/index.ts';
import { listWindows } from '../../tools/servers/window-management/looking.ts';
import { captureDesktopScreenshot, captureWindowScreenshot } from '../../tools/servers/ui-collector/screenshots.ts';
import { getUiTree } from '../../tools/servers/ui-collector/ui-tree.ts';
import type { ToolResult } from '../../tools/define-tool.ts';
import { defineResource, type Resource, type Variables } from './define-resource.ts';
import { harmlessJson } from '#contract/foreign-text';

const ofWindow = ({ window = '' }: Variables) => ({ window: { called: window } });

/** What clients may read, most general first. */
export const resources: readonly Resource[] = [
  defineResource({
    uri: 'desktop://windows',
    name: 'windows',
    title: 'Open windows',
    description: 'The windows that are open on the desktop.',
    mimeType: 'application/json',
    tool: listWindows,
    parameters: () => ({}),
    contents: ({ data }) => harmlessJson(data),
    changesWith: 'windows',
  }),
  defineResource({
    uri: 'desktop://screen',
    name: 'screen',
    title: 'Screenshot of the desktop',
    description: 'A picture of all screens.',
    mimeType: 'image/png',
    tool: captureDesktopScreenshot,
    parameters: () => ({}),
    contents: pictureOf,
  }),
  defineResource({
    uri: 'desktop://calls',
    name: 'calls',
    title: 'My calls',
    description: 'The trace of this client: what it called, who decided, how it ended.',
    mimeType: 'application/json',
    tool: listCalls,
    parameters: () => ({ limit: 1_000 }),
    contents: ({ data }) => harmlessJson(data),
    changesWith: 'calls',
  }),
  defineResource({
    uri: 'desktop://windows/{window}/tree',
    name: 'window-tree',
    title: 'Elements of a window',
    description: 'The element tree of a window, by its title or handle.',
    mimeType: 'application/json',
    tool: getUiTree,
    parameters: ofWindow,
    contents: ({ text }) => text,
    changesWith: 'tree',
  }),
  defineResource({
    uri: 'desktop://windows/{window}/screenshot',
    name: 'window-screenshot',
    title: 'Screenshot of a window',
    description: 'A picture of a window, by its title or handle.',
    mimeType: 'image/png',
    tool: captureWindowScreenshot,
    parameters: ofWindow,
    contents: pictureOf,
  }),
];

function pictureOf({ image, text }: ToolResult): string | Uint8Array {
  return image?.bytes ?? text;
}
