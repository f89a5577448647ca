import type { WindowId } from '#contract/model/windows/window';
import type { XAttributes } from 'x11';
import { clientOf } from '../display/client-of.ts';
import type { XConnection } from '../display/connection.ts';
import { formatWindowId } from '../display/ids.ts';
import { readNumbers } from '../display/properties.ts';

/** Focus values that are no window: None and PointerRoot. */
const noWindow = 1;
/** Mapped, like all that it is in. */
const viewable = 2;

/**
 * Who gets the keys: the client that has the X input focus, since window managers move that and announce it in two steps;
 * where the focus is in no client, e.g. in a pop-up, the one that is announced.
 */
export class ActiveWindow {
  readonly #x: XConnection;
  /** The last answer to whose a focused window is: most questions repeat the one before. */
  #last: { readonly focus: number; readonly client: number } | null = null;

  constructor(x: XConnection) {
    this.#x = x;
  }

  async read(): Promise<WindowId | null> {
    const [{ focus }, [announced = 0]] = await Promise.all([
      this.#x.ask<{ readonly focus: number }>((client, done) => client.GetInputFocus(done)),
      readNumbers(this.#x, this.#x.root, '_NET_ACTIVE_WINDOW'),
    ]);
    if (focus === announced) return announced === 0 ? null : formatWindowId(announced);
    const active = (await this.#clientOf(focus)) || ((await this.#isShown(announced)) ? announced : 0);
    return active === 0 ? null : formatWindowId(active);
  }

  /** Managers go on announcing a window that has died: openbox until another one gets the focus. */
  async #isShown(window: number): Promise<boolean> {
    if (window === 0) return false;
    const asked = this.#x.ask<XAttributes>((client, done) => client.GetWindowAttributes(window, done));
    return asked.then(
      ({ mapState }) => mapState === viewable,
      () => false,
    );
  }

  /** The client a window belongs to; 0 where it belongs to none. */
  async #clientOf(focus: number): Promise<number> {
    if (focus <= noWindow || focus === this.#x.root) return 0;
    if (this.#last?.focus === focus) return this.#last.client;
    // A window that goes away meanwhile belongs to none.
    const client = await clientOf(this.#x, focus).catch(() => 0);
    this.#last = client === 0 ? null : { focus, client };
    return client;
  }
}
