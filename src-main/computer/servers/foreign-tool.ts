import type { CallToolResult, Tool as WireTool } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { ToolType } from '#contract/model/tools/tool-call';
import type { Effect, ForeignTool, Tool, ToolResult } from '../../tools/define-tool.ts';
import { contentText } from '../tool-call.ts';
import type { Remote } from './remote.ts';
import { harmless, quoted } from '#contract/foreign-text';

export interface ForeignOptions {
  readonly namespace: string;
  readonly type: ToolType;
  /** The effect of its tools according to the user's configuration. */
  readonly effect?: Effect | undefined;
  readonly timeoutMs: (tool: string) => number;
}

/** The runner's own limit comes after the Computer's, whose words are UFO's. */
export const graceMs = 1_000;

/** A tool of another server as a literal of ours: calls to it need permission and are traced like any other. */
export function foreignTool(wire: WireTool, remote: Remote, options: ForeignOptions): Tool {
  const { name, annotations } = wire;
  const { namespace, type } = options;
  const properties = Object.keys(wire.inputSchema.properties ?? {});
  return {
    name,
    namespace,
    type,
    effect: effectOf(wire, options),
    title: harmless(wire.title ?? annotations?.title ?? name),
    description: harmless(wire.description ?? ''),
    input: z.looseObject(Object.fromEntries(properties.map((key) => [key, z.unknown().optional()]))),
    foreign: toForeignTool(wire),
    sentence: (input) =>
      `Call ${name} of the server ${quoted(namespace)} with ${quoted(JSON.stringify(input), Infinity)}`,
    reach: { actsIn: () => ({ id: null, title: '', app: namespace }) },
    deadlineMs: options.timeoutMs(name) + graceMs,
    destructive: annotations?.destructiveHint ?? true,
    idempotent: annotations?.idempotentHint ?? false,
    async run(context, parameters) {
      const progress = (fraction: number, message: string) => context.progress(fraction, message);
      const result = await remote.call({ name, parameters, signal: context.signal, progress });
      return {
        text: contentText(result.content),
        data: result.structuredContent,
        ...pictureOf(result),
        foreign: result,
      };
    },
  };
}

/** The parts that a trace and the command line can show. */
function pictureOf({ content }: CallToolResult): Pick<ToolResult, 'image'> {
  for (const block of content) {
    if (block.type !== 'image' || block.mimeType !== 'image/png') continue;
    return { image: { mimeType: block.mimeType, bytes: Buffer.from(block.data, 'base64') } };
  }
  return {};
}

function toForeignTool({ inputSchema, outputSchema, annotations, _meta }: WireTool): ForeignTool {
  return { inputSchema, outputSchema, annotations, meta: _meta };
}

/** True if the server itself declares that a tool acts; many declare nothing. */
export function saysItActs({ annotations }: WireTool): boolean {
  return annotations?.readOnlyHint === false || annotations?.destructiveHint === true;
}

/**
 * True for a tool that may be under `data_collection`: either the server or the user's configuration declares that it
 * only looks. MCP treats a tool without a declaration as one that acts (`readOnlyHint` is false by default).
 */
export function onlyLooks(tool: WireTool, effect: Effect | undefined): boolean {
  if (saysItActs(tool)) return false;
  return effect === undefined ? tool.annotations?.readOnlyHint === true : effect === 'observe';
}

/** A stranger's word that it only looks counts where the user, too, configured it for collecting data. */
function effectOf({ annotations }: WireTool, { type, effect }: ForeignOptions): Effect {
  if (effect) return effect;
  return type === 'data_collection' && annotations?.readOnlyHint === true ? 'observe' : 'act';
}
