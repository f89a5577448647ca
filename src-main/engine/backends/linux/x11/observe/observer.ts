import { performance } from 'node:perf_hooks';
import { unknownCharacter, type Modifier, type MouseButton } from '#contract/model/recordings/action';
import { disposable, DisposableStore, type Disposable } from '../../../../../base/async/disposable.ts';
import type { Log } from '../../../../../base/log.ts';
import type { InputObserver, RawInput } from '../../../../backend.ts';
import { FilteredKeys } from '../../key-filters/filtered-keys.ts';
import {
  listenToKeyFilters,
  type FilterSources,
  type KeyFilters,
  type ListenToXim,
} from '../../key-filters/key-filters.ts';
import { createComposer, noComposer, type Composer } from '../../xkb/compose.ts';
import type { ServerClock } from '../display/server-clock.ts';
import { type KeymapCache, type Keymap, stateBit } from '../input/keyboard/keymap.ts';
import type { SentInput } from '../input/sent-input.ts';
import { type DeviceEvent, eventCode } from '../input/device.ts';
import { characterOf } from '../input/keyboard/characters.ts';
import { buttonNumbers, wheelDown, wheelUp } from '../input/input.ts';
import { isModifier, nameOf } from '../input/keyboard/keys.ts';
import { grabInput } from './grab.ts';
import { recordInput, recordKeys, type InputReading, type RemappedKeys } from './hook.ts';
import { listenToXim } from './xim.ts';

/** A source of input, until disposed. */
type Source = (reading: InputReading) => Promise<Disposable>;

/** @param clock used to date all reports of this display */
export function createObserver(
  display: string,
  keymaps: KeymapCache,
  sent: SentInput,
  { clock, filters, log }: { readonly clock: ServerClock; readonly filters: FilterSources; readonly log: Log },
): InputObserver {
  const observe = async (
    source: Source,
    listener: (input: RawInput, detail: number) => void,
    reports: Buttons = 'pressed',
  ): Promise<Disposable> => {
    const ours = sent.follow();
    const translate = inSequence({ keymaps, composer: await createComposer(), listener, log, reports });
    const brokenOff = () => {
      log('warn', 'the display broke off telling of input: it is asked again');
      listener({ type: 'lost', time: performance.now(), cause: 'unreported', events: null }, 0);
    };
    try {
      const event = (each: DeviceEvent) => translate.event(each, ours.isOurs(each));
      const missing = (each: DeviceEvent) => translate.missing(each, ours.isOurs(each));
      const remapped = (keys: RemappedKeys) => translate.remapped(keys);
      const observing = await source({ event, remapped, missing, brokenOff });
      return disposable(() => {
        ours.dispose();
        observing.dispose();
      });
    } catch (error) {
      ours.dispose();
      throw error;
    }
  };
  const input: Source = (reading) => recordInput(display, clock, reading);
  const keys: Source = (reading) => recordKeys(display, clock, reading);
  return {
    async listen(listener) {
      const owned = new DisposableStore();
      let running: KeyFilters | null = null;
      const keys = owned.add(new FilteredKeys(() => running?.mayTake() ?? [], listener));
      const xim: ListenToXim = (received) => listenToXim(display, received);
      running = owned.add(await listenToKeyFilters(filters, xim, (filter, news) => keys.received(filter, news)));
      owned.add(
        await observe(openAgain(input), (each, detail) => keys.take(each, detail)).catch((error: unknown) => {
          owned.dispose();
          throw error;
        }),
      );
      return owned;
    },
    keys: (listener) => observe(openAgain(keys), listener),
    grab: (listener) => observe(({ event }) => grabInput(display, event), listener, 'reported'),
  };
}

/** Interval between attempts, in milliseconds: if a display is gone permanently, this process is ended elsewhere. */
const againMs = 250;

/** The same source, reopened whenever it breaks off; each gap is reported first. The first opening may fail. */
function openAgain(
  source: (reading: InputReading) => Promise<Disposable>,
): (reading: InputReading) => Promise<Disposable> {
  return async ({ brokenOff, ...reading }) => {
    let ended = false;
    let timer: NodeJS.Timeout | undefined;
    const open = () => source({ ...reading, brokenOff: broke });
    const broke = () => {
      if (ended) return;
      brokenOff();
      void again();
    };
    const again = async () => {
      const opened = await open().catch(() => null);
      if (ended) opened?.dispose();
      else if (opened) current = opened;
      else timer = setTimeout(() => void again(), againMs);
    };
    let current = await open();
    return disposable(() => {
      ended = true;
      clearTimeout(timer);
      current.dispose();
    });
  };
}

/** Which buttons a source reports: physical ones, or logical ones as in a grab. */
type Buttons = 'pressed' | 'reported';

/** After that many milliseconds a map that is read has the changes, and what else changed since. */
const remappedMs = 3_000;

interface InSequence {
  event(event: DeviceEvent, byUs: boolean): void;
  remapped(keys: RemappedKeys): void;
  /** It was not reported: its data are lost. */
  missing(event: DeviceEvent, byUs: boolean): void;
}

interface Translation {
  readonly keymaps: Pick<KeymapCache, 'get' | 'again' | 'changedLately'>;
  readonly composer: Composer;
  /** Receives the number of the key or button. */
  readonly listener: (input: RawInput, detail: number) => void;
  readonly log: Log;
  readonly reports: Buttons;
}

/** Translates events in order, since the keyboard map may have to be read again in between. */
export function inSequence({ keymaps, composer, listener, log, reports }: Translation): InSequence {
  let last = Promise.resolve();
  // A map that is read once an event has arrived may no longer have what a program gave a key only for its press.
  let remapped: { readonly at: number; readonly keys: RemappedKeys } | null = null;
  let mixed: { readonly of: Keymap; readonly keys: RemappedKeys; readonly keymap: Keymap } | null = null;
  const asRemapped = (read: Keymap): Keymap => {
    if (remapped && performance.now() - remapped.at > remappedMs) remapped = null;
    if (!remapped) return read;
    const { keys } = remapped;
    if (mixed?.of !== read || mixed.keys !== keys) mixed = { of: read, keys, keymap: read.with(keys) };
    return mixed.keymap;
  };
  const next = (event: DeviceEvent, report: (input: RawInput) => void) => {
    last = last
      .then(async () => {
        const known = asRemapped(await keymaps.get());
        // A key may arrive before the change of the map that defines it.
        const keymap = isUnknown(event, known) ? await keymaps.again() : known;
        const input = toRawInput(reports === 'reported' ? event : asReported(event, keymap), keymap, composer);
        if (input) report(input);
        else if (isUnknown(event, keymap) && keymaps.changedLately)
          report({ type: 'key', key: unknownCharacter, text: unknownCharacter, time: event.time });
      })
      .catch((error: unknown) => {
        log('warn', 'an input event was lost', error);
        if (event.code !== eventCode.motion)
          listener({ type: 'lost', time: event.time, cause: 'unread', events: 1 }, event.detail);
      });
  };
  return {
    remapped(keys) {
      last = last.then(() => {
        remapped = { at: performance.now(), keys: new Map([...(remapped?.keys ?? []), ...keys]) };
      });
    },
    event: (event, byUs) => next(event, (input) => listener(byUs ? { ...input, byUs } : input, event.detail)),
    missing(event, byUs) {
      if (!byUs)
        next(event, ({ time }) => listener({ type: 'lost', time, cause: 'unreported', events: 1 }, event.detail));
    },
  };
}

/** The event as apps receive it. */
function asReported(event: DeviceEvent, keymap: Keymap): DeviceEvent {
  const { code, detail } = event;
  const isButton = code === eventCode.buttonPress || code === eventCode.buttonRelease;
  return isButton ? { ...event, detail: keymap.reportedButton(detail) } : event;
}

/** Its key has no keysyms any more. */
function isUnknown({ code, detail }: DeviceEvent, keymap: Keymap): boolean {
  return code === eventCode.keyPress && keymap.row(detail).every((keysym) => keysym === 0);
}

const namesOfButtons = new Map(Object.entries(buttonNumbers).map(([name, n]) => [n, name as MouseButton]));

/** The event for the engine, or null for modifiers alone, key releases, unknown buttons, and keys that type nothing. */
export function toRawInput(event: DeviceEvent, keymap: Keymap, composer: Composer = noComposer): RawInput | null {
  const { x, y, time } = event;
  switch (event.code) {
    case eventCode.motion:
      return { type: 'move', x, y, time };
    case eventCode.buttonPress:
    case eventCode.buttonRelease:
      return toButton(event);
    case eventCode.keyPress:
      return toKey(event, keymap, composer);
    default:
      return null;
  }
}

function toButton({ code, detail, state, x, y, time }: DeviceEvent): RawInput | null {
  const down = code === eventCode.buttonPress;
  if (detail === wheelUp || detail === wheelDown) {
    return down ? { type: 'wheel', x, y, notches: detail === wheelUp ? 1 : -1, time } : null;
  }
  const button = namesOfButtons.get(detail);
  return button ? { type: 'button', x, y, button, down, modifiers: modifiersIn(state), time } : null;
}

function toKey({ detail, state, time }: DeviceEvent, keymap: Keymap, composer: Composer): RawInput | null {
  const keysym = keymap.keysym(detail, state);
  if (keysym === 0 || isModifier(keysym)) return null;
  const modifiers = modifiersIn(state);
  const isShortcut = modifiers.some((modifier) => modifier !== 'shift');
  if (isShortcut) composer.reset();
  const composed = isShortcut ? 'alone' : composer.feed(keysym);
  if (composed === 'begun' || composed === 'dropped') return null;
  const named = nameOf(keysym);
  // The keypad's unshifted keysym is Home and the like; with NumLock its digit is the key.
  const base = characterOf(keymap.base(detail, state)) ?? characterOf(keysym);
  const together = composed === 'alone' ? null : composed.text;
  const key = named ?? (base ?? together)?.toLowerCase() ?? null;
  if (key === null) return null;
  const text = together ?? (named !== null || isShortcut ? null : characterOf(keysym));
  return { type: 'key', key: [...modifiers, key].join('+'), text, time };
}

/** In the order used in chords. */
function modifiersIn(state: number): Modifier[] {
  const modifiers: Modifier[] = [];
  if (state & stateBit.control) modifiers.push('ctrl');
  if (state & stateBit.shift) modifiers.push('shift');
  if (state & stateBit.mod1) modifiers.push('alt');
  if (state & stateBit.mod4) modifiers.push('meta');
  return modifiers;
}
