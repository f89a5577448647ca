import { expect, it } from 'vitest';
import { parseConfig } from './config/parse-config.ts';
import { createComputerBench } from './testing/computer-bench.ts';
import { printedConfigurations } from './testing/printed-configurations.ts';

/** Calls of each server, by its name in the document. */
const calls: Readonly<Record<string, readonly [tool: string, parameters: object]>> = {
  ui_collector: ['get_desktop_app_info', {}],
  ui_detector: ['get_desktop_app_info', {}],
  screenshot_collector: ['capture_desktop_screenshot', {}],
  gui_automator: ['summary', { text: 'hi' }],
  file_ops: ['list_folder', {}],
};

it.each(Object.entries(printedConfigurations))('the configuration %s loads unchanged and runs', async (_, config) => {
  expect(parseConfig(config, { file: 'mcp.yaml', variables: {} }).warnings).toEqual([]);
  const bench = await createComputerBench({ config });
  const computer = await bench.manager.getOrCreate({ agent: 'HostAgent' });
  expect(computer.problems).toEqual([]);
  const namespaces = Object.keys(calls).filter((namespace) => config.includes(namespace));
  expect(new Set(computer.tools().map((tool) => tool.namespace))).toEqual(new Set([...namespaces, 'Computer']));
  const commands = namespaces.map((namespace) => {
    const [tool, parameters] = calls[namespace]!;
    return { action: `${namespace}.${tool}`, parameters: { ...parameters } };
  });
  const results = await bench.router.execute('HostAgent', null, null, commands);
  expect(results.map(({ namespace, error }) => [namespace, error])).toEqual(namespaces.map((name) => [name, null]));
  await bench.close();
});

it('works in a window by a printed configuration alone', async () => {
  const bench = await createComputerBench({ config: Object.values(printedConfigurations)[0]! });
  const [windows] = await bench.router.execute('HostAgent', null, null, [{ action: 'get_desktop_app_info' }]);
  const { id, name } = (windows!.data as { id: string; name: string }[]).find((one) => one.name === 'Calculator')!;
  const results = await bench.router.execute('HostAgent', 'explorer.exe', 'navigate_folder', [
    { action: 'select_application_window', parameters: { id, name } },
    ...['7', '×', '6', '='].map((key) => ({
      action: 'click_input',
      parameters: { selector: `role=Button name="${key}"` },
    })),
    { action: 'texts', parameters: { selector: 'id="display"' } },
  ]);
  expect(results.map(({ error_message }) => error_message).filter(Boolean)).toEqual([]);
  expect(results.at(-1)!.data).toEqual(['Display', '42']);
  await bench.close();
});

it('a module names the server where its own name does not, and an unknown one names nothing', async () => {
  const config = `
data_collection_servers:
  - { namespace: eyes, type: local, module: ufo.client.mcp.local_servers.screenshot_server }
  - { namespace: UICollector, type: local, module: ufo.client.mcp.local_servers.ui_mcp_server }
  - { namespace: nobody, type: local, module: ufo.client.mcp.local_servers.no_server }
`;
  const bench = await createComputerBench({ config });
  const computer = await bench.manager.getOrCreate({ agent: 'HostAgent' });
  expect(computer.toolCall('eyes.capture_desktop_screenshot').namespace).toBe('eyes');
  expect(computer.toolCall('UICollector.get_ui_tree').namespace).toBe('UICollector');
  // The same tools of a second server are prefixed with its name.
  expect(computer.problems.map(({ namespace }) => namespace)).toEqual(['nobody']);
  await bench.close();
});
