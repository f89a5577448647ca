// Lists the windows at once, then looks at `PROCESS WINDOW` for each line read. Answers with JSON; times itself in milliseconds.
import { createInterface } from 'node:readline';

const { CuaDriver } = await import(
  new URL('../../node_modules/@trycua/cua-driver/dist/index.js', import.meta.url).href
);
const driver = CuaDriver.create(undefined);

async function call(tool, parameters) {
  const { isError, structuredJson } = await driver.callTool(tool, JSON.stringify(parameters));
  if (isError) throw new Error(`${tool} failed.`);
  return JSON.parse(structuredJson);
}

const { windows } = await call('list_windows', {});
process.stdout.write(`${JSON.stringify({ found: windows.length })}\n`);
for await (const line of createInterface(process.stdin)) {
  if (line === '') continue;
  const [pid, window] = line.split(' ').map(Number);
  const start = performance.now();
  const state = await call('get_window_state', { pid, window_id: window });
  process.stdout.write(`${JSON.stringify({ ms: performance.now() - start, found: state.element_count })}\n`);
}
process.exit(0);
