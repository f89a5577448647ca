/**
 * @trycua/cua-driver in a process of its own. Answers each line of standard input with a line of JSON; the first one is the list of
 * windows.
 */
import { createInterface } from 'node:readline';
import { CuaDriver } from '@trycua/cua-driver';

const driver = CuaDriver.create(undefined);
const say = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);
const call = async (tool, input) => {
  const { isError, text, structuredJson } = await driver.callTool(tool, JSON.stringify(input));
  if (isError) throw new Error(text);
  return JSON.parse(structuredJson ?? '{}');
};

const { windows } = await call('list_windows', {});
say({ windows: windows.length });
let seen = { elements: [] };
let window;
for await (const line of createInterface(process.stdin)) {
  const [order, argument] = JSON.parse(line);
  if (order === 'look') {
    window = windows.find(({ pid }) => pid === argument);
    // Without a picture: the others take none.
    seen = await call('get_window_state', { pid: argument, window_id: window.window_id, include_screenshot: false });
    say({ elements: seen.elements.length, text: JSON.stringify(seen) });
  } else {
    const { element_token } = seen.elements.find(({ label }) => label === argument);
    await call('click', { pid: window.pid, window_id: window.window_id, element_token });
    say({});
  }
}
process.exit(0);
