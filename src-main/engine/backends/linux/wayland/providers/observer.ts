import type { Modifier } from '#contract/model/recordings/action';
import { DisposableStore, type Disposable } from '../../../../../base/async/disposable.ts';
import type { Log } from '../../../../../base/log.ts';
import { monotonicMs, fromMonotonic } from '../../../../../base/async/monotonic.ts';
import type { InputObserver, RawInput } from '../../../../backend.ts';
import { characterOf } from '../../x11/input/keyboard/characters.ts';
import { isModifier, nameOf } from '../../x11/input/keyboard/keys.ts';
import {
  cannot,
  noRecording,
  noInputReports,
  type Compositor,
  type ReportedInput,
  type ReportedKey,
} from '../compositor.ts';
import { layoutOf, type Desk } from '../desk.ts';
import { KeyOnce, turned, type Change, type SentPresses } from '../input/sent-presses.ts';
import { buttonOf, modifiersIn } from '../input/evdev.ts';
import type { Layout } from '../layout.ts';

/** Maximum delay of timestamps of a busy X server, in milliseconds. */
const xLateMs = 2_000;
/** Same for a polled compositor. */
const lookLateMs = 250;

/** Another source of the user's input. */
export type Reporter = (received: (reported: ReportedInput) => void) => Promise<Disposable>;

export interface Tellers {
  /** Keys, from the apps themselves. */
  readonly appKeys: Reporter;
  /** The server of XWayland apps; null if there is none. */
  readonly xWayland: Reporter | null;
  readonly sent: SentPresses;
  readonly log: Log;
}

/** The user's input as reported by the compositor, the apps and the X server. */
export function createObserver(desk: Desk, { appKeys, xWayland, sent, log }: Tellers): InputObserver {
  const { compositor } = desk;

  const listen = async (listener: (input: RawInput) => void): Promise<Disposable> => {
    const { presses } = compositor;
    if (!presses && !xWayland) throw unreported(compositor);
    const owned = new DisposableStore();
    const ours = owned.add(sent.follow());
    const once = new KeyOnce();
    const late = new LateKeys();
    const inOrder = new InOrder(presses?.lateMs ?? 0, (input) => listener(late.mark(input)));
    owned.add(inOrder);
    const report = (input: RawInput) => (presses?.lateMs ? inOrder.push(input) : listener(late.mark(input)));
    const lateOf = (by: string, reported: ReportedInput) => {
      if (by !== 'compositor') return xWayland ? xLateMs : 0;
      return reported.type === 'button' && reported.since !== undefined ? lookLateMs : 0;
    };
    const receiveFrom = (by: string) => (reported: ReportedInput) => {
      if (reported.type === 'key' && !once.isNew(reported, by)) return;
      const change = changeOf(reported);
      const byUs = change !== null && ours.isOurs(change, reported, lateOf(by, reported));
      const input = toRawInput(reported, layoutOf(desk));
      if (input) report(byUs ? { ...input, byUs } : input);
    };
    // Other sources are optional.
    const help = async (by: string, reporter: Reporter) => {
      const reporting = await reporter(receiveFrom(by)).catch((error: unknown) => {
        log('warn', `${by} tell of no input`, error);
        receiveFrom(by)({ type: 'gap', time: monotonicMs() });
        return null;
      });
      if (reporting) owned.add(reporting);
    };
    try {
      if (presses) owned.add(await presses.listen(receiveFrom('compositor')));
      if (xWayland) await help('apps of X', xWayland);
      await help('apps', appKeys);
      return owned;
    } catch (error) {
      owned.dispose();
      throw error;
    }
  };
  return {
    ...(compositor.presses?.missesKeys && { missesKeys: true }),
    listen,
    grab: (listener) => compositor.grab?.(listener) ?? Promise.reject(unreported(compositor)),
  };
}

/** Input that we may have sent. */
function changeOf(reported: ReportedInput): Change | null {
  if (reported.type === 'key') return { code: reported.code, down: true };
  if (reported.type === 'button') return { code: reported.code, down: reported.down };
  return reported.type === 'wheel' ? turned(reported.notches) : null;
}

function unreported(compositor: Compositor) {
  return cannot(compositor, noInputReports, noRecording.instead);
}

/** Marks keys that an app reported only after a later press: the focus at their time can no longer be determined. */
export class LateKeys {
  #pressedAt = -Infinity;

  /** In the order of reports. */
  mark(input: RawInput): RawInput {
    if (input.type === 'button' && input.down) this.#pressedAt = Math.max(this.#pressedAt, input.time);
    return input.type === 'key' && input.time < this.#pressedAt ? { ...input, isLate: true } : input;
  }
}

/** In Deskscope's terms; null for modifiers alone, and for unknown buttons and keys. */
export function toRawInput(reported: ReportedInput, layout: Layout): RawInput | null {
  const time = Math.min(fromMonotonic(reported.time), performance.now());
  if (reported.type === 'key') return toKey(reported, time);
  if (reported.type === 'gap') return { type: 'lost', time, cause: 'unreported', events: null };
  const { x, y } = layout.pixelAt(reported.at);
  if (reported.type === 'move') return { type: 'move', x, y, time };
  if (reported.type === 'wheel') return { type: 'wheel', x, y, notches: reported.notches, time };
  const button = buttonOf(reported.code);
  if (!button) return null;
  return { type: 'button', x, y, button, down: reported.down, modifiers: held(reported.modifiers), time };
}

/** The key event contains the typed character, not the unshifted one: Shift is omitted if it changed the character. */
function toKey({ keysym, modifiers }: ReportedKey, time: number): RawInput | null {
  if (keysym === 0 || isModifier(keysym)) return null;
  const named = nameOf(keysym);
  const character = characterOf(keysym);
  const key = named ?? character?.toLowerCase() ?? null;
  if (key === null) return null;
  const isShiftOfCharacter = named === null && key === character;
  const chord = held(modifiers).filter((modifier) => modifier !== 'shift' || !isShiftOfCharacter);
  const isShortcut = chord.some((modifier) => modifier !== 'shift');
  return { type: 'key', key: [...chord, key].join('+'), text: named || isShortcut ? null : character, time };
}

/** The third level of a layout is not part of a chord. */
function held(mask: number): Modifier[] {
  return modifiersIn(mask).filter((modifier) => modifier !== 'altgr');
}

/** Delays events so that late reports of earlier input are delivered first. */
export class InOrder implements Disposable {
  readonly #holdMs: number;
  readonly #listener: (input: RawInput) => void;
  #held: readonly RawInput[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** @param holdMs maximum reporting delay, in milliseconds */
  constructor(holdMs: number, listener: (input: RawInput) => void) {
    this.#holdMs = holdMs;
    this.#listener = listener;
  }

  push(input: RawInput): void {
    // Events with equal times keep their order of arrival.
    this.#held = [...this.#held, input].sort((a, b) => a.time - b.time);
    this.#schedule();
  }

  /** Delivers all held events at once. */
  dispose(): void {
    clearTimeout(this.#timer);
    for (const input of this.#held) this.#listener(input);
    this.#held = [];
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const [first] = this.#held;
    if (first)
      this.#timer = setTimeout(() => this.#report(), Math.max(0, first.time + this.#holdMs - performance.now()));
  }

  #report(): void {
    const until = performance.now() - this.#holdMs;
    const ripe = this.#held.filter(({ time }) => time <= until);
    this.#held = this.#held.slice(ripe.length);
    for (const input of ripe) this.#listener(input);
    this.#schedule();
  }
}
