import { performance } from 'node:perf_hooks';
import { sleep } from '../base/async/deadline.ts';
import { dialogOver, type WindowId } from '#contract/model/windows/window';
import type { Engine } from '../engine/engine.ts';
import type { TaskOptions } from './session/session-parts.ts';

/** How long an app may take to show what an act did, and how often it is looked at. Milliseconds. */
const restMs = 1_500;
const lookEveryMs = 100;

/** For agents, who know windows by UFO's numbers. */
export function eyesOf(engine: Pick<Engine, 'listWindows' | 'tree'>): Pick<TaskOptions, 'dialogOver' | 'rested'> {
  const listed = async (handle: number, signal: AbortSignal) => {
    const { items } = await engine.listWindows({}, { signal });
    const window = items.find(({ id }) => Number(id) === handle);
    return { items, window, dialog: window ? dialogOver(items, window.id) : null };
  };
  const shown = async (window: WindowId, signal: AbortSignal) =>
    JSON.stringify((await engine.tree({ window }, { signal }).catch(() => null))?.root ?? null);
  return {
    async dialogOver(handle, signal) {
      const { dialog } = await listed(handle, signal);
      return dialog && { handle: Number(dialog.id), title: dialog.title };
    },
    async rested(handle, signal) {
      const end = performance.now() + restMs;
      for (let last = ''; performance.now() < end;) {
        const { window, dialog } = await listed(handle, signal);
        const at = dialog ?? window;
        if (!at) return;
        const now = at.id + (await shown(at.id, signal));
        if (now === last) return;
        last = now;
        await sleep(lookEveryMs, signal);
      }
    },
  };
}
