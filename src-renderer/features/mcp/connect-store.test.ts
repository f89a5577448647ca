import { describe, expect, it } from 'vitest';
import type { ClientView, McpStatus } from '#contract/api';
import { AppError } from '#contract/errors';
import { testServices } from '../../bridge/test-services.ts';
import { createConnectStore } from './connect-store.ts';

const client = (id: string, installed: boolean): ClientView => ({
  id,
  title: id,
  file: `/home/${id}.json`,
  installed,
  state: 'absent',
  problem: '',
  snippet: '',
  language: 'json',
  link: false,
  token: false,
  next: '',
});

describe('connecting', () => {
  it('selects an installed client, and reports what was written where', async () => {
    const services = testServices({
      'clients.list': () => Promise.resolve([client('a', false), client('b', true)]),
      'clients.write': () =>
        Promise.resolve({ file: '/home/b.json', changed: true, backup: '/home/b.json.bak', open: true }),
    });
    const store = createConnectStore(services);
    await store.getState().load();
    expect(store.getState().selected).toBe('b');
    await store.getState().act('write');
    expect(store.getState().outcome).toEqual({
      client: 'b',
      good: true,
      sentences: [
        'Written to /home/b.json.',
        'The old file is /home/b.json.bak.',
        'Other users of this machine can read the file, and the token in it.',
      ],
    });
  });

  it('reports the cause of a failure, and clears it with the next selection', async () => {
    const services = testServices({
      'clients.list': () => Promise.resolve([client('a', true)]),
      'clients.check': () =>
        Promise.resolve({ ok: false, tools: 0, elapsedMs: 1, text: 'Nothing.', hint: 'Start it.' }),
      'clients.remove': () => Promise.reject(new AppError('busy', 'It is busy.', { hint: 'Close it.' })),
    });
    const store = createConnectStore(services);
    await store.getState().load();
    await store.getState().act('check');
    expect(store.getState().outcome).toMatchObject({ good: false, sentences: ['Nothing.', 'Start it.'] });
    await store.getState().act('remove');
    expect(store.getState().outcome).toMatchObject({ good: false, sentences: ['It is busy.', 'Close it.'] });
    store.getState().select('a');
    expect(store.getState().outcome).toBeNull();
  });

  it("refreshes when the server's address changes, not on every call", async () => {
    let asked = 0;
    const services = testServices({ 'clients.list': () => Promise.resolve((asked++, [])) });
    createConnectStore(services).getState().follow();
    const status: McpStatus = {
      state: 'listening',
      url: 'u',
      readToken: '',
      token: 't',
      clients: [],
      computers: null,
      inUse: [],
      detail: '',
    };
    services.emit('mcp.changed', status);
    services.emit('mcp.changed', { ...status });
    services.emit('mcp.changed', { ...status, url: 'v' });
    await Promise.resolve();
    expect(asked).toBe(3);
  });
});
