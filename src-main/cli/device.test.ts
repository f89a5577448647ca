import { afterEach, beforeEach, expect, it } from 'vitest';
import { startAipServer } from '../agents/aip/testing/aip-server.ts';
import { openTerminal, type Terminal } from './testing/in-process.ts';

let terminal: Terminal;
beforeEach(async () => {
  terminal = await openTerminal();
});
afterEach(() => terminal.close());

it.each([
  ['http://127.0.0.1:5000/ws', 'looks like ws://'],
  ['lab', 'looks like ws://'],
  ['ws://127.0.0.1:5000/ws?token=abc', 'DESKSCOPE_DEVICE_TOKEN'],
  ['ws://me:abc@127.0.0.1:5000/ws', 'DESKSCOPE_DEVICE_TOKEN'],
  ['ws://192.0.2.7:5000/ws', 'unencrypted'],
  ['ws://localhost.example.org:5000/ws', 'unencrypted'],
])('device %s is refused before anything is sent', async (address, message) => {
  const { code, stderr } = await terminal.run('device', address);
  expect(code).not.toBe(0);
  expect(stderr).toContain(message);
});

it('device serves the desktop until Ctrl+C, with the permissions of the command line', async () => {
  const server = await startAipServer({ token: 'the-key' });
  const own = await openTerminal({ DESKSCOPE_DEVICE_TOKEN: 'the-key' });
  try {
    const running = own.start('device', server.url.href, '--name', 'lab');
    await server.next('register');
    const click = { tool_name: 'click_on_coordinates', tool_type: 'action', parameters: { x: 0.5, y: 0.5 } };
    const look = { tool_name: 'get_desktop_app_info', tool_type: 'data_collection' };
    server.post({ type: 'command', status: 'continue', agent_name: 'HostAgent', response_id: 'r', actions: [look] });
    expect((await server.next('command_results')).action_results).toMatchObject([{ status: 'success' }]);
    server.post({ type: 'command', status: 'continue', agent_name: 'AppAgent', response_id: 'r', actions: [click] });
    expect((await server.next('command_results')).action_results).toMatchObject([{ status: 'failure' }]);
    running.interrupt();
    expect((await running.done).code).toBe(0);
    expect(running.output.stderr).not.toContain('the-key');
  } finally {
    await own.close();
    await server.close();
  }
});
