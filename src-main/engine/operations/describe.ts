import type { WindowsBackend } from '../backend.ts';
import type { Engine } from '../engine.ts';
import type { EngineContext, InputOf } from './operation.ts';

/** What both operations need: also available without the rest of an engine. */
export type WindowsContext = Pick<EngineContext, 'windows' | 'beginning'> & { readonly backend: WindowsBackend };

/** Resolves once the caller's listeners are receiving. */
export async function describe({ backend, beginning }: WindowsContext): ReturnType<Engine['describe']> {
  await Promise.all(beginning);
  const unseen = await backend.unseen?.();
  const shiftLifter = backend.shiftLifter?.() ?? null;
  return {
    backend: backend.name,
    processId: process.pid,
    capabilities: backend.capabilities,
    monitors: await backend.monitors(),
    desktops: await backend.windows.desktops(),
    ...(unseen && { unseen }),
    ...(shiftLifter !== null && { shiftLifter }),
  };
}

export async function listWindows(
  { backend, windows }: WindowsContext,
  { includeHidden, everyDesktop }: InputOf<'listWindows'>,
): ReturnType<Engine['listWindows']> {
  if (!includeHidden && !everyDesktop) return windows.read();
  const items = await backend.windows.list(
    includeHidden ? { all: true, own: true, foreign: true } : { all: false, everyDesktop: true },
  );
  return { sequence: windows.sequence, items };
}
