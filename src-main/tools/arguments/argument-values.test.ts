import { afterEach, beforeEach, expect, it } from 'vitest';
import { createBench, type Bench } from '../testing/run-tools.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await createBench({
    policyMode: 'act',
    settings: { sensitiveApps: ['calculator'] },
    caller: { kind: 'agent', name: 'test' },
  });
});
afterEach(() => bench.close());

const typing = { selector: 'role=Edit name="Name"', text: 'Anna' };

it.each([
  ['its title', 'Form'],
  ['a part of it', 'for'],
  ['an object', { title: 'Form' }],
  ['an object in a text', '{"title": "Form"}'],
])('reads a window given in place of an object from %s', async (_, window) => {
  expect(await bench.run('set_edit_text', { ...typing, window })).toMatchObject({ ok: true });
});

it('reports a text that matches no open window', async () => {
  const outcome = await bench.run('set_edit_text', { ...typing, window: 'Nothing that is open', timeout_ms: 0 });
  expect(outcome).toMatchObject({ ok: false, error: { code: 'window_not_found' } });
});

it('permissions for a window in a text are those for the same one in an object', async () => {
  for (const window of ['Calculator', { title: 'Calculator' }]) {
    const outcome = await bench.run('click_input', { selector: 'role=Button name="7"', window });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'permission_denied' } });
  }
});
