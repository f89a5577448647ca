import type { CallRecord } from '#contract/api';
import { callTarget } from '#contract/model/permissions/call-target';
import type { Disposable } from '../base/async/disposable.ts';
import { Emitter } from '../base/async/emitter.ts';
import type { CallEnd, CallObserver, CallWaiting } from '../tools/observer.ts';
import { shortParameters } from '../base/short-parameters.ts';

/** The last calls of all callers, as the app shows them live. */
export interface CallLog extends CallObserver {
  /** Oldest first. */
  list(): readonly CallRecord[];
  /** Called for every call when it is held, when the user is asked about it, when it starts, and when it ends, under the same id. */
  onCall(listener: (record: CallRecord) => void): Disposable;
}

/** How many calls are kept. */
const defaultCapacity = 500;
/** A UI tree as text can have megabytes, unreadable in a list. */
const maxTextLength = 20_000;

export function createCallLog(options: { readonly capacity?: number } = {}): CallLog {
  const capacity = options.capacity ?? defaultCapacity;
  const records = new Map<number, CallRecord>();
  const emitter = new Emitter<{ call: CallRecord }>();
  const put = (call: number, record: CallRecord) => {
    records.set(call, record);
    const [oldest] = records.keys();
    if (records.size > capacity && oldest !== undefined) records.delete(oldest);
    emitter.emit('call', record);
  };
  const begin = ({ call, tool, caller, parameters: all }: CallWaiting, status: 'held' | 'asking' | 'running') => {
    const [at, parameters] = [records.get(call)?.at ?? Date.now(), shortParameters(all)];
    const target = callTarget({ parameters, where: '' });
    put(call, { id: String(call), at, tool, caller, parameters, target, status, elapsedMs: 0, text: '' });
  };
  return {
    list: () => [...records.values()],
    onCall: (listener) => emitter.on('call', listener),
    held: (call) => begin(call, 'held'),
    asked: (call) => begin(call, 'asking'),
    before: (call) => begin(call, 'running'),
    async after(end) {
      const { call, tool, caller, elapsedMs, effect, resolution } = end;
      const actsIn = effect === 'observe' ? null : await end.target?.().catch(() => null);
      const where = actsIn?.app || actsIn?.title || '';
      const parameters = shortParameters(end.parameters);
      const at = records.get(call)?.at ?? Date.now() - elapsedMs;
      const text = end.text.length > maxTextLength ? `${end.text.slice(0, maxTextLength)}…` : end.text;
      const target = callTarget({ parameters, where, element: resolution?.element });
      put(call, { id: String(call), at, tool, caller, parameters, target, status: statusOf(end), elapsedMs, text });
    },
  };
}

function statusOf({ error }: CallEnd): CallRecord['status'] {
  if (!error) return 'ok';
  return error.code === 'permission_denied' ? 'denied' : 'failed';
}
