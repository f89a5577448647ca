import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = join(process.cwd(), 'bench');
const require = createRequire(join(folder, 'package.json'));

/** The part of @miniben90/x-win that is used here. */
interface XWin {
  readonly openWindows: () => readonly unknown[];
}

/** The part of get-windows that is used here. */
interface GetWindows {
  readonly openWindows: () => Promise<readonly unknown[]>;
}

export function xWin(): XWin {
  return require('@miniben90/x-win') as XWin;
}

/** It is an ES module, which `require` does not load on Node 20. */
export async function getWindows(): Promise<GetWindows> {
  const file = pathToFileURL(join(folder, 'node_modules/get-windows/index.js')).href;
  return (await import(file)) as GetWindows;
}

/** The parts of node-screenshots that are used here. */
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

/** Takes pictures of the first monitor and of a window. @throws Error where it does not see them */
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
