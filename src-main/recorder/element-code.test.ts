import { afterEach, beforeEach, expect, it } from 'vitest';
import { createBench, type Bench } from '../tools/testing/run-tools.ts';
import { codeOf } from './steps-by-hand.ts';
import { exporters } from './exporters/list.ts';

let bench: Bench;
beforeEach(async () => (bench = await createBench()));
afterEach(() => bench.close());

async function elementOf(app: string, selector: string) {
  const { items } = await bench.engine.listWindows({});
  return (await bench.engine.find({ window: items.find((one) => one.app === app)!.id, selector })).matches[0]!.id;
}

it('writes the click of an element in every language that has lines for it', async () => {
  const codes = await codeOf(bench.engine, await elementOf('calculator', 'name="7"'));
  const notLines = ['markdown', 'markdown-pictures', 'skill'];
  expect(codes.map(({ format }) => format)).toEqual(
    exporters.map(({ id }) => id).filter((id) => !notLines.includes(id)),
  );
  for (const { text, label } of codes) expect(text, label).toMatch(/7[^]*\n$/);
  const [json] = codes;
  expect(JSON.parse(json?.text ?? '')).toMatchObject({ tool_name: 'step_click' });
});

it('reports in the code if the element is gone', async () => {
  const gone = await elementOf('calculator', 'name="7"');
  const { items } = await bench.engine.listWindows({});
  await bench.engine.actOnWindow({ window: items.find(({ app }) => app === 'calculator')!.id, action: 'close' });
  await expect(codeOf(bench.engine, gone)).rejects.toMatchObject({ code: 'window_not_found' });
});
