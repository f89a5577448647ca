import { AppError } from '#contract/errors';
import { leftNote, linesOf } from '../../base/text-bounds.ts';
import { isObject, textOf } from '../ufo-log/read-ufo-log.ts';
import type { ForeignFiles } from './importer.ts';

/** What UFO asked a model in one step. */
export interface UfoRequest {
  readonly prompt: string;
  /** As it was answered in the step before. */
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
    prompt: Array.isArray(prompt) ? prompt.map(inWords).join('\n\n') : textOf(prompt),
    plan: Array.isArray(plan) ? plan.map(textOf) : [],
    controls: controls.length === 0 ? undefined : { text: controls.map(asLine).join('\n'), count: controls.length },
  };
}

function asLine(control: Readonly<Record<string, unknown>>): string {
  return `${textOf(control['id'])}. ${textOf(control['type'])}: ${JSON.stringify(textOf(control['name']))}`;
}

function inWords(message: unknown): string {
  if (!isObject(message)) return textOf(message);
  const { role, content } = message;
  const parts = Array.isArray(content) ? content.map(partInWords) : [textOf(content)];
  return `${textOf(role)}:\n${parts.join('\n')}`;
}

/** Pictures are told of elsewhere. */
function partInWords(part: unknown): string {
  if (!isObject(part)) return textOf(part);
  return typeof part['text'] === 'string' ? part['text'] : `[${textOf(part['type'])}]`;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
