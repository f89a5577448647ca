import { monitorOf } from '#contract/model/engine';
import type { WindowAction } from '#contract/model/windows/window';
import type { FakeDesktop } from './desktop.ts';
import type { FakeWindow } from './window.ts';

/** Handles window requests like a window manager. */
export function actOnWindow(desktop: FakeDesktop, window: FakeWindow, action: WindowAction): void {
  switch (action) {
    case 'focus': {
      desktop.activate(window);
      return;
    }
    case 'minimize': {
      desktop.minimize(window);
      return;
    }
    case 'maximize': {
      fill(desktop, window, 'maximized');
      return;
    }
    case 'fullscreen': {
      fill(desktop, window, 'fullscreen');
      return;
    }
    case 'restore': {
      restore(desktop, window);
      return;
    }
    case 'pinOnTop': {
      pin(desktop, window, true);
      return;
    }
    case 'unpin': {
      pin(desktop, window, false);
      return;
    }
    case 'close':
      if (window.spec.mayClose?.() !== false) desktop.close(window);
  }
}

function fill(desktop: FakeDesktop, window: FakeWindow, state: 'maximized' | 'fullscreen'): void {
  const monitor = desktop.monitors[monitorOf(desktop.monitors, window.bounds)]?.bounds ?? window.bounds;
  window.restored ??= window.content;
  window.state = state;
  if (state === 'maximized') {
    desktop.move(window, monitor);
    return;
  }
  window.content = monitor;
  desktop.changed();
}

function restore(desktop: FakeDesktop, window: FakeWindow): void {
  if (window.restored) window.content = window.restored;
  window.restored = null;
  window.state = 'normal';
  desktop.changed();
}

function pin(desktop: FakeDesktop, window: FakeWindow, alwaysOnTop: boolean): void {
  window.alwaysOnTop = alwaysOnTop;
  desktop.changed();
}
