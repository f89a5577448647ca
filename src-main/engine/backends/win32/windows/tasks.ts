import { iconOf } from './icon/icon-pixels.ts';
import { takeForeground, type ForegroundWay } from './front/take-foreground.ts';
import { errorCode } from '../native/errors.ts';
import { silenceOf } from '../native/answering.ts';
import type { Hwnd } from '../native/types.ts';

/** Window tasks on the blocking thread, which may wait for their programs. */
export const windowTasks = {
  'windows.icon': ({ window, executable }: { readonly window: Hwnd; readonly executable: string }) =>
    iconOf(window, executable),
  'windows.takeForeground': ({ window, way }: { readonly window: Hwnd; readonly way: ForegroundWay }) =>
    takeForeground(window, way),
  'windows.answers': ({ window, timeoutMs }: { readonly window: Hwnd; readonly timeoutMs: number }) =>
    silenceOf(window, timeoutMs)?.code !== errorCode.timeout,
} as const;
