import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { nullPath } from './names.ts';

/** An accessible object: the bus name of its app and its path there. Unique on the desktop while it lives. */
export interface Ref {
  readonly bus: string;
  readonly path: string;
}

export function formatRef(ref: Ref): string {
  return `${ref.bus}${ref.path}`;
}

/** @throws AppError `invalid_parameter` for a malformed runtime id */
export function parseRef(runtimeId: string): Ref {
  const slash = runtimeId.indexOf('/');
  if (slash <= 0 || !runtimeId.startsWith(':')) {
    throw new AppError('invalid_parameter', `${quoted(runtimeId)} is not a runtime id of this platform.`);
  }
  return { bus: runtimeId.slice(0, slash), path: runtimeId.slice(slash) };
}

/** Reads the `(so)` of a reply, or null if it names no object. */
export function refFrom(value: unknown): Ref | null {
  if (!Array.isArray(value)) return null;
  const [bus, path] = value as unknown[];
  if (typeof bus !== 'string' || typeof path !== 'string' || bus === '' || path === nullPath) return null;
  return { bus, path };
}

export function sameRef(a: Ref, b: Ref): boolean {
  return a.path === b.path && a.bus === b.bus;
}
