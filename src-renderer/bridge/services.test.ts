import { describe, expect, it } from 'vitest';
import type { Api } from '#contract/api';
import type { Bridge } from '#contract/bridge';
import { AppError, type Reply } from '#contract/errors';
import { createClient } from './services.ts';

function bridgeAnswering(reply: Reply<unknown>): Bridge & { calls: unknown[] } {
  const calls: unknown[] = [];
  return {
    calls,
    call: (...call) => {
      calls.push(call);
      return Promise.resolve(reply);
    },
    on: () => () => undefined,
  };
}

describe('createClient', () => {
  it('sends method and input, and returns the value', async () => {
    const bridge = bridgeAnswering({ ok: true, value: 7 });
    const client = createClient<Api>(bridge);
    expect(await client['windows.icon']({ window: '0x1' })).toBe(7);
    expect(bridge.calls).toEqual([['windows.icon', { window: '0x1' }]]);
  });

  it("throws the main process's error with all its fields", async () => {
    const error = { code: 'timeout', message: 'Too slow.', hint: 'Wait.' } as const;
    const client = createClient<Api>(bridgeAnswering({ ok: false, error }));
    const failure = await client['app.info']({}).catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(AppError);
    expect(failure).toMatchObject(error);
  });

  it('can be returned from an async function', async () => {
    const bridge = bridgeAnswering({ ok: true, value: null });
    const client = await Promise.resolve(createClient<Api>(bridge));
    expect(typeof client['app.info']).toBe('function');
    expect(bridge.calls).toEqual([]);
  });
});
