import type { Point } from '#contract/model/geometry';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import type { WindowSystem } from '../../window-system.ts';

/** What the X11 engine adds for apps that come through XWayland, in the pixels of that. */
export interface XSide {
  readonly system: WindowSystem;
  /** Where the rightmost of its monitors ends. */
  right(): Promise<number>;
  /** All of its windows, whosever they are. */
  list(): Promise<readonly WindowInfo[]>;
  /** The window whose app has a menu or list open at the point; null where none has. */
  ownerOfPopupAt(point: Point): Promise<WindowId | null>;
  icon(window: WindowId): Promise<Uint8Array | null>;
}
