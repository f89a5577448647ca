import type { Disposable } from '../../base/async/disposable.ts';
import { Emitter } from '../../base/async/emitter.ts';
import { currentAccess, type Access } from '../../permissions/access.ts';
import type { Caller } from '#contract/model/tools/tool-call';
import type { CallEnd, CallObserver } from '../observer.ts';
import { shortParameters, shortText } from '../../base/short-parameters.ts';
import type { CallNote } from '../define-tool.ts';

/** Number of calls kept for all callers together. */
const kept = 1_000;
/** Reading the list is neither listed nor announced. */
const reading = 'data_collection::list_calls';

/** Keeps recent calls, for their callers. */
export class RecentCalls implements CallObserver {
  readonly #emitter = new Emitter<{ call: Caller }>();
  #calls: { readonly caller: Caller; readonly access: Access; readonly note: CallNote }[] = [];

  before(): void {
    // Calls that have not ended have no result.
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

  /** Oldest first; those made with the token of this request. */
  of(caller: Caller): readonly CallNote[] {
    const access = currentAccess();
    return this.#calls.filter((one) => one.access === access && isSame(one.caller, caller)).map(({ note }) => note);
  }

  /** Calls back for every ended call of that caller, or of any caller if null. */
  on(caller: Caller | null, listener: () => void): Disposable {
    return this.#emitter.on('call', (who) => {
      if (!caller || isSame(who, caller)) listener();
    });
  }
}

function isSame(a: Caller, b: Caller): boolean {
  return a.kind === b.kind && a.name === b.name;
}
