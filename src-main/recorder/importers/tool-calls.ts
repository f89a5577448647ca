import { isDeepStrictEqual } from 'node:util';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { z } from 'zod';
import { AppError } from '#contract/errors';
import type { Step } from '#contract/model/recordings/recording';
import type { WindowMatch } from '#contract/model/windows/window';
import { toToolCall, type KnownCall, type StepDraft } from '../../dialects/dialect.ts';
import { secretPlaceholder } from '../../dialects/element.ts';
import { dialectOf, dialects, readCall } from '../../dialects/read-call.ts';
import { recordedMeta } from '../exporters/tool-calls.ts';
import { atLine, createLineCounter, ensureFewSteps, leftOut, type Found } from './imported.ts';

/** A call as users and UFO write it: the name or the key suffices. Published as `docs/tool-calls.schema.json`. */
export const importableCall = z
  .looseObject({
    tool_name: z.string().min(1).optional().describe('For example step_click, or click_input.'),
    tool_key: z.string().min(1).optional().describe('For example action::step_click, or action::click_input.'),
    tool_type: z.enum(['action', 'data_collection']).optional(),
    namespace: z.string().optional(),
    description: z.string().optional().describe('For people: it is not read.'),
    parameters: z.record(z.string(), z.unknown()).nullish().describe('The arguments of the tool.'),
    meta: z.looseObject({ deskscope: z.unknown() }).partial().nullish().describe('What Deskscope keeps of a step.'),
  })
  .refine(({ tool_name, tool_key }) => tool_name !== undefined || tool_key !== undefined, 'tool_name is missing');

export const importableCalls = z.array(importableCall);
type Call = z.output<typeof importableCall>;

/**
 * An array of MCPToolCalls: our own export without loss, even if edited, and hand-written calls.
 * @param text JSON that was parsed already
 * @throws AppError `invalid_parameter` naming line and field
 */
export function importToolCalls(text: string): Found {
  const steps: StepDraft[] = [];
  const notes: string[] = [];
  let head: Found['head'];
  let window: WindowMatch = {};
  const lineAt = createLineCounter(text);
  for (const element of elementsOf(text)) {
    ensureFewSteps(steps);
    const line = lineAt(element.offset);
    const call = parseCall(element, text);
    const tool = call.tool_name ?? call.tool_key?.split('::').at(-1) ?? '';
    const kept = recordedMeta.safeParse(call.meta?.deskscope).data;
    try {
      const found =
        kept && isAsExported(kept.step, call)
          ? { steps: [kept.step] }
          : readCall(callOf(call, tool, window, kept?.step));
      head ??= kept?.recording;
      steps.push(...(kept?.before ?? []));
      if ('steps' in found) steps.push(...found.steps.map((step) => (kept ? amended(kept.step, step, tool) : step)));
      else if ('window' in found) window = found.window;
      else notes.push(leftOut(line, tool, found.leftOut));
      steps.push(...(kept?.after ?? []));
    } catch (error) {
      throw error instanceof AppError ? atLine(line, error.message.replace(/\.$/, '')) : error;
    }
  }
  return { steps, notes, ...(head && { head }) };
}

function parseCall(element: Element, text: string): Call {
  const parsed = importableCall.safeParse(JSON.parse(element.text));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = (issue?.path ?? []).filter((part) => typeof part !== 'symbol');
  const root = parseTree(element.text);
  const within = (root && findNodeAtLocation(root, path))?.offset ?? 0;
  const line = createLineCounter(text)(element.offset + within);
  throw atLine(line, [path.join('.'), issue?.message].filter(Boolean).join(': '));
}

/** Whether a call is still as exported from its step, which then is used unchanged. */
function isAsExported(step: Step, call: Call): boolean {
  const { tool_name: tool = '', parameters } = call;
  return dialects.some((dialect) => {
    const written = toToolCall(dialect, step, secretPlaceholder);
    const exported: unknown = JSON.parse(JSON.stringify(written.parameters));
    return written.tool_name === tool && isDeepStrictEqual(exported, parameters ?? {});
  });
}

function callOf({ parameters }: Call, tool: string, window: WindowMatch, kept: Step | undefined): KnownCall {
  return { ...kept, tool, parameters: parameters ?? {}, window };
}

/** An edited call takes precedence; what its dialect cannot express is kept from the step. */
function amended(kept: Step, step: StepDraft, tool: string): StepDraft {
  const expressed: readonly string[] = dialectOf(tool)?.expresses ?? [];
  const unsaid = Object.fromEntries(Object.entries(kept).filter(([field]) => !expressed.includes(field)));
  return { ...unsaid, ...step };
}

/** An element of a list in a file. */
interface Element {
  readonly text: string;
  readonly offset: number;
}

/**
 * The elements of a JSON list, one by one: parsing all at once, a list of millions takes many times its length in memory.
 * @param text JSON that was parsed already
 */
export function* elementsOf(text: string): Generator<Element> {
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === '[' || character === '{') {
      if (++depth === 1) start = at + 1;
    } else if (character === ']' || character === '}') depth--;
    if (depth > 1 || (depth === 1 && character !== ',') || (depth === 0 && character !== ']')) continue;
    const raw = text.slice(start, at);
    const inside = raw.trim();
    if (inside !== '') yield { text: inside, offset: start + raw.indexOf(inside) };
    start = at + 1;
  }
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '"') return at;
    if (text[at] === '\\') at++;
  }
  return text.length;
}
