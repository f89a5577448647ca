import type { Modifier } from '#contract/model/recordings/action';
import { DisposableStore, type Disposable } from '../../../../../base/async/disposable.ts';
import type { Log } from '../../../../../base/log.ts';
import { monotonicMs, fromMonotonic } from '../../../../../base/async/monotonic.ts';
import type { InputObserver, RawInput } from '../../../../backend.ts';
import { characterOf } from '../../x11/input/keyboard/characters.ts';
import { isModifier, nameOf } from '../../x11/input/keyboard/keys.ts';
import { cannot, noRecording, unheardWhat, type Compositor, type Told, type ToldKey } from '../compositor.ts';
import { layoutOf, type Desk } from '../desk.ts';
import { KeyOnce, turned, type Change, type SentPresses } from '../input/sent-presses.ts';
import { buttonOf, modifiersIn } from '../input/evdev.ts';
import type { Layout } from '../layout.ts';

/** So much later than it was a busy server of X apps may date what goes to them, in milliseconds. */
const xLateMs = 2_000;
/** The same of a compositor that only looks now and then. */
const lookLateMs = 250;

/** Another who reports what a person does. */
export type Teller = (heard: (told: Told) => void) => Promise<Disposable>;

export interface Tellers {
  /** Of keys, by apps themselves. */
  readonly appKeys: Teller;
  /** The server of apps that come through XWayland; null where there is none. */
  readonly xWayland: Teller | null;
  readonly sent: SentPresses;
  readonly log: Log;
}

/** What a person presses: as the compositor, the apps and the server of X apps report it. */
export function createObserver(desk: Desk, { appKeys, xWayland, sent, log }: Tellers): InputObserver {
  const { compositor } = desk;

  const listen = async (listener: (input: RawInput) => void): Promise<Disposable> => {
    const { presses } = compositor;
    if (!presses && !xWayland) throw unheard(compositor);
    const owned = new DisposableStore();
    const ours = owned.add(sent.follow());
    const once = new KeyOnce();
    const late = new LateKeys();
    const inOrder = new InOrder(presses?.lateMs ?? 0, (input) => listener(late.mark(input)));
    owned.add(inOrder);
    const tell = (input: RawInput) => (presses?.lateMs ? inOrder.push(input) : listener(late.mark(input)));
    const lateOf = (by: string, told: Told) => {
      if (by !== 'compositor') return xWayland ? xLateMs : 0;
      return told.type === 'button' && told.since !== undefined ? lookLateMs : 0;
    };
    const hearFrom = (by: string) => (told: Told) => {
      if (told.type === 'key' && !once.isNew(told, by)) return;
      const change = changeOf(told);
      const byUs = change !== null && ours.isOurs(change, told, lateOf(by, told));
      const input = toRawInput(told, layoutOf(desk));
      if (input) tell(byUs ? { ...input, byUs } : input);
    };
    // Others are a help: without one of them there is something to hear all the same.
    const help = async (by: string, teller: Teller) => {
      const telling = await teller(hearFrom(by)).catch((error: unknown) => {
        log('warn', `${by} tell of no input`, error);
        hearFrom(by)({ type: 'gap', time: monotonicMs() });
        return null;
      });
      if (telling) owned.add(telling);
    };
    try {
      if (presses) owned.add(await presses.listen(hearFrom('compositor')));
      if (xWayland) await help('apps of X', xWayland);
      await help('apps', appKeys);
      return owned;
    } catch (error) {
      owned.dispose();
      throw error;
    }
  };
  return {
    listen,
    grab: (listener) => compositor.grab?.(listener) ?? Promise.reject(unheard(compositor)),
  };
}

/** What may have been sent by us. */
function changeOf(told: Told): Change | null {
  if (told.type === 'key') return { code: told.code, down: true };
  if (told.type === 'button') return { code: told.code, down: told.down };
  return told.type === 'wheel' ? turned(told.notches) : null;
}

function unheard(compositor: Compositor) {
  return cannot(compositor, unheardWhat, noRecording.instead);
}

/** Marks keys that their app told of only after a later press: what had the focus when they came, no one can say any more. */
export class LateKeys {
  #pressedAt = -Infinity;

  /** In the order in which it is told. */
  mark(input: RawInput): RawInput {
    if (input.type === 'button' && input.down) this.#pressedAt = Math.max(this.#pressedAt, input.time);
    return input.type === 'key' && input.time < this.#pressedAt ? { ...input, isLate: true } : input;
  }
}

/** In Deskscope's words; null for modifiers alone, and for buttons and keys that no one asks for. */
export function toRawInput(told: Told, layout: Layout): RawInput | null {
  const time = Math.min(fromMonotonic(told.time), performance.now());
  if (told.type === 'key') return toKey(told, time);
  if (told.type === 'gap') return { type: 'lost', time, cause: 'unheard', events: null };
  const { x, y } = layout.pixelAt(told.at);
  if (told.type === 'move') return { type: 'move', x, y, time };
  if (told.type === 'wheel') return { type: 'wheel', x, y, notches: told.notches, time };
  const button = buttonOf(told.code);
  if (!button) return null;
  return { type: 'button', x, y, button, down: told.down, modifiers: held(told.modifiers), time };
}

/** Only what it types is told of a key, not what it would type alone: its shift is left out where it made another character. */
function toKey({ keysym, modifiers }: ToldKey, time: number): RawInput | null {
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

/** The third level of a layout is no part of a chord. */
function held(mask: number): Modifier[] {
  return modifiersIn(mask).filter((modifier) => modifier !== 'altgr');
}

/** Holds what is told for some time, so that what others tell later of earlier moments comes before it. */
export class InOrder implements Disposable {
  readonly #holdMs: number;
  readonly #listener: (input: RawInput) => void;
  #held: readonly RawInput[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** @param holdMs how late anyone tells, in milliseconds */
  constructor(holdMs: number, listener: (input: RawInput) => void) {
    this.#holdMs = holdMs;
    this.#listener = listener;
  }

  push(input: RawInput): void {
    // What has the same time stays in the order in which it was told.
    this.#held = [...this.#held, input].sort((a, b) => a.time - b.time);
    this.#schedule();
  }

  /** What is still held is reported at once. */
  dispose(): void {
    clearTimeout(this.#timer);
    for (const input of this.#held) this.#listener(input);
    this.#held = [];
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const [first] = this.#held;
    if (first) this.#timer = setTimeout(() => this.#tell(), Math.max(0, first.time + this.#holdMs - performance.now()));
  }

  #tell(): void {
    const until = performance.now() - this.#holdMs;
    const ripe = this.#held.filter(({ time }) => time <= until);
    this.#held = this.#held.slice(ripe.length);
    for (const input of ripe) this.#listener(input);
    this.#schedule();
  }
}
