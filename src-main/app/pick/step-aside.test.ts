import type { BrowserWindow } from 'electron';
import { expect, it, vi } from 'vitest';
import type { PickEvent } from '#contract/events';
import type { ElementHit } from '#contract/model/elements/element';
import type { PickBar } from './pick-bar.ts';
import { StepAside, firstBarState, nextBarState } from './step-aside.ts';

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

const hit = { element: { controlType: 'Button', name: '7' }, window: { app: 'galculator' } } as ElementHit;
const after = (...events: readonly PickEvent[]) => events.reduce(nextBarState, firstBarState);

it('reports what the pointer is on, and how well it is found again', () => {
  const hovered = after({ type: 'started' }, { type: 'hovered', hit }, { type: 'rated', matches: 1 });
  expect(hovered).toMatchObject({ phase: 'picking', element: 'Button “7”', app: 'galculator', matches: 1 });
  expect(nextBarState(hovered, { type: 'hovered', hit: null })).toMatchObject({ element: '', app: '', matches: null });
});

it('forgets the pick before', () => {
  expect(after({ type: 'shared' }, { type: 'hovered', hit }, { type: 'started' })).toEqual(firstBarState);
  expect(after({ type: 'waiting', until: 5 })).toMatchObject({ phase: 'waiting', until: 5 });
});
