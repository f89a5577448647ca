import { z } from 'zod';
import { AppError } from '#contract/errors';
import type { StepTarget } from '#contract/model/recordings/recording';
import { leftNote } from '../../base/text-bounds.ts';
import type { Rect } from '#contract/model/geometry';
import { rect } from '#contract/model/schemas/geometry';
import type { WindowMatch } from '#contract/model/windows/window';
import { readUfoLog, type UfoAct } from '../../runs/ufo-log/read-ufo-log.ts';
import type { StepDraft } from '../../dialects/dialect.ts';
import { controlTypeOf, targetCalled } from '../../dialects/element.ts';
import { readCall } from '../../dialects/read-call.ts';
import { leftOut, type Found } from './imported.ts';

const selected = z.object({
  window_info: z.object({ title: z.string(), class_name: z.string().nullish(), rectangle: rect.nullish() }),
});

/** The lines of UFO's `response.log`: its acts as steps. Other lines are reported. */
export function importUfoLog(text: string): Found {
  const { lines, broken, left: unread } = readUfoLog(text);
  const steps: StepDraft[] = [];
  const left = broken.map(({ line, text: written }) => ({
    line,
    note: leftOut(line, written.slice(0, 40), 'it is no line of UFO'),
  }));
  let window: WindowMatch = {};
  let windowBounds: Rect | undefined;
  for (const { line, window: title, acts } of lines) {
    if (title && title !== window.title) [window, windowBounds] = [{ title }, undefined];
    for (const act of acts) {
      const info = selected.safeParse(act.value).data?.window_info;
      if (info) {
        window = { title: info.title, ...(info.class_name && { className: info.class_name }) };
        windowBounds = info.rectangle ?? undefined;
      }
      const found = stepsOf(act, window, windowBounds);
      if (typeof found === 'string') left.push({ line, note: leftOut(line, act.function, found) });
      else steps.push(...found);
    }
  }
  const name = lines.find(({ request }) => request !== '')?.request;
  const notes = [...left.sort((a, b) => a.line - b.line).map(({ note }) => note), ...leftNote(unread)];
  return { steps, notes, ...(name && { head: { name, platform: 'windows' } }) };
}

/** Steps, or the reason why there are none. A failed act becomes a disabled step. */
function stepsOf(act: UfoAct, window: WindowMatch, windowBounds: Rect | undefined): readonly StepDraft[] | string {
  try {
    const { function: tool, arguments: parameters } = act;
    const found = readCall({ tool, parameters, window, target: targetOf(act), ...(windowBounds && { windowBounds }) });
    if ('window' in found) return [];
    if ('leftOut' in found) return found.leftOut;
    const failed = /fail|error/i.test(act.status);
    return failed ? found.steps.map((step) => ({ ...step, enabled: false })) : found.steps;
  } catch (error) {
    if (error instanceof AppError) return error.message.replace(/\.$/, '');
    throw error;
  }
}

function targetOf({ target: logged }: UfoAct): StepTarget | null {
  if (!logged || logged.kind === 'window') return null;
  const [left, top, right, bottom] = logged.rect ?? [0, 0, 0, 0];
  const bounds = right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null;
  return targetCalled({ name: logged.name, controlType: controlTypeOf(logged.type), bounds });
}
