import { z } from 'zod';

/** A window that an AppAgent works in. */
export interface AppWindow {
  /** The program, as UFO's `root_name`. */
  readonly root: string;
  readonly title: string;
  readonly handle: number;
}

/** The needed part of the answer of `select_application_window`. */
const selected = z.object({
  root_name: z.string(),
  window_info: z.object({ handle: z.number(), title: z.string() }),
});

/** The window that an answer of `select_application_window` names; null for any other. */
export function selectedWindow(answer: unknown): AppWindow | null {
  const { data } = selected.safeParse(answer);
  return data ? { root: data.root_name, title: data.window_info.title, handle: data.window_info.handle } : null;
}
