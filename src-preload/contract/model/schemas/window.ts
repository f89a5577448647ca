import { z } from 'zod';

/**
 * The native handle in lower-case hexadecimal, e.g. `0x1a00003`, constant for the window's lifetime. A branded type:
 * strings must be parsed first.
 */
export const windowId = z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]+$/)], {
  error: 'expected a window id such as 0x1a00003',
});
export type WindowId = z.output<typeof windowId>;

/** `restore` undoes minimising, maximising and full screen; `pinOnTop` and `unpin` set and clear `alwaysOnTop`. */
export const windowAction = z.enum([
  ...(['focus', 'minimize', 'maximize', 'fullscreen', 'restore', 'pinOnTop', 'unpin', 'close'] as const),
]);
export type WindowAction = z.output<typeof windowAction>;

/** Independent, or owned by another window or declared a dialog. */
export const windowRole = z.enum(['main', 'dialog']);
export type WindowRole = z.output<typeof windowRole>;

/** How a recording identifies a window, so that it is found again after a restart. */
export const windowMatch = z.object({
  title: z.string().optional(),
  app: z.string().optional(),
  className: z.string().optional(),
  role: windowRole.optional(),
  /** The owner's title: it distinguishes windows of the same title with different owners. */
  owner: z.string().optional(),
  /** Its owner took no input while it was open. Informational; may differ now. */
  modal: z.literal(true).optional(),
});
export type WindowMatch = Readonly<z.output<typeof windowMatch>>;
