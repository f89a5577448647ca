import { dialogOver } from '#contract/model/window';
import type { TaskOptions } from './session-parts.ts';
import type { Engine } from '../engine/engine.ts';

/** For agents, who know windows by UFO's numbers. */
export function dialogOverIn(engine: Pick<Engine, 'listWindows'>): TaskOptions['dialogOver'] {
  return async (handle, signal) => {
    const { items } = await engine.listWindows({}, { signal });
    const window = items.find(({ id }) => Number(id) === handle);
    const dialog = window ? dialogOver(items, window.id) : null;
    return dialog && { handle: Number(dialog.id), title: dialog.title };
  };
}
