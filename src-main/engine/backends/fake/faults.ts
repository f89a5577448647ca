import { sleep } from '../../../base/async/deadline.ts';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';

/** Where a fault can strike: the back end's own methods, `tree` being the walk and `input` all of mouse and keyboard. */
export const faultPoints = [
  'list',
  'act',
  'move',
  'tree',
  'children',
  'ancestors',
  'details',
  'hitTest',
  'focused',
  'focus',
  'run',
  'cell',
  'input',
  'uptake',
  'capture',
  'highlight',
  'listen',
  'grab',
  'diagnose',
] as const;
export type FaultPoint = (typeof faultPoints)[number];

/**
 * `hang` never answers; `freeze` stops the whole process' event loop; `crash` kills the process; `vanish` closes the window
 * first; `stale` reports the element is gone; `slow` answers after {@link slowMs}; `deaf` says it did and did not; an app deaf to
 * `tree` offers its window and nothing in it, one deaf to `focused` has not said yet where the focus is, and one deaf to `uptake`
 * leaves its input in the queue.
 */
export const faultKinds = ['hang', 'freeze', 'crash', 'vanish', 'stale', 'slow', 'deaf'] as const;
export type FaultKind = (typeof faultKinds)[number];

export const slowMs = 400;

export class Faults {
  readonly #faults = new Map<FaultPoint, { readonly kind: FaultKind; times: number }>();

  /** From now on, or for the next `times` calls. */
  set(kind: FaultKind, point: FaultPoint, times = Infinity): void {
    this.#faults.set(point, { kind, times });
  }

  clear(): void {
    this.#faults.clear();
  }

  /**
   * Called by every provider method before it works. Answers false if the method must pretend to have worked. `vanish` closes
   * what the caller reports.
   */
  async strike(point: FaultPoint, vanish: () => void = () => undefined): Promise<boolean> {
    const fault = this.#faults.get(point);
    if (!fault) return true;
    if (--fault.times <= 0) this.#faults.delete(point);
    switch (fault.kind) {
      case 'hang':
        return new Promise<never>(() => undefined);
      case 'freeze':
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
        return true;
      case 'crash':
        process.kill(process.pid, 'SIGKILL');
        return new Promise<never>(() => undefined);
      case 'vanish':
        vanish();
        return true;
      case 'stale':
        throw new AppError('element_stale');
      case 'slow':
        await sleep(slowMs);
        return true;
      case 'deaf':
        return false;
    }
  }
}

/**
 * Reads `kind:point[:times]`, comma-separated, e.g. `hang:tree,crash:capture:1`, as `DESKSCOPE_FAKE_FAULT` holds it.
 * @throws AppError `invalid_parameter`
 */
export function parseFaults(text: string): Faults {
  const faults = new Faults();
  for (const part of text.split(',').filter((part) => part !== '')) {
    const [kind, point, times] = part.split(':');
    const known = faultKinds.find((name) => name === kind);
    const where = faultPoints.find((name) => name === point);
    if (!known || !where || (times !== undefined && !/^[1-9]\d*$/.test(times))) {
      throw new AppError('invalid_parameter', `${quoted(part)} is not a fault such as hang:tree or crash:capture:1.`);
    }
    faults.set(known, where, times === undefined ? Infinity : Number(times));
  }
  return faults;
}
