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
