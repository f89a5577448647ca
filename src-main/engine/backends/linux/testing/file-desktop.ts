import { afterAll } from 'vitest';
import { startVirtualDesktop } from '../../../../../scripts/lib/virtual-desktop.mjs';

/**
 * A desktop for each file of tests, before the file is loaded: files run side by side without sharing pointer, clipboard or
 * focus, and what one leaves behind ends with its desktop.
 */
const desktop = await startVirtualDesktop();
for (const [name, value] of Object.entries(desktop.env)) {
  if (value === undefined) Reflect.deleteProperty(process.env, name);
  else process.env[name] = value;
}
// Programs of these tests that open displays of their own go on with this one's secret.
process.env['DESKSCOPE_TEST_DESKTOP'] = desktop.display;
afterAll(() => desktop.close());
