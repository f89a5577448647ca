import type { Ref } from '../vocabulary/ref.ts';
import type { Known, Offset, PartOffset, Parts } from './offset.ts';

/** App-drawn content in a window with a scale or, on Wayland, an unknown position; toolkit pop-ups excluded. */
export class DrawnOnSurface implements Parts {
  readonly #drawn: Parts;
  readonly #popups: Parts | null;
  readonly #around: Offset;

  /** @param around the origin of the frame and of everything neither app-drawn nor in a pop-up */
  constructor(drawn: Parts, popups: Parts | null, around: Offset) {
    this.#drawn = drawn;
    this.#popups = popups;
    this.#around = around;
  }

  async offsetOf(ref: Ref, signal: AbortSignal, known?: Known): Promise<PartOffset | null> {
    const inWindow = await this.#drawn.offsetOf(ref, signal, known);
    if (!inWindow || inWindow === 'nowhere') return (await this.#popups?.offsetOf(ref, signal, known)) ?? null;
    const { x, y, scale = 1 } = this.#around;
    return { ...inWindow, x: x + Math.round(inWindow.x * scale), y: y + Math.round(inWindow.y * scale), scale };
  }

  async holds(signal: AbortSignal): Promise<boolean> {
    return (await this.#drawn.holds?.(signal)) ?? true;
  }
}
