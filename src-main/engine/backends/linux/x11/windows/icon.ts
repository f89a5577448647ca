import type { WindowId } from '#contract/model/windows/window';
import type { Disposable } from '../../../../../base/async/disposable.ts';
import type { XConnection } from '../display/connection.ts';
import { parseWindowId } from '../display/ids.ts';
import { readProperty } from '../display/properties.ts';

const wantedSize = 32;
/** Enough for a few large icons; the server truncates the rest, which is skipped here. */
const maxBytes = 4 << 20;

const maxRemembered = 256;

/** The windows' icons as PNG, cached until they change. */
export class IconCache implements Disposable {
  readonly #x: XConnection;
  readonly #icons = new Map<number, Promise<Uint8Array | null>>();
  #listening: Disposable | null = null;

  constructor(x: XConnection) {
    this.#x = x;
  }

  /**
   * The size closest to 32 pixels; null if the window has none. The window must be observed, so that its changes arrive.
   * @throws XFailure BadWindow if it is gone
   */
  async read(id: WindowId): Promise<Uint8Array | null> {
    const atom = await this.#x.atom('_NET_WM_ICON');
    this.#listening ??= this.#x.onEvent(({ name, wid, atom: changed }) => {
      if (name === 'DestroyNotify' || changed === atom) this.#icons.delete(wid);
    });
    const window = parseWindowId(id);
    const known = this.#icons.get(window);
    if (known) return known;
    const reading = readIcon(this.#x, window);
    this.#remember(window, reading);
    return reading;
  }

  dispose(): void {
    this.#listening?.dispose();
    this.#icons.clear();
  }

  #remember(window: number, icon: Promise<Uint8Array | null>): void {
    const oldest = this.#icons.keys().next();
    if (this.#icons.size >= maxRemembered && !oldest.done) this.#icons.delete(oldest.value);
    this.#icons.set(window, icon);
    icon.catch(() => this.#icons.delete(window));
  }
}

async function readIcon(x: XConnection, window: number): Promise<Uint8Array | null> {
  const { data } = await readProperty(x, window, '_NET_WM_ICON', maxBytes);
  const icon = nearestIcon(data);
  if (!icon) return null;
  // Most commands need none.
  const { encodePng } = await import('../../../../picture/png.ts');
  return encodePng({ width: icon.width, height: icon.height, rgba: toRgba(icon.argb), opaque: false });
}

export interface Icon {
  readonly width: number;
  readonly height: number;
  /** Little-endian ARGB, not premultiplied. */
  readonly argb: Buffer;
}

/** _NET_WM_ICON is a list of width, height and that many pixels. */
export function nearestIcon(data: Buffer): Icon | null {
  let best: Icon | null = null;
  for (let at = 0; at + 8 <= data.length;) {
    const width = data.readUInt32LE(at);
    const height = data.readUInt32LE(at + 4);
    const end = at + 8 + width * height * 4;
    if (width === 0 || height === 0 || end > data.length) break;
    if (best === null || Math.abs(width - wantedSize) < Math.abs(best.width - wantedSize)) {
      best = { width, height, argb: data.subarray(at + 8, end) };
    }
    at = end;
  }
  return best;
}

function toRgba(argb: Buffer): Buffer {
  const rgba = Buffer.allocUnsafe(argb.length);
  for (let at = 0; at < argb.length; at += 4) {
    rgba.writeUInt32BE(((argb.readUInt32LE(at) << 8) | (argb[at + 3] ?? 0)) >>> 0, at);
  }
  return rgba;
}
