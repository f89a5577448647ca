import type { ToolResult, Tool } from '../../tools/define-tool.ts';

/** What the variables of its address hold, decoded. */
export type Variables = Readonly<Record<string, string>>;

/** Something a client may read, and show to its user, by an address: a view of what one tool answers. */
export interface Resource {
  /** RFC 6570, level 1: `desktop://windows/{window}/tree`. One without variables is listed as it is. */
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: 'application/json' | 'text/plain' | 'image/png';
  readonly tool: Tool;
  parameters(variables: Variables): Record<string, unknown>;
  /** What of the result is the resource. */
  contents(result: ToolResult): string | Uint8Array;
  /** What it changes with: the window list, the tree of `{window}`, the client's calls. Without it there is no subscription. */
  readonly changesWith?: 'windows' | 'tree' | 'calls';
}

/** Checks the literal. */
export function defineResource(resource: Resource): Resource {
  return resource;
}
