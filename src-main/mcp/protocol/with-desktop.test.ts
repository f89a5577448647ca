import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { scopeOf } from '../../tools/registry.ts';
import { instructionsFor } from './build-server.ts';
import { onceThereIsADesktop } from './with-desktop.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('offers what needs a desktop once there is one, and reports clients', () => {
  let isMissing = true;
  const usual = scopeOf(['core', 'skills']);
  const { scope, dispose } = onceThereIsADesktop(usual, () => isMissing);
  const changed = vi.fn();
  const watching = scope.watch?.(changed);
  expect(scope.shown.map(({ name }) => name)).toEqual(['list_skills']);
  expect(instructionsFor(scope)).toMatch(/^No desktop runs on this machine/);
  // A call of one still reports what is missing.
  expect(scope.callable).toEqual(usual.callable);
  vi.advanceTimersByTime(10_000);
  expect(changed).not.toHaveBeenCalled();
  isMissing = false;
  vi.advanceTimersByTime(10_000);
  expect(changed).toHaveBeenCalledOnce();
  expect(scope.shown).toEqual(usual.shown);
  expect(instructionsFor(scope)).not.toContain('No desktop');
  watching?.dispose();
  dispose();
});
