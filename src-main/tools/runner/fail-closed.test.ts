import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sleep } from '../../base/async/deadline.ts';
import { center } from '#contract/model/geometry';
import type { PermissionAnswer } from '#contract/model/permissions/permission';
import { createBroker, headlessBroker, type Question } from '../../permissions/broker.ts';
import { defineTool } from '../define-tool.ts';
import { createBench, type Bench, type BenchOptions } from '../testing/run-tools.ts';
import { allTools } from '../registry.ts';
import { LookBudget } from './engines/look-budget.ts';
import { z } from 'zod';

const agent = { kind: 'agent', name: 'robot' } as const;
const refused = { ok: false, error: { code: 'permission_denied', delivery: 'not_delivered' } };

let bench: Bench;
async function start(options: BenchOptions = {}): Promise<string[]> {
  bench = await createBench({ caller: agent, policyMode: 'act', ...options });
  const input: string[] = [];
  bench.fake.devices.listen(({ type }) => void (type !== 'move' && input.push(type)));
  return input;
}
afterEach(() => bench.close());

function windowOf(title: string) {
  return bench.fake.desktop.windows.find((window) => window.title.includes(title))!;
}

describe('a call that cannot be judged in time', () => {
  it.each(['hitTest', 'ancestors', 'focused', 'tree'] as const)(
    'is not made, with the reason, if %s hangs',
    async (point) => {
      const input = await start();
      bench.fake.faults.set('hang', point);
      const call =
        point === 'focused' || point === 'tree'
          ? await bench.run('press_keys', { keys: point === 'tree' ? 'alt+q' : 'Enter', window: 'Calculator' })
          : await bench.run('click_at', center(windowOf('Calculator').bounds));
      expect(call).toMatchObject(refused);
      expect(JSON.stringify(call)).toContain('could not be found out in time');
      expect(input).toEqual([]);
    },
  );

  it('runs if the user was informed and allowed it', async () => {
    const asked: Question[] = [];
    const ask = (question: Question) => (asked.push(question), Promise.resolve('once' as PermissionAnswer));
    const input = await start({ broker: { ...headlessBroker, ask } });
    bench.fake.faults.set('hang', 'ancestors');
    expect(await bench.run('click_at', center(windowOf('Calculator').bounds))).toMatchObject({ ok: true });
    expect(asked).toMatchObject([{ reason: 'what it would press or type into could not be found out in time' }]);
    expect(asked[0]?.offers).toEqual(['deny', 'deny-session', 'once']);
    expect(input).toEqual(['button', 'button']);
  });
});

describe('a call that was answered', () => {
  it.each([true, false])('does nothing later, whether its tool respects the signal (%s) or not', async (heeds) => {
    let done: Promise<unknown> = Promise.resolve();
    const late = defineTool({
      name: 'late',
      namespace: 'test',
      type: 'action',
      title: 'Late',
      description: 'Clicks too late.',
      effect: 'act',
      deadlineMs: 50,
      input: z.object({}),
      run({ engine, signal }) {
        const at = center(windowOf('Form').bounds);
        const click = async () => {
          await sleep(150);
          await engine.click({ at, button: 'left', count: 1 }, heeds ? { signal } : {});
        };
        done = click().catch((error: unknown) => error);
        return done.then(() => ({ text: '' }));
      },
    });
    const input = await start({ tools: [...allTools, late] });
    expect(await bench.run('test.late')).toMatchObject({ ok: false, error: { code: 'timeout' } });
    expect(await done).toMatchObject({ code: 'cancelled' });
    expect(input).toEqual([]);
  });

  it('does nothing later if the engine itself hung in it', async () => {
    const input = await start();
    const at = center(windowOf('Form').bounds);
    bench.fake.faults.set('slow', 'uptake');
    const click = bench.engine.click({ at, button: 'left', count: 1 }, { timeoutMs: 200 });
    await expect(click).rejects.toMatchObject({ code: 'timeout' });
    await sleep(600);
    expect(input).toEqual([]);
  });
});

describe('a question about a window', () => {
  const whilePending = async (then: () => void) => {
    const broker = createBroker({ readingMs: 0 });
    const input = await start({ policyMode: 'ask', broker });
    const calling = bench.run('press_keys', { keys: 'x', window: windowOf('Editor').id });
    while (broker.pending().length === 0) await sleep(5);
    then();
    return { broker, input, calling };
  };

  it('closes with it', async () => {
    const { broker, input, calling } = await whilePending(() => bench.fake.desktop.close(windowOf('Editor')));
    expect(await calling).toMatchObject({ ok: false, error: { code: 'window_not_found', delivery: 'not_delivered' } });
    expect(broker.pending()).toEqual([]);
    expect(input).toEqual([]);
  });

  it.each(['at once', 'after a look'])('does not apply to another with its id, answered %s', async (when) => {
    const keys: string[] = [];
    const { broker, calling } = await whilePending(() => {
      const { id, spec } = windowOf('Editor');
      bench.fake.desktop.close(windowOf('Editor'));
      bench.fake.desktop.open(
        { ...spec, title: 'Mail', app: 'mail', onKey: (key) => void keys.push(key) },
        undefined,
        id,
      );
    });
    if (when === 'at once') broker.decide(broker.pending()[0]!.id, 'once');
    expect(await calling).toMatchObject({ ok: false, error: { delivery: 'not_delivered' } });
    expect(keys).toEqual([]);
  });
});

describe('reads of agents', () => {
  beforeEach(() => start());

  it('wait while an act is judged, one client’s before all, and none is lost', async () => {
    const budget = new LookBudget();
    let [now, highest] = [0, 0];
    const slow = async () => {
      highest = Math.max(highest, ++now);
      await sleep(20);
      now--;
      return { sequence: 0, items: [] };
    };
    const engineOf = (client: string) => budget.engineOf({ ...bench.engine, listWindows: slow }, client);
    const looks = (client: string, count: number) =>
      Array.from({ length: count }, () => engineOf(client).listWindows({}));
    await Promise.all(looks('one', 10));
    expect(highest).toBe(4);
    highest = 0;
    await Promise.all([...looks('one', 10), ...looks('two', 10)]);
    expect(highest).toBe(6);
    highest = 0;
    let after: Promise<unknown> = Promise.resolve();
    await budget.judging(async () => {
      after = Promise.all(looks('one', 10));
      await sleep(100);
      expect(highest).toBe(1);
    });
    await after;
    expect(highest).toBe(4);
  });

  it('release their slot once the caller stops waiting', async () => {
    const budget = new LookBudget();
    const hang = { ...bench.engine, listWindows: () => new Promise<never>(() => undefined) };
    for (let i = 0; i < 4; i++) void budget.engineOf(hang, 'one').listWindows({});
    const end = new AbortController();
    const waits = budget.engineOf(bench.engine, 'one').listWindows({}, { signal: end.signal });
    end.abort();
    await expect(waits).rejects.toMatchObject({ code: 'cancelled' });
  });
});
