import type { Check } from '#contract/model/engine';
import { ok, warning } from '../../../doctor/check.ts';
import { runningMethods, type RunningMethod } from '../key-filters/input-method.ts';

const name = 'Input method';

/** Which input method runs, and which engine takes keys. @param display such as `:0` */
export async function checkInputMethod(display: string): Promise<Check> {
  const running = await runningMethods(display);
  const composing = running.filter(({ engine }) => engine !== null);
  if (running.length === 0) return ok(name, 'None is running: keys reach apps as the layout has them.');
  if (composing.length === 0)
    return ok(name, `${running.map(({ method }) => method).join(' and ')}: the engine in use is a keyboard layout.`);
  const engines = composing.map(described).join(' and ');
  if (running.length === 1) return ok(name, `${engines} is on. Deskscope types past it, and records what it inserts.`);
  return warning(name, `${engines} is on, and ${running.length} input methods run.`, 'End the one that is not in use.');
}

function described({ method, engine }: RunningMethod): string {
  return `${engine?.name ?? ''} (${method}, ${engine?.id ?? ''})`;
}
