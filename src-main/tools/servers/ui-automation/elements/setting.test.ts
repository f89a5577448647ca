import { afterEach, beforeEach, expect, it } from 'vitest';
import { createClientBench, type ClientBench } from '../../../../mcp/testing/client.ts';

let bench: ClientBench;
beforeEach(async () => void (bench = await createClientBench()));
afterEach(() => bench.close());

const form = () => bench.fake.desktop.windows.find(({ spec }) => spec.app === 'form')!.id;

it('selects no row in the place of checking it', async () => {
  const { error } = await bench.error<{ error: { code: string; message: string } }>('set_checked', {
    window: form(),
    name: 'Bananas',
    checked: true,
  });
  expect([error.code, error.message]).toEqual(['pattern_not_supported', expect.stringContaining('no check box')]);
  const { elements } = await bench.data<{ elements: readonly { states: readonly string[] }[] }>('find_element', {
    window: form(),
    name: 'Bananas',
  });
  expect(elements[0]!.states).not.toContain('selected');
});
