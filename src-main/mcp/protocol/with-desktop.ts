import { withoutDesktop, type ToolScope } from '../../tools/registry.ts';
import { ServedTools } from './served-tools.ts';
import type { ServedScope } from './tool-host.ts';

/** How often it is looked for a desktop, in milliseconds. */
const lookEveryMs = 2_000;

/**
 * What is served if there is no desktop yet: tools that need one are offered once there is, and clients are notified of it. They
 * can be called meanwhile, and report what is missing.
 * @param hasNone looks whether there still is none
 */
export function onceThereIsADesktop(
  scope: ToolScope,
  hasNone: () => boolean,
): { readonly scope: ServedScope; readonly dispose: () => void } {
  const served = new ServedTools();
  const note = 'No desktop runs on this machine: the tools for its windows are offered once one does.';
  served.use({ ...withoutDesktop(scope), note });
  const timer = setInterval(() => {
    if (hasNone()) return;
    clearInterval(timer);
    served.use(scope);
  }, lookEveryMs).unref();
  return { scope: served.scope, dispose: () => clearInterval(timer) };
}
