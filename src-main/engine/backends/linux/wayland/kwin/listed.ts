import { z } from 'zod';

const rect = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** What the script of `listing` tells. */
export const listed = z.object({
  desktops: z.object({ count: z.number(), current: z.number() }),
  windows: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      className: z.string(),
      pid: z.number(),
      /** Its id on the X server; 0 for no X window, -1 where KWin does not tell. */
      x11: z.number(),
      frame: rect,
      buffer: rect,
      popup: z.boolean(),
      special: z.boolean(),
      active: z.boolean(),
      minimized: z.boolean(),
      maximized: z.boolean(),
      fullScreen: z.boolean(),
      keepAbove: z.boolean(),
      attention: z.boolean(),
      desktop: z.number().nullable(),
      shown: z.boolean(),
      z: z.number(),
    }),
  ),
});
export type Listed = z.output<typeof listed>;
