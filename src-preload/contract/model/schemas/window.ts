import { z } from 'zod';

/**
 * The native handle in lower-case hexadecimal, e.g. `0x1a00003`: the same window has the same id for all its life. Other
 * texts are none to the compiler, before they are parsed.
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

/** A window of its own, or one that belongs to another or claims that it is a dialog. */
export const windowRole = z.enum(['main', 'dialog']);
export type WindowRole = z.output<typeof windowRole>;

/** How a recording names a window so that it is found again after a restart. */
export const windowMatch = z.object({
  title: z.string().optional(),
  app: z.string().optional(),
  className: z.string().optional(),
  role: windowRole.optional(),
  /** The title of the window it belonged to: it distinguishes it from those of its title that belong to others. */
  owner: z.string().optional(),
  /** What it belongs to took no input while it was open. Told to people; another may be made otherwise by now. */
  modal: z.literal(true).optional(),
});
export type WindowMatch = Readonly<z.output<typeof windowMatch>>;
