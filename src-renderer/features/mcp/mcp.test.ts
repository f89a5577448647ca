import { describe, expect, it } from 'vitest';
import type { CallRecord } from '#contract/api';
import { defaultSettings } from '#contract/model/settings';
import { testServices } from '../../bridge/test-services.ts';
import { hideToken, snippetsFor } from './connect-panel.tsx';
import { createMcpStore, keptCalls, shownCalls } from './store.ts';

const call = (id: string, at: number, status: CallRecord['status']): CallRecord => {
  return {
    id,
    at,
    status,
    tool: 't',
    caller: { kind: 'agent', name: 'a' },
    parameters: {},
    target: '',
    elapsedMs: 1,
    text: '',
  };
};

function setUp() {
  const services = testServices({
    'mcp.status': () => new Promise(() => undefined),
    'mcp.calls': () => new Promise(() => undefined),
  });
  const store = createMcpStore(services);
  store.getState().follow();
  return { services, store, calls: () => store.getState().calls };
}

describe('the call log', () => {
  it('shows the newest first and each call once', () => {
    const { services, calls } = setUp();
    services.emit('mcp.called', call('1', 1, 'running'));
    services.emit('mcp.called', call('2', 2, 'running'));
    services.emit('mcp.called', call('1', 1, 'ok'));
    expect(calls().map(({ id, status }) => `${id} ${status}`)).toEqual(['2 running', '1 ok']);
  });

  it('does not return to running when messages arrive out of order', () => {
    const { services, calls } = setUp();
    services.emit('mcp.called', call('1', 1, 'ok'));
    services.emit('mcp.called', call('1', 1, 'running'));
    expect(calls()[0]?.status).toBe('ok');
  });

  it('shows that a call is held, and waits for an answer, until it runs', () => {
    const { services, calls } = setUp();
    const statusOf = (['held', 'asking', 'held', 'running', 'asking', 'denied', 'running'] as const).map((status) => {
      services.emit('mcp.called', call('1', 1, status));
      return calls()[0]?.status;
    });
    expect(statusOf).toEqual(['held', 'asking', 'asking', 'running', 'running', 'denied', 'denied']);
  });

  it('keeps only the last calls', () => {
    const { services, calls } = setUp();
    for (let i = 0; i < keptCalls + 5; i++) services.emit('mcp.called', call(String(i), i, 'ok'));
    expect(calls()).toHaveLength(keptCalls);
    expect(calls()[0]?.id).toBe(String(keptCalls + 4));
  });
});

describe('a server that cannot listen', () => {
  it('retries, or uses the next port', async () => {
    const done: unknown[] = [];
    let mcpPort = 8722;
    const { getState } = createMcpStore(
      testServices({
        'mcp.retry': () => Promise.resolve(void done.push('again')),
        'settings.get': () => Promise.resolve({ ...defaultSettings, mcpPort }),
        'settings.set': (change) => {
          done.push(change);
          return Promise.resolve(defaultSettings);
        },
      }),
    );
    await getState().retry();
    await getState().moveToNextPort();
    mcpPort = 65_535;
    await getState().moveToNextPort();
    expect(done).toEqual(['again', { mcpPort: 8723 }, { mcpPort: 1024 }]);
  });
});

describe('the shown calls', () => {
  it('are filtered by words, and do not change while paused', () => {
    const { services, store } = setUp();
    services.emit('mcp.called', call('1', 1, 'ok'));
    services.emit('mcp.called', call('2', 2, 'failed'));
    const shown = () => shownCalls(store.getState()).map(({ id }) => id);
    store.getState().setFilter('FAIL t');
    expect(shown()).toEqual(['2']);
    store.getState().setFilter('');
    store.getState().pause(true);
    services.emit('mcp.called', call('3', 3, 'ok'));
    expect(shown()).toEqual(['2', '1']);
    store.getState().pause(false);
    expect(shown()).toEqual(['3', '2', '1']);
    store.getState().clear();
    expect(shown()).toEqual([]);
  });
});

describe('client configurations', () => {
  const snippets = snippetsFor({ url: 'http://127.0.0.1:8722/mcp', token: 'abc123' });

  it('are JSON for files, with address and token', () => {
    const http = { type: 'http', url: 'http://127.0.0.1:8722/mcp', headers: { Authorization: 'Bearer abc123' } };
    const parsed = (id: string) => JSON.parse(snippets.find((snippet) => snippet.id === id)?.text ?? '') as unknown;
    expect(parsed('json')).toEqual({ mcpServers: { deskscope: http } });
    expect(parsed('stdio')).toEqual({ mcpServers: { deskscope: { command: 'deskscope', args: ['mcp', '--stdio'] } } });
  });

  it('hide the token', () => {
    for (const { text } of snippets) expect(hideToken(text, 'abc123')).not.toContain('abc123');
  });
});
