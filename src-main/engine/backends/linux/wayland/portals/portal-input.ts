import { contains, type Point } from '#contract/model/geometry';
import { sleep } from '../../../../../base/async/deadline.ts';
import type { WheelAxis } from '../../../../backend.ts';
import { DBusFailure } from '../../dbus/failure.ts';
import type { KeyDevice, PointerDevice } from '../compositor.ts';
import type { LayoutKeys } from '../xkb/layout-keys.ts';
import type { Output } from '../wire/outputs.ts';
import type { WaylandConnection } from '../wire/connection.ts';
import { late } from '../input/late.ts';
import { devices, type Granted, type RemoteSession } from './remote-session.ts';
import { notAmongGranted, notShown, notTaken } from './refusals.ts';
import { placedStreams } from './cast.ts';
import type { Portal } from './portal.ts';

/** Larger than any desktop. */
const far = 100_000;
/** Attempts and interval in milliseconds for releasing held input after its session was lost. */
const [recoverTimes, recoverMs] = [5, 300];
/** KEY_UNKNOWN, which no layout has. */
const noKey = 240;

export interface HandsOptions {
  readonly outputs: () => readonly Output[];
  readonly seat: Seat;
  /** Once there is a keyboard. */
  readonly layout: () => Promise<LayoutKeys>;
  /** Whether held input stays pressed when the session ends: KWin 5.27 releases nothing. */
  readonly staysHeld: boolean;
  /** Whether stream positions are in stream pixels: in Mutter they are, elsewhere in logical pixels of the desktop. */
  readonly inStreamPixels: boolean;
}

/** Pointer and keyboard of the portal's session, treated by the desktop like the user's. */
export class PortalInput implements PointerDevice, KeyDevice {
  readonly capacity = Infinity;
  readonly #portal: Portal;
  readonly #session: RemoteSession;
  readonly #options: HandsOptions;
  readonly #held = { keys: new Set<number>(), buttons: new Set<number>() };
  /** Its position without a stream. */
  #at: Point | null = null;
  #layout: Promise<LayoutKeys> | null = null;

  constructor(portal: Portal, session: RemoteSession, options: HandsOptions) {
    this.#portal = portal;
    this.#session = session;
    this.#options = options;
  }

  async move(to: Point): Promise<void> {
    const granted = await this.#granted(devices.pointer, 'moving the pointer');
    const on = placedStreams(granted.streams, this.#options.outputs()).find(({ output }) =>
      contains(output.logical, to),
    );
    if (!on) return this.#moveBy(granted, to);
    this.#at = null;
    const { logical, scale } = on.output;
    const factor = this.#options.inStreamPixels ? scale : 1;
    const { width, height } = on.size ?? logical;
    // The portal accepts no position beyond the logical size, even if positions are in the stream's finer pixels.
    const at = {
      x: Math.min((to.x - logical.x) * factor, width - 1),
      y: Math.min((to.y - logical.y) * factor, height - 1),
    };
    await this.#notify(granted, 'NotifyPointerMotionAbsolute', 'udd', on.node, at.x, at.y);
    const rest = { x: to.x - logical.x - at.x / factor, y: to.y - logical.y - at.y / factor };
    if (Math.abs(rest.x) > 1e-6 || Math.abs(rest.y) > 1e-6)
      await this.#notify(granted, 'NotifyPointerMotion', 'dd', rest.x, rest.y);
  }

  async button(code: number, down: boolean): Promise<void> {
    if (!down && !this.#held.buttons.has(code)) return;
    const granted = await this.#granted(devices.pointer, 'pressing buttons');
    await this.#press(granted, 'buttons', code, down);
  }

  async notch(axis: WheelAxis, up: boolean): Promise<void> {
    const granted = await this.#granted(devices.pointer, 'turning the wheel');
    const isVertical = axis === 'vertical';
    const steps = up === isVertical ? -1 : 1;
    await this.#notify(granted, 'NotifyPointerAxisDiscrete', 'ui', isVertical ? 0 : 1, steps);
  }

  async ready(): Promise<boolean> {
    const isNew = this.#session.current === null;
    await this.#granted(devices.keyboard, 'pressing keys');
    return isNew;
  }

  async find(keysyms: readonly number[]): ReturnType<KeyDevice['find']> {
    await this.#granted(devices.keyboard, 'pressing keys');
    this.#layout ??= this.#options.layout();
    try {
      return await (await this.#layout).find(keysyms);
    } catch (error) {
      this.#layout = null;
      throw error;
    }
  }

  async key(code: number, down: boolean): Promise<void> {
    if (!down && !this.#held.keys.has(code)) return;
    const granted = await this.#granted(devices.keyboard, 'pressing keys');
    await this.#press(granted, 'keys', code, down);
  }

  /** Releases everything held, while there is a session. */
  async release(): Promise<void> {
    const granted = this.#session.current;
    if (granted) await this.#releaseIn(granted);
  }

  /** The session was ended, but not by the user: a new one releases what would stay pressed. */
  async recover(): Promise<void> {
    const { keys, buttons } = this.#held;
    if (!this.#options.staysHeld) for (const held of [keys, buttons]) held.clear();
    for (let left = recoverTimes; keys.size + buttons.size > 0 && left > 0; left--) {
      // A restarted service takes time to appear.
      await sleep(recoverMs);
      await this.#session
        .granted()
        .then((granted) => this.#releaseIn(granted))
        .catch(() => undefined);
    }
  }

  async #releaseIn(granted: Granted): Promise<void> {
    for (const kind of ['keys', 'buttons'] as const)
      for (const code of [...this.#held[kind]]) await this.#press(granted, kind, code, false);
  }

  async #press(granted: Granted, kind: 'keys' | 'buttons', code: number, down: boolean): Promise<void> {
    const held = this.#held[kind];
    if (down) held.add(code);
    const member = kind === 'keys' ? 'NotifyKeyboardKeycode' : 'NotifyPointerButton';
    await this.#notify(granted, member, 'iu', code, down ? 1 : 0);
    if (!down) held.delete(code);
  }

  /**
   * Relative moves, starting at the last corner of the only output, if nothing opens there. During a drag, starting at the last
   * position, since the dragged object should not go to the corner.
   */
  async #moveBy(granted: Granted, to: Point): Promise<void> {
    const [output, ...others] = this.#options.outputs();
    if (!output || others.length > 0 || output.scale !== 1) throw notShown();
    const { x, y, width, height } = output.logical;
    const from = this.#held.buttons.size > 0 ? this.#at : null;
    if (!from) await this.#notify(granted, 'NotifyPointerMotion', 'dd', far, far);
    const { x: fromX, y: fromY } = from ?? { x: x + width - 1, y: y + height - 1 };
    await this.#notify(granted, 'NotifyPointerMotion', 'dd', Math.floor(to.x) - fromX, Math.floor(to.y) - fromY);
    this.#at = { x: Math.floor(to.x), y: Math.floor(to.y) };
  }

  async #granted(device: number, what: string): Promise<Granted> {
    const granted = await this.#session.granted();
    if ((granted.devices & device) === 0) throw notAmongGranted(what);
    const { seat } = this.#options;
    if (device === devices.pointer)
      await seat.needs(capabilities.pointer, () => this.#notify(granted, 'NotifyPointerMotion', 'dd', 0, 0));
    else await seat.needs(capabilities.keyboard, () => this.#tapNoKey(granted));
    return granted;
  }

  async #tapNoKey(granted: Granted): Promise<void> {
    for (const state of [1, 0]) await this.#notify(granted, 'NotifyKeyboardKeycode', 'iu', noKey, state);
  }

  async #notify({ session }: Granted, member: string, signature: string, ...body: readonly number[]): Promise<void> {
    try {
      const all = { signature: `o${signature}`, body: [session, ...body] };
      await this.#portal.notify({ face: 'RemoteDesktop', member, ...all });
    } catch (error) {
      throw error instanceof DBusFailure ? notTaken(error.message) : error;
    }
  }
}

/** https://wayland.app/protocols/wayland#wl_seat:enum:capability */
const capabilities = { pointer: 1, keyboard: 2 } as const;

const capabilitiesEvent = 0;

/** Timeout and poll interval for a device to appear, and time for apps to notice it; milliseconds. */
const [withinMs, looksEveryMs, noticedMs] = [2_000, 20, 250];

/** The capabilities of the seat. Without a mouse or keyboard, a seat has none until a virtual one is used. */
export class Seat {
  readonly #known: Promise<unknown>;
  #has = 0;

  constructor(connection: WaylandConnection) {
    connection.bind('wl_seat', 1, (opcode, event) => {
      if (opcode === capabilitiesEvent) this.#has = event.uint();
    });
    this.#known = connection.sync();
    this.#known.catch(() => undefined);
  }

  /** Ensures that the seat has a device, so that apps receive its events. @param wake uses it, without any effect */
  async needs(device: number, wake: () => Promise<void>): Promise<void> {
    await this.#known;
    if (this.#hasAll(device)) return;
    await wake();
    for (let left = withinMs; !this.#hasAll(device); left -= looksEveryMs) {
      if (left <= 0) throw late('The desktop', withinMs);
      await sleep(looksEveryMs);
    }
    await sleep(noticedMs);
  }

  #hasAll(device: number): boolean {
    return (this.#has & device) === device;
  }
}
