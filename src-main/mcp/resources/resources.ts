import { harmlessJson } from '#contract/foreign-text';
import { listCalls } from '../../tools/servers/calls/index.ts';
import { listWindows } from '../../tools/servers/window-management/looking.ts';
import { captureDesktopScreenshot, captureWindowScreenshot } from '../../tools/servers/ui-collector/screenshots.ts';
import { getUiTree } from '../../tools/servers/ui-collector/ui-tree.ts';
import type { ToolResult, Tool } from '../../tools/define-tool.ts';

const ofWindow = ({ window = '' }: Variables) => ({ window: { called: window } });

/** The resources for clients, most general first. */
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

/** The decoded variables of its address. */
export type Variables = Readonly<Record<string, string>>;

/** A resource that a client may read, and show to its user, by an address: a view of one tool's answer. */
export interface Resource {
  /** RFC 6570, level 1: `desktop://windows/{window}/tree`. One without variables is listed directly. */
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: 'application/json' | 'text/plain' | 'image/png';
  readonly tool: Tool;
  parameters(variables: Variables): Record<string, unknown>;
  /** Extracts the resource from the result. */
  contents(result: ToolResult): string | Uint8Array;
  /**
   * The source of its changes: the window list, the tree of `{window}`, the client's calls. Without it there is no
   * subscription.
   */
  readonly changesWith?: 'windows' | 'tree' | 'calls';
}

/** Checks the literal. */
function defineResource(resource: Resource): Resource {
  return resource;
}
