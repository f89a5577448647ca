import { withDeadline } from '../../../../../base/async/deadline.ts';
import { AppError } from '#contract/errors';
import type { Accessibles } from '../bus/accessibles.ts';
import type { App, Apps } from '../bus/apps.ts';
import { orElse } from '../bus/or-else.ts';
import type { Ref } from '../vocabulary/ref.ts';
import { roleSet } from '../vocabulary/roles.ts';
import { hasBit } from '../vocabulary/states.ts';

/** What apps call their windows. */
const dialogs = ['alert', 'color chooser', 'dialog', 'file chooser', 'font chooser'];
const dialogRoles = roleSet(...dialogs);
const windowRoles = roleSet('frame', 'window', ...dialogs);
/** A dialog of GTK 4 that never had the keys is one of these, and reports about itself no more than that it is modal (4.8). */
const plainRoles = roleSet('filler');

/** How long an app may take to list its windows, in milliseconds. A frozen app delays a list by no more. */
const maxWaitMs = 400;
/** An app that did not answer is skipped for this long, in milliseconds, since each query would wait for it. */
const silentMs = 3_000;
const maxRemembered = 256;

/** A window as its app reports it on the accessibility bus. */
export interface ShownFrame {
  readonly ref: Ref;
  readonly processId: number;
  /** What the app calls itself there: often the id that it gives its compositor. */
  readonly appName: string;
  readonly title: string;
  readonly isActive: boolean;
  readonly isMinimized: boolean;
  readonly isModal: boolean;
  readonly isDialog: boolean;
}

/** The windows that all apps of the accessibility bus show. One that does not answer has those that it had. */
export class ShownFrames {
  readonly #apps: Apps;
  readonly #accessibles: Accessibles;
  /** By bus name, which is never given twice. */
  readonly #last = new Map<string, readonly ShownFrame[]>();
  /** Until when, by bus name. */
  readonly #silent = new Map<string, number>();

  constructor(apps: Apps, accessibles: Accessibles) {
    this.#apps = apps;
    this.#accessibles = accessibles;
  }

  /** @param ofProcess false for processes whose windows are reported by somebody else */
  async read(ofProcess: (processId: number) => boolean, signal: AbortSignal): Promise<readonly ShownFrame[]> {
    const apps = (await this.#apps.list(signal)).filter(({ processId }) => processId !== 0 && ofProcess(processId));
    return (await Promise.all(apps.map((app) => this.#ofApp(app, signal)))).flat();
  }

  /** An app that sends an event is responsive again. */
  received(bus: string): void {
    this.#silent.delete(bus);
  }

  /** Whether a window that was read before still has the keys. */
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

  /** Whether one that does not answer still has the keys nobody knows. */
  #asBefore(bus: string): readonly ShownFrame[] {
    return (this.#last.get(bus) ?? []).map((frame) => ({ ...frame, isActive: false }));
  }

  async #ask(app: App, signal: AbortSignal): Promise<readonly ShownFrame[]> {
    const [appName, tops] = await Promise.all([
      this.#accessibles.name(app.root, signal),
      this.#accessibles.children(app.root, signal),
    ]);
    // A frame that disappears meanwhile is skipped. Reports about another app's windows are ignored.
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
      // Qt gives windows without a title the name of their app, and does not report it here.
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
