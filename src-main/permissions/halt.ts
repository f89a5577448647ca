import type { HaltKeyTrouble, HaltState } from '#contract/model/permissions/permission';
import type { Disposable } from '../base/async/disposable.ts';
import { Emitter } from '../base/async/emitter.ts';

/** The user's emergency brake: once pulled, agents cannot act until the user resumes. Not persisted. */
export interface Halt {
  readonly state: HaltState;
  /** The problem that keeps its key from working; null for none. */
  setKey(trouble: HaltKeyTrouble | null): void;
  pull(): void;
  resume(): void;
  onChange(listener: (state: HaltState) => void): Disposable;
}

export function createHalt(): Halt {
  let since: number | null = null;
  let key: HaltKeyTrouble | null = null;
  const emitter = new Emitter<{ changed: HaltState }>();
  const set = (next: number | null) => {
    since = next;
    emitter.emit('changed', stateOf(since, key));
  };
  return {
    get state() {
      return stateOf(since, key);
    },
    setKey(trouble) {
      if (JSON.stringify(trouble) === JSON.stringify(key)) return;
      key = trouble;
      emitter.emit('changed', stateOf(since, key));
    },
    pull: () => set(Date.now()),
    resume: () => set(null),
    onChange: (listener) => emitter.on('changed', listener),
  };
}

function stateOf(since: number | null, key: HaltKeyTrouble | null): HaltState {
  return { halted: since !== null, since, ...(key && { key }) };
}
