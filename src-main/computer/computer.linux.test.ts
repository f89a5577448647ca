import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../base/log.ts';
import { until } from '../engine/backends/linux/testing/apps/target-app.ts';
import { createDesktopBench, type DesktopBench } from '../tools/testing/desktop-bench.ts';
import { allowServers } from './config/starts.ts';
import { openComputers, type Computers } from './open-computers.ts';

let bench: DesktopBench;
let computers: Computers;
beforeAll(async () => {
  bench = await createDesktopBench({ policyMode: 'all', settings: { allowedCommands: ['galculator', 'true'] } });
  computers = await openComputers({
    variables: {},
    runner: bench.runner,
    version: '0.0.0',
    mayStart: allowServers,
    log: createLog('test'),
  });
});
afterAll(async () => {
  await computers.close();
  await bench.close();
});

interface Target {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

/** One command that must succeed. */
async function run(place: readonly [string, string | null, string | null], tool_name: string, parameters = {}) {
  const [result] = await computers.router.execute(...place, [{ tool_name, parameters }]);
  if (result?.status !== 'success') throw new Error(`${tool_name}: ${result?.error ?? 'nothing'}`);
  return result.data;
}

it('works an app as UFO’s agents do: the host starts and selects it, the app agent lists its controls and clicks', async () => {
  const host = ['HostAgent', null, null] as const;
  const started = (await run(host, 'run_shell', { bash_command: 'galculator' })) as { process_id: number };
  expect(started).toMatchObject({ window: { title: 'galculator' } });
  try {
    const windows = (await run(host, 'get_desktop_app_info', { remove_empty: true })) as Target[];
    const { id, name } = windows.find((window) => window.name === 'galculator')!;
    const selected = await run(host, 'select_application_window', { id, name });
    expect(selected).toMatchObject({ root_name: 'galculator', window_info: { is_active: true, title: 'galculator' } });

    const app = ['AppAgent', name, 'galculator'] as const;
    const list = async () => {
      const field_list = ['control_text', 'control_type', 'control_rect'];
      return (await run(app, 'get_app_window_controls_target_info', { field_list })) as Target[];
    };
    let controls: Target[] = [];
    // An app that has just started reports its elements a little later.
    await until(async () => (controls = await list()).some((control) => control.name === '7'), 10_000);
    const clicks = ['7', '*', '6', '='].map((key) => {
      const control = controls.find((one) => one.name === key && one.type === 'Button')!;
      return { tool_name: 'click_input', tool_type: 'action', parameters: { id: control.id, name: key } } as const;
    });
    const results = await computers.router.execute(...app, clicks);
    expect(results.map(({ status, namespace }) => [status, namespace])).toEqual(
      clicks.map(() => ['success', 'AppUIExecutor']),
    );
    await until(async () => String(await run(app, 'texts', { selector: 'role=Edit nth=0' })).includes('42'), 5_000);
    expect(await run(app, 'capture_window_screenshot')).toMatch(/^data:image\/png;base64,/);
    expect(computers.manager.names()).toEqual(['HostAgent::None::default', 'AppAgent::galculator::galculator']);
  } finally {
    process.kill(started.process_id, 'SIGKILL');
  }
});

it('reports that an app was started and has shown no window', async () => {
  const [result] = await computers.router.execute('HostAgent', null, null, [
    { tool_name: 'run_shell', parameters: { bash_command: 'true' } },
  ]);
  expect(result).toMatchObject({
    status: 'success',
    data: { process_id: expect.any(Number) as number, window: null },
    observation: expect.stringMatching(
      /^Started “true” \(process \d+\); it has shown no window within 5 s\.$/,
    ) as string,
  });
});
