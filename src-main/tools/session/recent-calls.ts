import type { Disposable } from '../../base/async/disposable.ts';
import { Emitter } from '../../base/async/emitter.ts';
import { currentAccess, type Access } from '../../permissions/access.ts';
import type { Caller } from '#contract/model/tools/tool-call';
import type { CallEnd, CallObserver } from '../observer.ts';
import { shortParameters, shortText } from '../../base/short-parameters.ts';
import type { CallNote } from '../define-tool.ts';

/** Number of calls that are kept for all callers together. */
const kept = 1_000;
/** Reading the list is nothing to list, and no news of it. */
const reading = 'data_collection::list_calls';

/** Remembers what was called last, for those who called it. */
export class RecentCalls implements CallObserver {
  readonly #emitter = new Emitter<{ call: Caller }>();
  #calls: { readonly caller: Caller; readonly access: Access; readonly note: CallNote }[] = [];

  before(): void {
    // What has not ended has no result to read.
  }

  after({ call, tool, caller, parameters, decision, decidedBy, elapsedMs, error, text }: CallEnd): void {
    const note: CallNote = {
      call,
      at: new Date().toISOString(),
      tool,
      parameters: shortParameters(parameters),
      decision,
      decided_by: decidedBy,
      elapsed_ms: elapsedMs,
      error: error?.code ?? null,
      text: shortText(text),
    };
    if (tool === reading) return;
    this.#calls.push({ caller, access: currentAccess(), note });
    if (this.#calls.length > 2 * kept) this.#calls = this.#calls.slice(-kept);
    this.#emitter.emit('call', caller);
  }

  /** Oldest first; those that came with the token of this request. */
  of(caller: Caller): readonly CallNote[] {
    const access = currentAccess();
    return this.#calls.filter((one) => one.access === access && isSame(one.caller, caller)).map(({ note }) => note);
  }

  /** Called for every call of that caller once it has ended; of anybody's if none is named. */
  on(caller: Caller | null, listener: () => void): Disposable {
    return this.#emitter.on('call', (who) => {
      if (!caller || isSame(who, caller)) listener();
    });
  }
}

function isSame(a: Caller, b: Caller): boolean {
  return a.kind === b.kind && a.name === b.name;
}
