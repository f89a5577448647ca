import { performance } from 'node:perf_hooks';
import type { Disposable } from '../../../../base/async/disposable.ts';
import type { RawInput } from '../../../backend.ts';
import type { FilterNews, KeyAnswer } from './key-calls.ts';
import type { FilterName } from './key-filters.ts';

/** Timeout until an app has queried a filter about a key and was answered, in milliseconds. */
const answerMs = 1_500;
/** Same, if the previous key was not shown to a filter: its app queries none. */
const unaskedMs = 100;
/** An answer may arrive before the key itself is reported, by at most this many milliseconds. */
const earlyMs = 1_000;

interface Waiting {
  readonly input: RawInput;
  readonly keycode: number | null;
  /** Filters that may still consume the key. */
  readonly open: Set<FilterName>;
  readonly until: number;
  /** Given by a filter. */
  fate: { readonly taken?: true; readonly forwarded?: true };
}

interface Answer extends KeyAnswer {
  readonly filter: FilterName;
  readonly at: number;
}

/**
 * Marks keys consumed by an input method or screen reader, and reports the text that an input method commits instead. A key
 * waits for the filters' answers, and later events wait behind it; without filters there is no delay.
 */
export class FilteredKeys implements Disposable {
  readonly #mayTake: () => readonly FilterName[];
  readonly #deliver: (input: RawInput) => void;
  readonly #now: () => number;
  readonly #waiting: Waiting[] = [];
  /** Sent by us, so that their answers are attributed to no other key. */
  #ours: { readonly keycode: number; readonly at: number }[] = [];
  #early: Answer[] = [];
  readonly #unasked = new Set<FilterName>();
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param mayTake the filters that may consume a key pressed now
   * @param now by the clock of input
   */
  constructor(mayTake: () => readonly FilterName[], deliver: (input: RawInput) => void, now = () => performance.now()) {
    this.#mayTake = mayTake;
    this.#deliver = deliver;
    this.#now = now;
  }

  /** @param keycode X keycode */
  take(input: RawInput, keycode: number): void {
    const isKey = input.type === 'key';
    const filters = isKey ? this.#mayTake() : [];
    const now = this.#now();
    if (isKey && input.byUs && filters.length > 0) this.#ours.push({ keycode, at: now });
    const open = new Set(isKey && !input.byUs ? filters : []);
    const waitMs = [...open].every((filter) => this.#unasked.has(filter)) ? unaskedMs : answerMs;
    const waiting = { input, keycode: isKey ? keycode : null, open, until: now + waitMs, fate: {} };
    this.#waiting.push(waiting);
    this.#early = this.#early.filter(({ at }) => at > now - earlyMs);
    for (const filter of open) {
      const at = this.#early.findIndex((answer) => answer.filter === filter && answer.keycode === keycode);
      const [answer] = at < 0 ? [] : this.#early.splice(at, 1);
      if (answer) settle(waiting, answer);
    }
    this.#flush();
  }

  received(filter: FilterName, news: FilterNews): void {
    if (news.type === 'asked' || news.type === 'key') this.#unasked.delete(filter);
    if (news.type === 'key') this.#answered({ ...news, filter, at: this.#now() });
    else if (news.type === 'commit' && news.text !== '') this.#committed(news.text);
    else if (news.type === 'preedit') this.#deliver({ type: 'preedit', text: news.text, time: this.#now() });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#waiting.length = 0;
  }

  /** Filters are shown keys in press order: earlier pending keys were not shown. */
  #answered(answer: Answer): void {
    const { filter, keycode } = answer;
    const at = this.#waiting.findIndex((each) => each.keycode === keycode && each.open.has(filter));
    const [waiting] = at < 0 ? [] : [this.#waiting[at]];
    if (!waiting) {
      const ours = this.#ours.findIndex((each) => each.keycode === keycode);
      if (ours >= 0) this.#ours.splice(ours, 1);
      else this.#early.push(answer);
      return;
    }
    for (const earlier of this.#waiting.slice(0, at)) earlier.open.delete(filter);
    settle(waiting, answer);
    this.#flush();
  }

  #committed(text: string): void {
    this.#deliver({ type: 'key', key: text, text, time: this.#now(), committed: true });
  }

  #flush(): void {
    const now = this.#now();
    for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
      if (first.open.size > 0 && first.until > now) break;
      for (const filter of first.open) this.#unasked.add(filter);
      this.#waiting.shift();
      this.#deliver(first.input.type === 'key' ? { ...first.input, ...first.fate } : first.input);
    }
    this.#ours = this.#ours.filter(({ at }) => at > now - answerMs);
    clearTimeout(this.#timer);
    const [next] = this.#waiting;
    if (next) this.#timer = setTimeout(() => this.#flush(), Math.max(1, next.until - now));
  }
}

function settle(waiting: Waiting, { filter, taken, forwarded }: Answer): void {
  waiting.open.delete(filter);
  if (forwarded) waiting.fate = { forwarded };
  if (!taken) return;
  waiting.fate = { taken };
  waiting.open.clear();
}
