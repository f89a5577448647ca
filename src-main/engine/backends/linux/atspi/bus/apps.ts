import { withDeadline } from '../../../../../base/async/deadline.ts';
import { AppError } from '#contract/errors';
import { DBusFailure } from '../../dbus/failure.ts';
import { registryFix } from '../../errors.ts';
import { busCall } from '../../dbus/connection.ts';
import { toolkitOf } from '../toolkits/toolkit-of.ts';
import type { Toolkit } from '../toolkits/toolkit.ts';
import * as names from '../vocabulary/names.ts';
import type { Ref } from '../vocabulary/ref.ts';
import { number, refs, text, type Accessibles } from './accessibles.ts';
import type { AccessibilityBus } from './bus.ts';

/** An application on the accessibility bus. */
export interface App {
  readonly root: Ref;
  readonly processId: number;
}

/** The registry answers within a few milliseconds; a slower one is dead or stopped. */
const registryMs = 2_000;

/** Bus names are never reused, so facts about them stay valid. */
const maxRemembered = 512;

/** The apps on the accessibility bus. Queries only the bus, so that a frozen app causes no delay. */
export class Apps {
  readonly #bus: AccessibilityBus;
  readonly #accessibles: Accessibles;
  readonly #processIds = new Map<string, number>();
  readonly #toolkits = new Map<string, Toolkit>();

  constructor(bus: AccessibilityBus, accessibles: Accessibles) {
    this.#bus = bus;
    this.#accessibles = accessibles;
  }

  /** @throws AppError `accessibility_unavailable` if the registry does not answer, which is no app's fault */
  async list(signal: AbortSignal): Promise<readonly App[]> {
    const roots = refs(await withRegistry(signal, (own) => this.#registered(own)));
    return Promise.all(roots.map(async (root) => ({ root, processId: await this.#processId(root.bus, signal) })));
  }

  #registered(signal: AbortSignal): Promise<unknown> {
    const registry: Ref = { bus: names.registry, path: names.rootPath };
    return this.#accessibles.call(registry, names.accessible, 'GetChildren', signal);
  }

  /** 0 if the app is not connected. */
  registryProcessId(signal: AbortSignal): Promise<number> {
    return this.#processId(names.registry, signal);
  }

  /** Must be queried before any bounds, since bounds are queried in the toolkit's coordinates. */
  async toolkit(app: Ref, signal: AbortSignal): Promise<Toolkit> {
    const known = this.#toolkits.get(app.bus);
    if (known) return known;
    const root: Ref = { bus: app.bus, path: names.rootPath };
    const [toolkitName, version, appName] = await Promise.all([
      this.#accessibles.property(root, names.application, 'ToolkitName', signal).then(text),
      this.#accessibles.property(root, names.application, 'Version', signal).then(text, () => ''),
      this.#accessibles.name(root, signal).catch(() => ''),
    ]);
    const toolkit = toolkitOf({ appName, toolkitName, version });
    if (toolkit.coordinates === 'window') this.#accessibles.countFromWindow(app.bus);
    return remember(this.#toolkits, app.bus, toolkit);
  }

  async #processId(bus: string, signal: AbortSignal): Promise<number> {
    const known = this.#processIds.get(bus);
    if (known !== undefined) return known;
    try {
      const call = { ...busCall('GetConnectionUnixProcessID'), signature: 's', body: [bus] };
      return remember(this.#processIds, bus, number((await this.#bus.call(call, signal))[0]));
    } catch (error) {
      if (signal.aborted) throw error;
      // The app left between the two calls.
      return 0;
    }
  }
}

async function withRegistry<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  try {
    return await withDeadline({ signal, timeoutMs: registryMs, what: 'Asking the accessibility registry' }, work);
  } catch (error) {
    const isSilent = error instanceof AppError && error.code === 'timeout' && !signal.aborted;
    if (!isSilent && !(error instanceof DBusFailure)) throw error;
    const message = 'The accessibility registry does not answer, so no app can be read.';
    throw new AppError('accessibility_unavailable', message, { hint: `${registryFix}.`, cause: error });
  }
}

function remember<T>(map: Map<string, T>, key: string, value: T): T {
  const oldest = map.keys().next();
  if (map.size >= maxRemembered && !oldest.done) map.delete(oldest.value);
  map.set(key, value);
  return value;
}
