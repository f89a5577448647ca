import { maxTried, type TriedSelector } from '#contract/model/elements/tried-selector';
import { windowRemembered, chooseWindow } from '#contract/model/windows/window-query';
import type { WindowId, WindowMatch } from '#contract/model/windows/window';
import type { Engine } from '../engine/engine.ts';

const nearest = 5;

interface Trial {
  /** A window, or what a step remembers of one. */
  readonly within: WindowId | WindowMatch;
  readonly selector: string;
  /** Draws a numbered box around each match on the desktop, until something else is outlined. */
  readonly outline: boolean;
}

/** @throws AppError `invalid_parameter` where it cannot be read, `window_not_found` */
export async function trySelector(
  engine: Pick<Engine, 'find' | 'nearMisses' | 'highlight' | 'listWindows'>,
  { within, selector, outline }: Trial,
): Promise<TriedSelector> {
  const window = typeof within === 'string' ? within : await remembered(engine, within);
  const { matches, total } = await engine.find({ window, selector, limit: maxTried });
  const near = total === 0 ? await engine.nearMisses({ window, selector, limit: nearest }) : [];
  if (outline) {
    const boxes = matches.flatMap(({ id, bounds }, index) =>
      bounds ? [{ bounds, label: String(index + 1), line: 'solid' as const, window, element: id }] : [],
    );
    await engine.highlight({ boxes });
  }
  return { window, matches, total, near };
}

async function remembered(engine: Pick<Engine, 'listWindows'>, match: WindowMatch): Promise<WindowId> {
  const { items } = await engine.listWindows({});
  return chooseWindow(items, windowRemembered(match)).id;
}
