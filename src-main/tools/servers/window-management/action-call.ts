import type { WindowAction, WindowId } from '#contract/model/windows/window';

const on = { on: true } as const;
const off = { on: false } as const;

/** For each window action, the tool that performs it, and its arguments besides the window. */
export const windowCalls: Readonly<
  Record<WindowAction, readonly [tool: string, parameters?: Readonly<Record<string, unknown>>]>
> = {
  focus: ['focus_window'],
  minimize: ['minimize_window'],
  maximize: ['maximize_window'],
  fullscreen: ['set_fullscreen', on],
  restore: ['restore_window'],
  pinOnTop: ['set_always_on_top', on],
  unpin: ['set_always_on_top', off],
  close: ['close_window'],
};

/** The tool call for a window action. */
export function actionCall(
  action: WindowAction,
  handle: WindowId,
): { readonly tool: string; readonly parameters: Readonly<Record<string, unknown>> } {
  const [tool, parameters] = windowCalls[action];
  return { tool, parameters: { handle, ...parameters } };
}
