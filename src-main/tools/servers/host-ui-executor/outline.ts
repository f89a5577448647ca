import type { Engine } from '../../../engine/engine.ts';
import type { WindowInfo } from '#contract/model/windows/window';

/** How long the red outline of a selected window stays, in milliseconds. */
const shownMs = 2_000;

const hiding = new WeakMap<Engine, NodeJS.Timeout>();

/** Draws the outline around a window for a moment. A nicety: where it fails, nothing else does. */
export async function flashOutline(engine: Engine, window: WindowInfo): Promise<void> {
  clearTimeout(hiding.get(engine));
  const shown = await engine
    .highlight({ boxes: [{ bounds: window.bounds, label: window.title, line: 'solid', window: window.id }] })
    .then(() => true)
    .catch(() => false);
  if (!shown) return;
  const hide = () => void engine.highlight({ boxes: [] }).catch(() => undefined);
  hiding.set(engine, setTimeout(hide, shownMs).unref());
}
