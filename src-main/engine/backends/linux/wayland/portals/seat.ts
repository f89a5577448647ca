import { sleep } from '../../../../../base/async/deadline.ts';
import type { WaylandConnection } from '../wire/connection.ts';
import { late } from '../input/late.ts';

/** https://wayland.app/protocols/wayland#wl_seat:enum:capability */
export const capabilities = { pointer: 1, keyboard: 2 } as const;
const capabilitiesEvent = 0;
/** How long a device may take to be there, how often is looked, and how long apps may take to notice it; milliseconds. */
const [withinMs, looksEveryMs, noticedMs] = [2_000, 20, 250];

/** What the person's seat has. On a machine without a mouse or keyboard it has one only once somebody's is used. */
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

  /** Makes sure that it has a device, so that apps get what that sends. @param wake uses it, without any effect */
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
