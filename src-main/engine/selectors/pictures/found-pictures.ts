import { parseSelector, pictureStep, type PictureStep } from '#contract/model/elements/selector';
import type { WindowId } from '#contract/model/windows/window';

/** With this the runtime id of a place in a picture begins. */
export const picturePrefix = 'picture:';

/** Whether the element is a place in a picture, of which its app knows nothing. */
export function isPicture(runtimeId: string): boolean {
  return runtimeId.startsWith(picturePrefix);
}

/** More are not asked about any more: each is asked about soon after it was found. */
const most = 200;

/** By what places in pictures were found, so that anyone who names one later gets it only if it still looks so. */
export class FoundPictures {
  readonly #selectors = new Map<string, string>();

  keep(window: WindowId, runtimeId: string, selector: string): void {
    const key = `${window} ${runtimeId}`;
    this.#selectors.delete(key);
    this.#selectors.set(key, selector);
    const [oldest] = this.#selectors.keys();
    if (this.#selectors.size > most && oldest !== undefined) this.#selectors.delete(oldest);
  }

  /** Null for what was not found here, or long ago. */
  stepOf(window: WindowId, runtimeId: string): PictureStep | null {
    const selector = this.#selectors.get(`${window} ${runtimeId}`);
    return selector === undefined ? null : pictureStep(parseSelector(selector));
  }
}
