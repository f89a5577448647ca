import type { BrowserWindow } from 'electron';
import { expect, it, vi } from 'vitest';
import type { PickBar } from './pick-bar.ts';
import { StepAside } from './step-aside.ts';

class FakeWindow {
  minimized = false;
  visible = true;
  isDestroyed = () => false;
  isMinimized = () => this.minimized;
  minimize = () => (this.minimized = true);
  restore = () => (this.minimized = false);
  hide = () => (this.visible = false);
  showInactive = () => (this.visible = true);
  focus = vi.fn();
}

const bar = { open: vi.fn(), show: vi.fn(), close: vi.fn() } as unknown as PickBar;

it.each([
  ['is hidden while somebody picks where no one puts it away', true, { visible: false, minimized: false }],
  ['is minimised elsewhere', false, { visible: true, minimized: true }],
])('%s, and comes back', (_, hides, away) => {
  const window = new FakeWindow();
  const aside = new StepAside(window as unknown as BrowserWindow, bar, hides);
  aside.onPick({ type: 'started' });
  expect(window).toMatchObject(away);
  aside.onPick({ type: 'ended', reason: 'cancelled' });
  expect(window).toMatchObject({ visible: true, minimized: false });
});
