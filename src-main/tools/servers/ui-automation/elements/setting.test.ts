import { afterEach, beforeEach, expect, it } from 'vitest';
import { descend } from '../../../../engine/backends/fake/element.ts';
import { createClientBench, type ClientBench } from '../../../../mcp/testing/client.ts';

let bench: ClientBench;
beforeEach(async () => void (bench = await createClientBench()));
afterEach(() => bench.close());

const form = () => bench.fake.desktop.windows.find(({ spec }) => spec.app === 'form')!;

it('selects no row in the place of checking it', async () => {
  const { error } = await bench.error<{ error: { code: string; message: string } }>('set_checked', {
    window: form().id,
    name: 'Bananas',
    checked: true,
  });
  expect([error.code, error.message]).toEqual(['pattern_not_supported', expect.stringContaining('no check box')]);
  const rows = [...descend(form().root)].filter(({ name }) => name === 'Bananas');
  expect(rows.map((row) => row.has('selected'))).toEqual([false]);
});
