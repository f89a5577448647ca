import type { BrowserWindow } from 'electron';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PickBar } from './pick-bar.ts';
import { StepAside } from './step-aside.ts';

/** A window under a window manager, which puts windows away or does not. */
class FakeWindow {
  minimized = false;
  visible = true;
  readonly #mayMinimize: boolean;

  constructor(mayMinimize: boolean) {
    this.#mayMinimize = mayMinimize;
  }
  isDestroyed = () => false;
  isMinimized = () => this.minimized;
  minimize = () => (this.minimized = this.#mayMinimize);
  restore = () => (this.minimized = false);
  hide = () => (this.visible = false);
  showInactive = () => (this.visible = true);
  focus = vi.fn();
}

const bar = { open: vi.fn(), show: vi.fn(), close: vi.fn() } as unknown as PickBar;
const asideOf = (window: FakeWindow) => new StepAside(window as unknown as BrowserWindow, bar);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('is hidden while somebody picks where no one puts it away, and comes back', () => {
  const window = new FakeWindow(false);
  const aside = asideOf(window);
  aside.onPick({ type: 'started' });
  expect(window.visible).toBe(true);
  vi.advanceTimersByTime(1_000);
  expect(window.visible).toBe(false);
  aside.onPick({ type: 'ended', reason: 'cancelled' });
  expect(window).toMatchObject({ visible: true, minimized: false });
});

it('is not hidden where it is put away, nor after a pick that was over soon', () => {
  for (const mayMinimize of [true, false]) {
    const window = new FakeWindow(mayMinimize);
    const aside = asideOf(window);
    aside.onPick({ type: 'started' });
    if (mayMinimize) vi.advanceTimersByTime(1_000);
    aside.onPick({ type: 'ended', reason: 'picked' });
    vi.advanceTimersByTime(1_000);
    expect(window).toMatchObject({ visible: true, minimized: false });
    expect(window.focus).toHaveBeenCalledOnce();
  }
});
