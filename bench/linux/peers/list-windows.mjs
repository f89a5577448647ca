// Lists the windows for each line read, and answers `MILLISECONDS COUNT`. Usage: list-windows.mjs x-win|get-windows
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const require = createRequire(new URL('../../package.json', import.meta.url));

const list =
  process.argv[2] === 'x-win'
    ? require('@miniben90/x-win').openWindows
    : (await import(new URL('../../node_modules/get-windows/index.js', import.meta.url).href)).openWindows;

for await (const _line of createInterface(process.stdin)) {
  const start = performance.now();
  const found = await list();
  process.stdout.write(`${performance.now() - start} ${found.length}\n`);
}
