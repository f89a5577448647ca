import type { XConnection } from './connection.ts';

/** Whether a compositing manager runs: it owns this selection. https://specifications.freedesktop.org/wm-spec/ */
export async function hasCompositor(x: XConnection): Promise<boolean> {
  const selection = await x.atom('_NET_WM_CM_S0');
  return (await x.ask<number>((client, done) => client.GetSelectionOwner(selection, done))) !== 0;
}
