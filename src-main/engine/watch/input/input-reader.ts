import { performance } from 'node:perf_hooks';
import { sleep } from '../../../base/async/deadline.ts';
import type { Disposable } from '../../../base/async/disposable.ts';
import type { RawInput } from '../../backend.ts';
import type { FeedParts } from '../feed-parts.ts';
import { isDropped, mayEnterText } from '../typing/fields.ts';
import { Presses } from '../presses/presses.ts';
import type { RestingPointer } from '../pointer/resting-pointer.ts';
import { scrolledOf, type WheelMerger } from '../pointer/scrolling.ts';
import { aroundFound, nowhere, type Found } from '../found.ts';
import { Typing } from '../typing/typing.ts';
import type { LiveView } from '../tree/earlier-views.ts';

/** How long input may continue while earlier input is being reported, in milliseconds. */
const settleMs = 3_000;
/**
 * The same if the active window was never read, in milliseconds: LibreOffice takes that long for its first tree on a busy
 * machine.
 */
const firstReadMs = 8_000;
/** How long to wait then for the effect of a press on its window, in milliseconds. */
const lastDeedMs = 700;
/** How often to check whether more input is arriving, and for how long, in milliseconds. */
const receiveLookMs = 20;
const receiveMs = 1_000;

type RawButton = Extract<RawInput, { type: 'button' }>;
type RawWheel = Extract<RawInput, { type: 'wheel' }>;
type RawKey = Extract<RawInput, { type: 'key' }>;

/** Dispatches each input, whoever sent it, to its handlers. */
export class InputReader implements Disposable {
  readonly #parts: FeedParts;
  readonly #resting: RestingPointer;
  readonly #wheel: WheelMerger;
  readonly #presses: Presses;
  readonly #typing: Typing;
  /** Number of inputs of any kind. */
  #received = 0;

  constructor(parts: FeedParts, resting: RestingPointer, wheel: WheelMerger) {
    this.#parts = parts;
    this.#resting = resting;
    this.#wheel = wheel;
    this.#presses = new Presses(parts);
    this.#typing = new Typing(parts);
  }

  on(input: RawInput): void {
    const { queue, unreported, liveTree } = this.#parts;
    this.#received += 1;
    if (input.type === 'move') {
      this.#resting.moved(input);
      this.#presses.moved(input);
      unreported.moved(input);
      return;
    }
    const { time } = input;
    if (input.type === 'preedit') {
      this.#typing.composes(input.text);
      return;
    }
    if (input.type === 'lost') queue.lost(time, input);
    else if (input.byUs) this.#notTheirs();
    else if (queue.isFull) queue.lost(time, { cause: 'tooFast', events: 1 });
    else this.#theirs(input);
    this.#resting.touched();
    unreported.disturbed(input.type === 'button' || (input.type === 'key' && input.text === null));
    if (mayEnterText(input)) unreported.typed(liveTree.view(), time);
    if (input.type === 'wheel') liveTree.glide();
    else liveTree.disturb();
  }

  /** Reports everything done so far, once the edited field shows all of it. @param isEnd nothing more is wanted */
  async settle(isEnd: boolean): Promise<void> {
    const { effects, queue, liveTree } = this.#parts;
    await this.#receiveAll();
    this.#wheel.flush();
    const end = performance.now() + settleMs;
    const timeout = setTimeout(() => this.#presses.goOn(null, liveTree.view()), lastDeedMs);
    do {
      this.#typing.settle();
      await queue.drained();
    } while ((await this.#typing.hasNews()) && performance.now() < end);
    clearTimeout(timeout);
    const moreMs = liveTree.view().root === null ? firstReadMs - settleMs : 0;
    const view = await liveTree.rested(Math.max(0, end + moreMs - performance.now()));
    queue.push(() => effects.until(view));
    if (isEnd) queue.push(() => this.#typing.end());
    await queue.drained();
  }

  dispose(): void {
    this.#typing.dispose();
    this.#presses.end();
  }

  /** Earlier input may still be unread if this process was busy: waits until two checks in a row see no more. */
  async #receiveAll(): Promise<void> {
    const end = performance.now() + receiveMs;
    for (let quiet = 0; quiet < 2 && performance.now() < end;) {
      const received = this.#received;
      await sleep(receiveLookMs);
      quiet = received === this.#received ? quiet + 1 : 0;
    }
  }

  #theirs(input: RawButton | RawWheel | RawKey): void {
    const { hovers, newWindows, queue, scrolling, liveTree } = this.#parts;
    const view = liveTree.view(input.time);
    if (input.type === 'key' && (input.taken || isDropped(input, view.active))) {
      this.#typing.taken(input, view);
      return;
    }
    if (input.type === 'key' && input.committed && this.#typing.isOfPress(input)) return;
    if (input.type !== 'button' || input.down) {
      const opened = newWindows.next(input.time, view);
      if (opened.length > 0) queue.push(() => Promise.resolve(opened));
      this.#presses.goOn(input.type === 'button' ? input : null, view);
    }
    if (input.type === 'wheel') this.#turn(input, view);
    else this.#wheel.flush();
    if (input.type === 'button') this.#button(input, view);
    // After a press, new elements may be its effect.
    if (input.type !== 'button' || !input.down) hovers.forget();
    if (input.type !== 'key') return;
    scrolling.forget();
    this.#typing.key(input, view);
  }

  /** An agent or a replay acts: reports what the user did before, and treats the focus as unknown. */
  #notTheirs(): void {
    const { effects, hovers, newWindows, queue, scrolling, liveTree } = this.#parts;
    this.#presses.goOn(null, liveTree.view());
    this.#wheel.flush();
    const before = this.#typing.beforeNext();
    queue.push(() => before);
    effects.forget();
    scrolling.forget();
    newWindows.forget();
    hovers.forget();
    this.#typing.forget();
  }

  #button(input: RawButton, view: LiveView): void {
    if (!input.down) {
      this.#presses.up(input, view);
      return;
    }
    const { missesKeys } = this.#parts.context.backend.observer;
    // Qt puts what a press commits into the pressed field, too.
    const isUnheard = missesKeys === true || this.#typing.isComposing;
    const found = this.#presses.down(input, view, this.#typing.beforeNext(missesKeys ? view : null));
    this.#typing.pressed(input.time, input.button === 'left' ? found : Promise.resolve(nowhere), view);
    if (mayEnterText(input)) this.#typing.pasted(found);
    else if (isUnheard) this.#typing.unheard(found);
  }

  /** The scrolled content depends on the window's size, so it is not an expected effect. */
  #turn(input: RawWheel, view: LiveView): void {
    const { effects, queue, scrolling, under } = this.#parts;
    const changed = effects.next(view, { at: input.time, found: Promise.resolve(nowhere) });
    queue.push(() => changed);
    this.#wheel.add(input, () => {
      const found = this.#scrolledBy(under(input, view).found);
      scrolling.turned(view, found);
      return found;
    });
  }

  async #scrolledBy(found: Promise<Found>): Promise<Found> {
    const over = await found;
    const node = scrolledOf(over.path);
    return node ? aroundFound(this.#parts.context, over, node) : over;
  }
}
