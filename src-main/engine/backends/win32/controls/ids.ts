import { AppError } from '#contract/errors';
import { toHwnd, type Hwnd } from '../native/types.ts';

/** An element: a control, and for a part of one, the path of keys to it. */
export interface ControlPath {
  readonly window: Hwnd;
  readonly path: readonly string[];
}

/** `h:1003c` for a control by its handle, `h:1003c/12` for a part of it, `h:1003c/12.2` for a part of that. */
export function partId(window: Hwnd, path: readonly string[]): string {
  const control = `h:${(window >>> 0).toString(16)}`;
  return path.length === 0 ? control : `${control}/${path.join('.')}`;
}

/** @throws AppError `element_stale` for an invalid id */
export function parseId(id: string): ControlPath {
  const match = /^h:([0-9a-f]{1,8})(?:\/([\w-]+(?:\.[\w-]+)*))?$/.exec(id);
  if (!match?.[1]) throw new AppError('element_stale', `There is no element ${id}.`);
  return { window: toHwnd(Number.parseInt(match[1], 16)), path: match[2]?.split('.') ?? [] };
}
