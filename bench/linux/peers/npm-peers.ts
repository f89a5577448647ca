import { createRequire } from 'node:module';
import { join } from 'node:path';
import { startChild } from '../../../scripts/lib/children.mjs';
import { converse } from '../converse.ts';

const folder = join(process.cwd(), 'bench');
const require = createRequire(join(folder, 'package.json'));

/** A package that lists windows, in its own process, so that its leftovers slow no other contestant. */
export interface WindowLister {
  /** Duration by the peer's own clock, in milliseconds, and the number of windows found. */
  list(): Promise<{ readonly ms: number; readonly found: number }>;
  end(): Promise<void>;
}

/** @throws Error when the package does not load */
export function startWindowLister(name: 'x-win' | 'get-windows'): WindowLister {
  const script = join(folder, 'linux/peers/list-windows.mjs');
  const child = startChild(process.execPath, [script, name], { stdio: ['pipe', 'pipe', 'inherit'] });
  const { notify, end } = converse(child);
  return {
    end,
    async list() {
      const [ms, found] = (await notify('list')).split(' ').map(Number);
      return { ms: ms ?? NaN, found: found ?? 0 };
    },
  };
}

/** The parts of node-screenshots used here. */
export interface NodeImage {
  toPng(): Promise<Buffer>;
  toRaw(): Promise<Buffer>;
}

interface NodeSurface {
  id(): number;
  captureImageSync(): NodeImage;
}

interface NodeScreenshots {
  readonly Monitor: { all(): readonly NodeSurface[] };
  readonly Window: { all(): readonly NodeSurface[] };
}

/** Captures the first monitor and a window. @throws Error if node-screenshots does not see them */
export function nodeScreenshots(windowId: number): {
  readonly screen: () => NodeImage;
  readonly window: () => NodeImage;
} {
  const { Monitor, Window } = require('node-screenshots') as NodeScreenshots;
  const monitor = Monitor.all()[0];
  const window = Window.all().find((each) => each.id() === windowId);
  if (!monitor || !window) throw new Error('node-screenshots sees no such monitor or window.');
  return { screen: () => monitor.captureImageSync(), window: () => window.captureImageSync() };
}
