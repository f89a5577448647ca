import { afterAll } from 'vitest';
import { startVirtualDesktop } from '../../../../../scripts/lib/virtual-desktop.mjs';

/**
 * A desktop for each test file, created before the file is loaded: files run in parallel without sharing pointer, clipboard or
 * focus, and leftovers end with their desktop.
 */
const desktop = await startVirtualDesktop();
for (const [name, value] of Object.entries(desktop.env)) {
  if (value === undefined) Reflect.deleteProperty(process.env, name);
  else process.env[name] = value;
}
// Programs of these tests that open their own displays use this one's authority.
process.env['DESKSCOPE_TEST_DESKTOP'] = desktop.display;
afterAll(() => desktop.close());
