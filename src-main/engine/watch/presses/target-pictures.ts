import { withDeadline } from '../../../base/async/deadline.ts';
import type { InputEvent, RecordedTarget } from '#contract/model/engine';
import { intersect, type Point, type Rect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { EngineContext } from '../../operations/operation.ts';
import { encodePicture } from '../../picture/encode.ts';
import { blackened } from '../../picture/pixels.ts';
import { shoot } from '../../picture/shoot.ts';
import { descend } from '../../tree/walk.ts';
import type { Found } from '../found.ts';
import type { Shot } from '../../picture/shots.ts';

/** Larger elements are cropped to this size; screen pixels. */
const most = { width: 240, height: 120 };
/** Margin around it, so that its border is visible. */
const rim = 4;
const shotMs = 300;

/** Small pictures of the elements that users act on, taken at their bounds. */
export class TargetPictures {
  readonly #context: EngineContext;
  /** Pixels are encoded only if the user acted on the element. */
  readonly #encoded = new WeakMap<RecordedTarget, () => Promise<string | null>>();

  constructor(context: EngineContext) {
    this.#context = context;
  }

  /**
   * Keeps the element's current look, except for password fields, elements below other windows, and windows that could not be
   * read, which may have such fields.
   * @param stack the windows, topmost first
   * @param at the pointer's position; null for none
   */
  take({ window, target, node, path: [root] }: Found, stack: readonly WindowInfo[], at: Point | null): void {
    if (!window || !target || !node?.bounds || !root?.children?.length || node.states.includes('password')) return;
    // The unread part may be such a field.
    if (node.more) return;
    const region = part(node.bounds, window.bounds, at);
    if (!region || isCovered(region, window, stack)) return;
    const secrets = [...descend(root)].flatMap(({ states, bounds }) =>
      states.includes('password') && bounds ? [bounds] : [],
    );
    const shot = this.#shoot(region);
    let encoded: Promise<string | null> | undefined;
    this.#encoded.set(target, () => (encoded ??= shot.then((kept) => kept && encode(kept, secrets))));
  }

  /** The same element under another name. */
  share(from: RecordedTarget, to: RecordedTarget): void {
    const encoded = this.#encoded.get(from);
    if (encoded) this.#encoded.set(to, encoded);
  }

  /** The event with the picture of its target, if there is one. */
  async addTo(event: InputEvent): Promise<InputEvent> {
    if (!('target' in event) || !event.target) return event;
    const picture = await this.#encoded.get(event.target)?.();
    return picture ? { ...event, target: { ...event.target, picture } } : event;
  }

  async #shoot(region: Rect): Promise<Shot | null> {
    try {
      return await withDeadline({ timeoutMs: shotMs, what: 'A picture of an element' }, () =>
        shoot(this.#context, { kind: 'region', region }),
      );
    } catch (error) {
      this.#context.log('info', 'an element has no picture', error);
      return null;
    }
  }
}

/** The shown part of an element: all of it, or as much as fits around the point. Null if nothing is visible. */
function part(bounds: Rect, window: Rect, at: Point | null): Rect | null {
  const { x, y, width, height } = bounds;
  const around = { x: x - rim, y: y - rim, width: width + 2 * rim, height: height + 2 * rim };
  const shown = intersect(around, window);
  if (!shown) return null;
  const across = cut(shown.x, shown.width, most.width, at?.x);
  const down = cut(shown.y, shown.height, most.height, at?.y);
  return { x: across.start, y: down.start, width: across.length, height: down.length };
}

function cut(start: number, length: number, room: number, at = start): { readonly start: number; length: number } {
  if (length <= room) return { start, length };
  const from = Math.round(at - room / 2);
  return { start: Math.min(Math.max(from, start), start + length - room), length: room };
}

/** Whether other windows cover a part of one. @param stack topmost first */
export function isCovered(region: Rect, { id }: WindowInfo, stack: readonly WindowInfo[]): boolean {
  const above = stack.slice(
    0,
    stack.findIndex((window) => window.id === id),
  );
  return above.some(({ state, bounds }) => state !== 'minimized' && intersect(bounds, region) !== null);
}

async function encode({ pixels, ...shot }: Shot, secrets: readonly Rect[]): Promise<string> {
  const { bytes } = await encodePicture(
    { ...shot, pixels: blackened(pixels, secrets, shot.bounds) },
    { format: 'webp' },
  );
  return Buffer.from(bytes).toString('base64');
}
