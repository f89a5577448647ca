import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { python, targetScript } from '../../engine/backends/linux/testing/apps/target-app.ts';
import { openXDisplay, type XDisplay } from '../../engine/backends/linux/testing/x-display.ts';
import { createBench, type Bench } from '../testing/run-tools.ts';

const soon = { timeout: 15_000, interval: 50 };
const refused = { ok: false, error: { code: 'permission_denied', delivery: 'not_delivered' } };

let desk: XDisplay;
let bench: Bench;
beforeAll(async () => {
  desk = await openXDisplay('openbox');
  bench = await createBench({
    engine: desk.engine,
    caller: { kind: 'agent', name: 'robot' },
    policyMode: 'act',
    settings: { sensitiveApps: ['xcalc'] },
  });
  desk.start('xterm', ['-title', 'Shell', '-e', 'cat']);
  desk.start('xcalc', ['-title', 'Balance of March']);
  desk.start('xedit', ['-title', 'Editor']);
  await vi.waitFor(async () => {
    const titles = (await desk.engine.listWindows({})).items.map(({ title }) => title);
    expect(titles.sort()).toEqual(['Balance of March', 'Editor', 'Shell']);
  }, soon);
});
afterAll(() => desk.close());

it('no command is typed into an open terminal, and no key of the desktop is pressed', async () => {
  const typed = await bench.run('keyboard_input', { keys: 'touch x{ENTER}', window: { title: 'Shell' } });
  expect(typed).toMatchObject(refused);
  expect(JSON.stringify(typed)).toContain('the terminal “xterm”');
  expect(await bench.run('press_keys', { keys: 'meta+r', window: 'Editor' })).toMatchObject(refused);
  expect(await bench.run('click_at', { x: 1_900, y: 1_070 })).toMatchObject(refused);
});

it('no title of a sensitive window is reported', async () => {
  const listed = await bench.text('list_windows');
  expect(listed).toContain('(title withheld: xcalc)');
  expect(listed).not.toContain('Balance');
});

it('no key for an editor goes to a run dialog that has grabbed the keyboard', async () => {
  const call = { keys: 'a', window: 'Editor' };
  expect(await bench.run('press_keys', call)).toMatchObject({ ok: true });
  desk.start(python, [targetScript('run_dialog.py'), 'grab']);
  await vi.waitFor(async () => expect(await desk.engine.keyReceiver({})).toMatchObject({ title: 'Run' }), soon);
  const outcome = await bench.run('press_keys', call);
  expect(outcome).toMatchObject(refused);
  expect(JSON.stringify(outcome)).toContain('keys that arrive in');
});
