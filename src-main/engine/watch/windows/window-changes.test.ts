import { expect, it } from 'vitest';
import type { WindowInfo } from '#contract/model/windows/window';
import { createFakeBackend } from '../../backends/fake/index.ts';
import type { EngineContext } from '../../operations/operation.ts';
import { nowhere } from '../found.ts';
import { GoingOn, windowChangeOf, type NextInput } from './window-changes.ts';

/** The effect of a press on the frame, with input during the first look at it. */
async function deedOf(state: WindowInfo['state'], next: (before: WindowInfo) => NextInput | null) {
  const { windows } = createFakeBackend();
  const [window] = await windows.list({ all: true });
  const before: WindowInfo = { ...window!, state: 'maximized' };
  const goesOn = new GoingOn();
  const list = () => {
    goesOn.now(next(before));
    return Promise.resolve([{ ...before, state }]);
  };
  const context = { backend: { windows: { list } } } as unknown as EngineContext;
  const from = { x: before.bounds.x + 50, y: before.bounds.y + 2 };
  const found = { ...nowhere, window: before };
  const rest = { isDrag: false, isLeft: true, hasModifiers: false, before: [before], goesOn };
  return windowChangeOf(context, { ...rest, found, from, to: from });
}

const at = ({ bounds }: WindowInfo, dx: number) => ({ x: bounds.x + 50 + dx, y: bounds.y + 2 });

it('is reported only for the second press of a double click', async () => {
  expect(await deedOf('normal', (before) => ({ pressAt: at(before, 1), windows: [before] }))).toBeNull();
});

it('belongs to the first press if it was there before the second', async () => {
  const next = (before: WindowInfo): NextInput => ({
    pressAt: at(before, 0),
    windows: [{ ...before, state: 'normal' }],
  });
  expect(await deedOf('normal', next)).toEqual({ type: 'window', act: 'restore' });
  expect(await deedOf('minimized', (before) => ({ pressAt: at(before, 0), windows: [] }))).toEqual({
    type: 'window',
    act: 'minimize',
  });
});

it('belongs to the press if other input follows', async () => {
  const restore = { type: 'window', act: 'restore' };
  expect(await deedOf('normal', (before) => ({ pressAt: at(before, 90), windows: [before] }))).toEqual(restore);
  expect(await deedOf('normal', (before) => ({ pressAt: null, windows: [before] }))).toEqual(restore);
});
