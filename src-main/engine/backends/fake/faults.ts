import { sleep } from '../../../base/async/deadline.ts';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';

/** Where a fault can strike: a method of the back end; `tree` is the walk, `input` covers mouse and keyboard. */
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
 * `hang` never answers; `freeze` blocks the process's event loop; `crash` kills the process; `vanish` closes the window first;
 * `stale` reports that the element is gone; `slow` answers after {@link slowMs}; `deaf` reports success without acting. With
 * `deaf:tree` an app offers its window without content, with `deaf:focused` it has not reported the focus yet, and with
 * `deaf:uptake` it leaves its input in the queue.
 */
export const faultKinds = ['hang', 'freeze', 'crash', 'vanish', 'stale', 'slow', 'deaf'] as const;
export type FaultKind = (typeof faultKinds)[number];

export const slowMs = 400;

export class Faults {
  readonly #faults = new Map<FaultPoint, { readonly kind: FaultKind; times: number }>();

  /** Applies from now on, or to the next `times` calls. */
  set(kind: FaultKind, point: FaultPoint, times = Infinity): void {
    this.#faults.set(point, { kind, times });
  }

  clear(): void {
    this.#faults.clear();
  }

  /**
   * Called by every provider method first. False if the method must only pretend to succeed. `vanish` closes the caller's
   * window.
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
 * Parses `kind:point[:times]`, comma-separated, e.g. `hang:tree,crash:capture:1`, the format of `DESKSCOPE_FAKE_FAULT`.
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
