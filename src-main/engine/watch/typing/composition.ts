import { performance } from 'node:perf_hooks';
import { isParagraph } from '#contract/model/elements/element-facts';
import type { InputEvent } from '#contract/model/engine';
import { sleep } from '../../../base/async/deadline.ts';
import type { RawInput } from '../../backend.ts';
import type { EngineContext } from '../../operations/operation.ts';
import { pathTo } from '../../tree/walk.ts';
import { detailsOf, nowhere, type Found } from '../found.ts';
import type { LiveView } from '../tree/earlier-views.ts';
import { handledBy } from './focus-target.ts';

type RawKey = Extract<RawInput, { type: 'key' }>;

/** How long uncommitted text may take to reach its app after something has ended composing, in milliseconds. */
const commitMs = 250;

/** Maximum time between the first and last text committed then, in milliseconds. */
const lastMs = 40;

const lookEveryMs = 10;

/** Text that an input method composes in a field, and the part committed by a press. */
export class Composition {
  #text = '';
  /** Inputs that may end composing, oldest first, each with what is committed then. */
  readonly #ends: { readonly began: number; readonly committed: RawKey[] }[] = [];

  get isOpen(): boolean {
    return this.#text !== '';
  }

  /** @param text empty at the end */
  changed(text: string): void {
    this.#text = text;
  }

  /** Whether a committed text is the awaited one, however late it is received on a busy machine. */
  isOfPress(input: RawKey): boolean {
    const end = this.#ends.find(({ began }) => input.time - began < commitMs + lastMs);
    end?.committed.push(input);
    return end !== undefined;
  }

  /** Other input may end composing: returns text that is committed as a result. */
  async rest(): Promise<readonly RawKey[]> {
    if (!this.isOpen) return [];
    const end = { began: performance.now(), committed: [] as RawKey[] };
    this.#ends.push(end);
    const isOver = () => this.#text === '' || end.committed.length > 0;
    for (let ms = 0; ms < commitMs && !isOver(); ms += lookEveryMs) await sleep(lookEveryMs);
    await sleep(lastMs);
    this.#ends.splice(this.#ends.indexOf(end), 1);
    return end.committed;
  }
}

/** Text that an input method made and its app does not show. @param at milliseconds by the input clock */
export function lossAt(at: number, events: number | null = null): InputEvent {
  return { type: 'lost', at, cause: 'uncommitted', events };
}

interface TakenText {
  readonly committed: readonly RawKey[];
  /** Whether the app took it is unknown. */
  readonly isUnclear: boolean;
}

export const noText: TakenText = { committed: [], isUnclear: false };

/**
 * Text that an input method committed to a paragraph of a document, which is no field whose value is read. Its app may drop the
 * text, as LibreOffice does on a click in the document.
 */
export class CommittedText {
  readonly #context: EngineContext;
  #pieces: readonly RawKey[] = [];
  /** Index of the first piece after other text, which the app may correct. */
  #run = 0;
  #in: Found = nowhere;

  constructor(context: EngineContext) {
    this.#context = context;
  }

  /** @param found the focused element */
  add(input: RawKey, found: Found): void {
    if (this.#in.node?.runtimeId !== found.node?.runtimeId) this.take();
    this.#in = found;
    if (input.committed) this.#pieces = [...this.#pieces, input];
    else this.#run = this.#pieces.length;
  }

  /** Its content, which it then forgets: other input may delete or change that. */
  take(): CommittedText {
    const taken = new CommittedText(this.#context);
    [taken.#pieces, taken.#run, taken.#in] = [this.#pieces, this.#run, this.#in];
    [this.#pieces, this.#run, this.#in] = [[], 0, nowhere];
    return taken;
  }

  /** A loss at each text that the paragraph does not show once its app has handled the input. */
  async losses(): Promise<readonly InputEvent[]> {
    const shown = this.#pieces.length > 0 ? await this.#shownIn(this.#in) : null;
    if (shown === null) return [];
    return this.#pieces.filter((piece) => !shown.includes(textOf(piece))).map(({ time }) => lossAt(time, 1));
  }

  /**
   * What the focused element took of text that other input made the input method commit. Elements other than
   * paragraphs take all.
   * @param view the desktop before that input, with what was being composed
   */
  async taken(committed: readonly RawKey[], found: Found, { root }: Pick<LiveView, 'root'>): Promise<TakenText> {
    const { node } = found;
    if (committed.length === 0 || (node && !isParagraph(node))) return { committed, isUnclear: false };
    const shown = await this.#shownIn(found);
    if (!node || shown === null) return { committed, isUnclear: true };
    const before = (root && pathTo(root, node.runtimeId)?.at(-1)?.value) ?? '';
    const run = this.#in.node?.runtimeId === node.runtimeId ? this.#pieces.slice(this.#run).map(textOf).join('') : '';
    const text = committed.map(textOf).join('');
    const isShown = shown.includes(run + text) && countIn(shown, text) >= countIn(before, text);
    return { committed: isShown ? committed : [], isUnclear: false };
  }

  /** The text of a paragraph; null for another element, or if its app does not answer. */
  async #shownIn({ window, node }: Found): Promise<string | null> {
    if (!window || !node || !isParagraph(node)) return null;
    await handledBy(this.#context, window);
    return (await detailsOf(this.#context, window, node))?.value ?? null;
  }
}

function textOf({ text }: RawKey): string {
  return text ?? '';
}

function countIn(text: string, part: string): number {
  return text.split(part).length - 1;
}
