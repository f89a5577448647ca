import type { Disposable } from '../../../base/async/disposable.ts';
import type { WindowId } from '#contract/model/windows/window';
import type { EngineContext, Operation } from '../../operations/operation.ts';
import { EventLog } from './event-log.ts';

/** Each keeps events. */
const maxLogs = 4;

/** The windows whose events are followed, those that were asked for last. */
export class EventLogs implements Disposable {
  readonly #logs = new Map<WindowId, EventLog>();

  of(context: EngineContext, window: WindowId): EventLog {
    const log = this.#logs.get(window) ?? new EventLog(context, window);
    this.#logs.delete(window);
    this.#logs.set(window, log);
    const [oldest] = this.#logs.keys();
    if (this.#logs.size > maxLogs && oldest !== undefined) this.#drop(oldest);
    return log;
  }

  dispose(): void {
    for (const window of [...this.#logs.keys()]) this.#drop(window);
  }

  #drop(window: WindowId): void {
    this.#logs.get(window)?.dispose();
    this.#logs.delete(window);
  }
}

export const followEvents: Operation<'followEvents'> = (context, { window, since, waitMs }, call) =>
  context.eventLogs.of(context, window).next(since, waitMs, call);
