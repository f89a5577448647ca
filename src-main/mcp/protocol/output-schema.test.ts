import { afterEach, beforeEach, expect, it } from 'vitest';
import { createHttpBench, type HttpBench } from '../testing/http-bench.ts';
import { scopeOf } from '../../tools/registry.ts';

let bench: HttpBench;
beforeEach(async () => {
  bench = await createHttpBench({ http: { scope: scopeOf(['ufo', 'windows', 'elements']) } });
});
afterEach(() => bench.close());

it('announces output schemas that results and errors fit', async () => {
  const client = await bench.connect('legacy');
  const { tools } = await client.listTools();
  const described = tools.filter((tool) => tool.outputSchema);
  expect(described.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['get_desktop_app_info', 'list_windows', 'list_apps', 'get_active_window']),
  );
  for (const { outputSchema } of described) expect(outputSchema).toMatchObject({ type: 'object' });
  // The client checks each answer against the schema, and throws if it does not fit.
  await client.callTool({ name: 'get_desktop_app_info', arguments: {} });
  await client.callTool({ name: 'list_apps', arguments: {} });
  const args = { window: { app: 'calculator' }, limit: 2 };
  await client.callTool({ name: 'get_app_window_controls_target_info', arguments: args });
  const missing = { window: { app: 'nobody' } };
  const refused = await client.callTool({ name: 'get_app_window_controls_target_info', arguments: missing });
  expect(refused.isError).toBe(true);
});
