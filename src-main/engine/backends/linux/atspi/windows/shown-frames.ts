import { withDeadline } from '../../../../../base/async/deadline.ts';
import { AppError } from '#contract/errors';
import type { Accessibles } from '../bus/accessibles.ts';
import type { App, Apps } from '../bus/apps.ts';
import { orElse } from '../bus/or-else.ts';
import type { Ref } from '../vocabulary/ref.ts';
import { roleSet } from '../vocabulary/roles.ts';
import { hasBit } from '../vocabulary/states.ts';

/** Roles that apps give their windows. */
const dialogs = ['alert', 'color chooser', 'dialog', 'file chooser', 'font chooser'];
const dialogRoles = roleSet(...dialogs);
const windowRoles = roleSet('frame', 'window', ...dialogs);
/** A GTK 4 dialog that was never focused has one of these, and reports only that it is modal (4.8). */
const plainRoles = roleSet('filler');

/** Timeout for an app to list its windows, in milliseconds. A frozen app delays a list by no more. */
const maxWaitMs = 400;
/** An app that did not answer is skipped for this long, in milliseconds, since each query would wait for it. */
const silentMs = 3_000;
const maxRemembered = 256;

/** A window as its app reports it on the accessibility bus. */
export interface ShownFrame {
  readonly ref: Ref;
  readonly processId: number;
  /** The app's own id for the window: often its Wayland app id. */
  readonly appName: string;
  readonly title: string;
  readonly isActive: boolean;
  readonly isMinimized: boolean;
  readonly isModal: boolean;
  readonly isDialog: boolean;
}

/** The windows of all apps on the accessibility bus. An unresponsive app keeps its last known windows. */
export class ShownFrames {
  readonly #apps: Apps;
  readonly #accessibles: Accessibles;
  /** By bus name, which is never reused. */
  readonly #last = new Map<string, readonly ShownFrame[]>();
  /** Expiry time, by bus name. */
  readonly #silent = new Map<string, number>();

  constructor(apps: Apps, accessibles: Accessibles) {
    this.#apps = apps;
    this.#accessibles = accessibles;
  }

  /** @param ofProcess false for processes whose windows another source reports */
  async read(ofProcess: (processId: number) => boolean, signal: AbortSignal): Promise<readonly ShownFrame[]> {
    const apps = (await this.#apps.list(signal)).filter(({ processId }) => processId !== 0 && ofProcess(processId));
    return (await Promise.all(apps.map((app) => this.#ofApp(app, signal)))).flat();
  }

  /** An app that sends an event is responsive again. */
  received(bus: string): void {
    this.#silent.delete(bus);
  }

  /** Whether a previously read window still has the focus. */
  async isActive(frame: ShownFrame, signal: AbortSignal): Promise<boolean> {
    const states = await inTime(signal, (each) => this.#accessibles.states(frame.ref, each)).catch(() => null);
    if (signal.aborted) throw signal.reason as Error;
    return states !== null && hasBit(states, 'active') && hasBit(states, 'showing');
  }

  async #ofApp(app: App, signal: AbortSignal): Promise<readonly ShownFrame[]> {
    const { bus } = app.root;
    if ((this.#silent.get(bus) ?? 0) > Date.now()) return this.#asBefore(bus);
    try {
      const frames = await inTime(signal, (each) => this.#ask(app, each));
      this.#remember(bus, frames);
      return frames;
    } catch (error) {
      if (signal.aborted) throw signal.reason as Error;
      if (error instanceof AppError && error.code === 'timeout') {
        this.#silent.set(bus, Date.now() + silentMs);
        return this.#asBefore(bus);
      }
      this.#last.delete(bus);
      return [];
    }
  }

  /** Unknown for an unresponsive app. */
  #asBefore(bus: string): readonly ShownFrame[] {
    return (this.#last.get(bus) ?? []).map((frame) => ({ ...frame, isActive: false }));
  }

  async #ask(app: App, signal: AbortSignal): Promise<readonly ShownFrame[]> {
    const [appName, tops] = await Promise.all([
      this.#accessibles.name(app.root, signal),
      this.#accessibles.children(app.root, signal),
    ]);
    // A frame that disappears meanwhile is skipped. Reports about other apps' windows are ignored.
    const own = tops.filter((ref) => ref.bus === app.root.bus);
    const read = await Promise.all(own.map((ref) => orElse(this.#describe(app, appName, ref, signal), null)));
    return read.filter((frame) => frame !== null);
  }

  async #describe(app: App, appName: string, ref: Ref, signal: AbortSignal): Promise<ShownFrame | null> {
    const accessibles = this.#accessibles;
    const [role, states, name] = await Promise.all([
      accessibles.role(ref, signal),
      accessibles.states(ref, signal),
      accessibles.name(ref, signal),
    ]);
    const isMinimized = hasBit(states, 'iconified');
    const isShown = hasBit(states, 'visible') && !hasBit(states, 'defunct');
    const isModal = hasBit(states, 'modal');
    const isWindow = windowRoles.has(role) && (hasBit(states, 'showing') || isMinimized);
    if (!isShown || !(isWindow || (isModal && plainRoles.has(role)))) return null;
    return {
      ref,
      processId: app.processId,
      appName,
      // Qt names untitled windows after their app, and does not report that here.
      title: name || appName,
      isActive: hasBit(states, 'active') && !isMinimized,
      isMinimized,
      isModal,
      isDialog: !windowRoles.has(role) || dialogRoles.has(role),
    };
  }

  #remember(bus: string, frames: readonly ShownFrame[]): void {
    const oldest = this.#last.keys().next();
    if (this.#last.size >= maxRemembered && !oldest.done) this.#last.delete(oldest.value);
    this.#last.delete(bus);
    this.#last.set(bus, frames);
  }
}

function inTime<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return withDeadline({ signal, timeoutMs: maxWaitMs, what: 'The app' }, work);
}
