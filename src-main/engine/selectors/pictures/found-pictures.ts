import { parseSelector, pictureStep, type PictureStep } from '#contract/model/elements/selector';
import type { WindowId } from '#contract/model/windows/window';

/** Prefix of the runtime id of a place in a picture. */
export const picturePrefix = 'picture:';

/** Whether the element is a place in a picture, unknown to its app. */
export function isPicture(runtimeId: string): boolean {
  return runtimeId.startsWith(picturePrefix);
}

/** Maximum number kept; each is queried soon after it was found. */
const most = 200;

/** The picture steps that found places, so that a place is returned later only if it still looks the same. */
export class FoundPictures {
  readonly #selectors = new Map<string, string>();

  keep(window: WindowId, runtimeId: string, selector: string): void {
    const key = `${window} ${runtimeId}`;
    this.#selectors.delete(key);
    this.#selectors.set(key, selector);
    const [oldest] = this.#selectors.keys();
    if (this.#selectors.size > most && oldest !== undefined) this.#selectors.delete(oldest);
  }

  /** Null for places not found here, or found long ago. */
  stepOf(window: WindowId, runtimeId: string): PictureStep | null {
    const selector = this.#selectors.get(`${window} ${runtimeId}`);
    return selector === undefined ? null : pictureStep(parseSelector(selector));
  }
}
