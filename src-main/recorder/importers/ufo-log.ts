import { z } from 'zod';
import { AppError } from '#contract/errors';
import type { StepTarget } from '#contract/model/recording';
import type { Rect } from '#contract/model/geometry';
import { rect } from '#contract/model/schemas/geometry';
import type { WindowMatch } from '#contract/model/window';
import { fromCall } from './from-call.ts';
import { controlTypeOf, leftOut, targetCalled, type Found, type StepDraft } from './imported.ts';

const ltrb = z.tuple([z.number().int(), z.number().int(), z.number().int(), z.number().int()]);
const target = z
  .object({ kind: z.string(), name: z.string(), type: z.string().nullish(), rect: ltrb.nullish() })
  .partial()
  .nullish();
type Target = z.output<typeof target>;
const result = z
  .looseObject({ status: z.string().nullish(), error: z.string().nullish(), result: z.unknown().optional() })
  .nullish();
/** UFO 3; UFO 2 wrote its names in camel case. */
const action = z
  .object({ function: z.string(), arguments: z.record(z.string(), z.unknown()).nullish(), target, result })
  .or(
    z
      .object({
        Function: z.string(),
        Args: z.record(z.string(), z.unknown()).nullish(),
        ControlText: z.string().nullish(),
        Results: result,
      })
      .transform((v2) => ({
        function: v2.Function,
        arguments: v2.Args,
        target: (v2.ControlText ? { name: v2.ControlText } : null) as Target,
        result: v2.Results,
      })),
  );
type Act = z.output<typeof action>;
const line = z.looseObject({
  action: z.array(z.unknown()).nullish(),
  Action: z.array(z.unknown()).nullish(),
  application_process_name: z.string().nullish(),
  request: z.string().nullish(),
  Request: z.string().nullish(),
});
const selected = z.object({
  window_info: z.object({ title: z.string(), class_name: z.string().nullish(), rectangle: rect.nullish() }),
});

/** The lines of a `response.log` that UFO writes: its acts as steps. A line that is none of its own is told of. */
export function importUfoLog(text: string): Found {
  const steps: StepDraft[] = [];
  const notes: string[] = [];
  let window: WindowMatch = {};
  let windowBounds: Rect | undefined;
  let name: string | undefined;
  text.split('\n').forEach((written, index) => {
    if (written.trim() === '') return;
    const read = readLine(written);
    if (!read) return void notes.push(leftOut(index + 1, written.slice(0, 40), 'it is no line of UFO'));
    name ??= read.request ?? read.Request ?? undefined;
    const title = read.application_process_name;
    if (title && title !== window.title) [window, windowBounds] = [{ title }, undefined];
    for (const raw of read.action ?? read.Action ?? []) {
      const act = action.safeParse(raw).data;
      if (!act || act.function === '' || act.function === 'no_action') continue;
      const info = selected.safeParse(act.result?.result).data?.window_info;
      if (info) {
        window = { title: info.title, ...(info.class_name && { className: info.class_name }) };
        windowBounds = info.rectangle ?? undefined;
      }
      const found = stepsOf(act, window, windowBounds);
      if (typeof found === 'string') notes.push(leftOut(index + 1, act.function, found));
      else steps.push(...found);
    }
  });
  return { steps, notes, ...(name && { head: { name, platform: 'windows' } }) };
}

function readLine(written: string): z.output<typeof line> | null {
  try {
    return line.parse(JSON.parse(written));
  } catch {
    return null;
  }
}

/** Steps, or why there are none. What failed is a step too, switched off. */
function stepsOf(act: Act, window: WindowMatch, windowBounds: Rect | undefined): readonly StepDraft[] | string {
  try {
    const parameters = act.arguments ?? {};
    const found = fromCall({ tool: act.function, parameters, window, target: targetOf(act), windowBounds });
    if ('window' in found) return [];
    if ('leftOut' in found) return found.leftOut;
    const failed = /fail|error/i.test(act.result?.status ?? '');
    return failed ? found.steps.map((step) => ({ ...step, enabled: false })) : found.steps;
  } catch (error) {
    if (error instanceof AppError) return error.message.replace(/\.$/, '');
    throw error;
  }
}

function targetOf({ target: logged }: Act): StepTarget | null {
  if (!logged || logged.kind === 'window') return null;
  const [left, top, right, bottom] = logged.rect ?? [0, 0, 0, 0];
  const bounds = right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null;
  const controlType = controlTypeOf(logged.type ?? undefined);
  return targetCalled({ name: logged.name, controlType, bounds });
}
