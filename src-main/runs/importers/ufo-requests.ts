import { z } from 'zod';
import { AppError } from '#contract/errors';
import { controlTypes } from '#contract/model/elements/element';
import type { TreeRow } from '#contract/model/runs/trace';
import { leftNote, linesOf } from '../../base/text-bounds.ts';
import { isObject, logText } from '../ufo-log/read-ufo-log.ts';
import type { ForeignFiles } from './importer.ts';

/** UFO's request to a model in one step. */
export interface UfoRequest {
  readonly prompt: string;
  /** From the answer of the step before. */
  readonly plan: readonly string[];
  readonly controls?: { readonly text: string; readonly count: number } | undefined;
}

/** Reads `request.log`, where a line is one question to a model, with its pictures in it. */
export async function readRequests(
  files: ForeignFiles,
): Promise<{ readonly byStep: ReadonlyMap<number, UfoRequest>; readonly notes: readonly string[] }> {
  const byStep = new Map<number, UfoRequest>();
  const notes: string[] = [];
  const text = await files.text('request.log').catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    notes.push(error.message);
    return null;
  });
  const { lines, left } = linesOf(text ?? '');
  notes.push(...leftNote(left));
  lines.forEach((line, index) => {
    if (line.trim() === '') return;
    const request = parsed(line);
    if (!isObject(request)) notes.push(`Line ${index + 1} of request.log is no whole line of UFO; it is left out.`);
    else if (typeof request['step'] === 'number') byStep.set(request['step'], toRequest(request));
  });
  return { byStep, notes };
}

function toRequest(request: Readonly<Record<string, unknown>>): UfoRequest {
  const { prompt, plan, control_info: info } = request;
  const controls = Array.isArray(info) ? info.filter(isObject) : [];
  return {
    prompt: Array.isArray(prompt) ? prompt.map(inWords).join('\n\n') : logText(prompt),
    plan: Array.isArray(plan) ? plan.map(logText) : [],
    controls: controls.length === 0 ? undefined : { text: controls.map(asLine).join('\n'), count: controls.length },
  };
}

function asLine(control: Readonly<Record<string, unknown>>): string {
  return `${logText(control['id'])}. ${logText(control['type'])}: ${JSON.stringify(logText(control['name']))}`;
}

function inWords(message: unknown): string {
  if (!isObject(message)) return logText(message);
  const { role, content } = message;
  const parts = Array.isArray(content) ? content.map(partInWords) : [logText(content)];
  return `${logText(role)}:\n${parts.join('\n')}`;
}

/** Pictures are reported elsewhere. */
function partInWords(part: unknown): string {
  if (!isObject(part)) return logText(part);
  return typeof part['text'] === 'string' ? part['text'] : `[${logText(part['type'])}]`;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** Maximum number of a tree's rows in a trace. */
const mostRows = 2_000;

const node = z.looseObject({
  id: z.string(),
  name: z.string().nullish(),
  control_type: z.string().nullish(),
  rectangle: z.object({ left: z.number(), top: z.number(), right: z.number(), bottom: z.number() }).nullish(),
  children: z.array(z.unknown()).nullish(),
});

/** UFO's tree of a window in `ui_trees/`; it has no states and no values. */
export function rowsOfTree(text: string | null): readonly TreeRow[] | undefined {
  if (text === null) return undefined;
  const rows: TreeRow[] = [];
  const waiting: { readonly value: unknown; readonly parent: string | null; readonly depth: number }[] = [
    { value: valueIn(text), parent: null, depth: 0 },
  ];
  for (let next = waiting.pop(); next && rows.length < mostRows; next = waiting.pop()) {
    const { parent, depth } = next;
    const read = node.safeParse(next.value).data;
    if (!read) continue;
    const { id, name, control_type: type, rectangle, children } = read;
    rows.push({
      id,
      parent,
      depth,
      controlType: controlTypes.find((known) => known === type) ?? 'Custom',
      role: type ?? '',
      name: name ?? '',
      automationId: '',
      value: null,
      states: [],
      bounds: rectangle ? boundsOf(rectangle) : null,
    });
    for (const value of [...(children ?? [])].reverse()) waiting.push({ value, parent: id, depth: depth + 1 });
  }
  return rows.length > 0 ? rows : undefined;
}

function boundsOf({ left, top, right, bottom }: NonNullable<z.output<typeof node>['rectangle']>): TreeRow['bounds'] {
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

function valueIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
