import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../../base/log.ts';
import type { GlobalKeyEvent } from '#contract/model/engine';
import { createBackend } from '../create-backend.ts';
import type { Engine } from '../engine.ts';
import { createLocalEngine } from '../process/local-engine.ts';
import { soon } from '../testing/outcome.ts';

const execute = promisify(execFile);
const xdotool = (args: string) => execute('xdotool', args.split(' '));
const chord = 'ctrl+shift+F10';

let engine: Engine;
let events: GlobalKeyEvent[];

beforeEach(async () => {
  engine = await createLocalEngine({
    log: createLog('test'),
    backend: (options) => createBackend('linux', options),
  });
  events = [];
  engine.on('globalKey', (event) => events.push(event));
  await vi.waitFor(() => expect(events).toEqual([{ type: 'listening' }]), soon);
});
afterEach(() => engine.close());

/** Number of presses, once the key that ends each test has arrived, so that all earlier input has. */
async function presses(): Promise<number> {
  await xdotool('key ctrl+shift+F12');
  const pressed = () => events.flatMap((event) => (event.type === 'pressed' ? [event.key] : []));
  await vi.waitFor(() => expect(pressed()).toContain('ctrl+shift+F12'), soon);
  return pressed().filter((key) => key === chord).length;
}

test('counts every press, however quickly they follow', async () => {
  for (let n = 0; n < 5; n++) await xdotool(`key ${chord}`);
  expect(await presses()).toBe(5);
});

test('counts a held key once', async () => {
  await xdotool('keydown ctrl keydown shift keydown F10 sleep 1.2 keyup F10 keyup shift keyup ctrl');
  expect(await presses()).toBe(1);
});

test('receives a key that a user presses after an agent pressed the same key', async () => {
  await engine.pressKeys({ keys: 'F10' });
  await xdotool(`key ${chord}`);
  expect(await presses()).toBe(1);
});
