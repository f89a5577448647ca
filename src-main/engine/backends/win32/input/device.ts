import koffi from 'koffi';
import { AppError } from '#contract/errors';
import type { MouseButton } from '#contract/model/recordings/action';
import type { Point } from '#contract/model/geometry';
import { monotonicMs } from '../../../../base/async/monotonic.ts';
import type { WheelAxis } from '../../../backend.ts';
import { virtualScreen } from '../monitors/monitors.ts';
import { getSystemMetrics } from '../native/constants.ts';
import { createFileMapping, mapViewOfFile } from '../native/shared-memory.ts';
import * as api from './api.ts';
import { inputSize, packInputs, type InputEvent } from './events.ts';
import { scanCodeOf } from './layout.ts';
import type { Held, PressedKeyJournal } from './pressed-key-journal.ts';
import { buttonEvent, buttonKeys, hardwareButton, moveEvent, wheelEvents } from './mouse.ts';
import type { VirtualKey } from './virtual-keys.ts';

/** `SM_SWAPBUTTON`: https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-getsystemmetrics */
const swapButton = 23;

/** Raw input through `SendInput`. Tracks what it holds, so that everything can be released. */
export class Device {
  readonly #journal: PressedKeyJournal;
  readonly #keys = new Map<number, VirtualKey>();
  readonly #buttons = new Set<MouseButton>();

  constructor(journal: PressedKeyJournal) {
    this.#journal = journal;
  }

  /** In physical screen pixels. */
  move(to: Point): void {
    send([moveEvent(to, virtualScreen())]);
    const at: Partial<Point> = {};
    api.getCursorPos(at);
    // Some positions are unreachable this way in Wine, and the screen may have been resized meanwhile.
    if (at.x !== to.x || at.y !== to.y) api.setCursorPos(to.x, to.y);
  }

  button(button: MouseButton, down: boolean): void {
    const hardware = hardwareButton(button, getSystemMetrics(swapButton) !== 0);
    this.#noting(
      down,
      () => (down ? this.#buttons.add(hardware) : this.#buttons.delete(hardware)),
      () => send([buttonEvent(hardware, down)]),
    );
  }

  /** Both are sent in one array, so that no other input comes between. */
  pressAt(button: MouseButton, at: Point): void {
    const hardware = hardwareButton(button, getSystemMetrics(swapButton) !== 0);
    this.#noting(
      true,
      () => this.#buttons.add(hardware),
      () => send([moveEvent(at, virtualScreen()), buttonEvent(hardware, true)]),
    );
  }

  /** Pressed buttons that are not held by us. */
  heldBySomebody(): readonly MouseButton[] {
    const swapped = getSystemMetrics(swapButton) !== 0;
    const all = Object.keys(buttonKeys) as MouseButton[];
    return all
      .filter((hardware) => !this.#buttons.has(hardware) && api.isKeyDown(buttonKeys[hardware]))
      .map((hardware) => hardwareButton(hardware, swapped));
  }

  wheel(axis: WheelAxis, notches: number): void {
    send(wheelEvents(axis, notches));
  }

  /** Presses or releases keys in order. */
  keys(keys: readonly VirtualKey[], down: boolean): void {
    for (const key of keys) {
      this.#noting(
        down,
        () => (down ? this.#keys.set(key.code, key) : this.#keys.delete(key.code)),
        () => send([keyEvent(key, down)]),
      );
    }
  }

  /**
   * Presses and releases a key while others are held. Sent at once: no other input comes between, and the end of this process
   * cannot separate a press from its release.
   */
  tap(key: VirtualKey, held: readonly VirtualKey[]): void {
    const back = [...held].reverse();
    send([
      ...held.map((each) => keyEvent(each, true)),
      keyEvent(key, true),
      keyEvent(key, false),
      ...back.map((each) => keyEvent(each, false)),
    ]);
  }

  /** Types one character, independent of the layout. */
  character(character: string): void {
    const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i));
    send(units.flatMap((unit) => [true, false].map((down) => ({ type: 'unit', unit, down }) as const)));
  }

  /** Whether we hold the key. */
  holds(code: number): boolean {
    return this.#keys.has(code);
  }

  /** Everything held by {@link button} and {@link keys}. */
  releaseAll(): void {
    if (this.#keys.size + this.#buttons.size === 0) return;
    send(releases(this.#held()));
    this.#keys.clear();
    this.#buttons.clear();
    this.#journal.write(this.#held());
  }

  /** A press is recorded before it is sent, and removed after its release. */
  #noting(down: boolean, note: () => void, act: () => void): void {
    if (!down) act();
    note();
    this.#journal.write(this.#held());
    if (down) act();
  }

  #held(): Held {
    return { keys: [...this.#keys.values()], buttons: [...this.#buttons] };
  }
}

/** Releases everything still held by a dead process. */
export function releaseLeft({ keys, buttons }: Held): void {
  const down = {
    keys: keys.filter(({ code }) => api.isKeyDown(code)),
    buttons: buttons.filter((button) => api.isKeyDown(buttonKeys[button])),
  };
  if (down.keys.length + down.buttons.length > 0) send(releases(down));
}

/** In reverse order of pressing. */
function releases({ keys, buttons }: Held): readonly InputEvent[] {
  return [
    ...buttons.map((button) => buttonEvent(button, false)),
    ...[...keys].reverse().map((key) => keyEvent(key, false)),
  ];
}

/** With the key's scan code in the foreground layout: remote desktops and games use nothing else. */
function keyEvent(key: VirtualKey, down: boolean): InputEvent {
  return { type: 'key', key, scanCode: scanCodeOf(key.code, api.layoutInFront()), down };
}

/** Owned by this process; freed when it ends. */
let mark: SentMark | undefined;

/** Milliseconds since any Deskscope sent input; null if none has. */
export function sentAgo(): number | null {
  mark ??= new SentMark();
  return mark.ago();
}

/** @throws AppError `elevated_target` if Windows blocks it */
function send(events: readonly InputEvent[]): void {
  mark ??= new SentMark();
  mark.note();
  const sent = api.sendInput(events.length, packInputs(events), inputSize);
  if (sent === events.length) return;
  throw new AppError('elevated_target', 'Windows blocked the input.', {
    hint: 'The app in front runs with higher privileges, or the screen is locked.',
    delivery: sent === 0 ? 'not_delivered' : 'unknown',
  });
}

/** PAGE_READWRITE and FILE_MAP_WRITE of winnt.h and memoryapi.h; memory of no file. */
const [readWrite, write, noFile] = [0x04, 0x02, -1] as const;

const markBytes = 8;

/**
 * When any Deskscope last sent input, by the machine's monotonic clock; in memory shared by this session until the last user
 * exits. New memory is zeroed: https://learn.microsoft.com/windows/win32/api/winbase/nf-winbase-createfilemappinga
 */
class SentMark {
  readonly #view: unknown;

  constructor() {
    const mapping = createFileMapping(noFile, null, readWrite, 0, markBytes, 'Local\\DeskscopeSent');
    this.#view = mapping === 0 ? null : mapViewOfFile(mapping, write, 0, 0, markBytes);
  }

  /** To be called before sending. */
  note(): void {
    if (this.#view !== null) koffi.encode(this.#view, 'double', monotonicMs());
  }

  /** Milliseconds since then; null if none was sent. */
  ago(): number | null {
    const at: unknown = this.#view === null ? 0 : koffi.decode(this.#view, 'double');
    return typeof at === 'number' && at > 0 ? Math.max(0, monotonicMs() - at) : null;
  }
}
