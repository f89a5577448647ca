import { createInterface } from 'node:readline';
import { endChild, startChild } from '../../../scripts/lib/children.mjs';
import { steadyNow } from '../window-maker.ts';

/** Times at which xprop reported a change: milliseconds on CLOCK_MONOTONIC, in order. */
export interface Spy {
  readonly received: readonly number[];
  end(): Promise<void>;
}

/** Properties for the list of windows and the focused one. */
export function spyOnRoot(): Spy {
  return spy(['-root', '-spy', '_NET_CLIENT_LIST', '_NET_ACTIVE_WINDOW']);
}

export function spyOnTitle(window: string): Spy {
  return spy(['-id', window, '-spy', '_NET_WM_NAME']);
}

function spy(args: readonly string[]): Spy {
  const received: number[] = [];
  const child = startChild('xprop', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  if (child.stdout) createInterface(child.stdout).on('line', () => void received.push(steadyNow()));
  return { received, end: () => endChild(child) };
}
