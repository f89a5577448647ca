import { performance } from 'node:perf_hooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Disposable } from '../../base/async/disposable.ts';
import { silentLog } from '../../base/log.ts';
import type { ElementProvider, PartProvider } from '../backend.ts';
import { createFakeBackend, type FakeBackend } from '../backends/fake/index.ts';
import type { Engine } from '../engine.ts';
import { createLocalEngine } from '../process/local-engine.ts';
import { pathTo, wholeTree } from '../tree/walk.ts';

const minuteMs = 60_000;
/** How often the Windows back end reports window changes without a reason. */
const pollMs = 1_000;

let engine: Engine;
let devices: FakeBackend['devices'];
let recording: Disposable;
let questions: string[];
let lists: number;
let announce: () => void;

/** Elements that are read in parts and report their changes, like those of Windows, with a count of queries. */
function inParts(elements: ElementProvider): ElementProvider {
  const parts: PartProvider = {
    async path(window, of) {
      const { root } = await elements.walk(window, null, { ...wholeTree, signal: new AbortController().signal });
      const id = of === 'focus' ? await elements.focused(window) : await elements.hitTest(window, of);
      return (id && pathTo(root, id)) || [];
    },
    details: (window, runtimeId) => elements.details(window, runtimeId),
    around: (window, _at, budget) => elements.walk(window, null, { ...wholeTree, ...budget }),
    isOnly: () => Promise.resolve(true),
    indices: () => Promise.resolve(null),
  };
  const counted = (provider: object): object =>
    new Proxy(provider, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function' || name === 'watch') return value;
        return (...asked: unknown[]) => {
          questions.push(String(name));
          return (value as (...asked: unknown[]) => unknown).apply(target, asked);
        };
      },
    });
  const watch: ElementProvider['watch'] = (_window, changed) => {
    announce = changed;
    return { dispose: () => undefined };
  };
  return counted({ ...elements, parts: counted(parts), watch }) as ElementProvider;
}

beforeEach(async () => {
  [questions, lists] = [[], 0];
  let backend: FakeBackend | undefined;
  engine = await createLocalEngine({
    log: silentLog,
    backend: (given) => {
      backend = createFakeBackend(given);
      const list = backend.windows.list.bind(backend.windows);
      backend.windows.list = (...asked) => {
        lists += 1;
        return list(...asked);
      };
      return Promise.resolve({ ...backend, elements: inParts(backend.elements) });
    },
  });
  if (!backend) throw new Error('The back end was not created.');
  const { desktop } = ({ devices } = backend);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'] });
  // Fake timers replace the global clock only (findings/vitest-fake-clock-is-not-that-of-perf-hooks.sh).
  vi.spyOn(performance, 'now').mockImplementation(() => globalThis.performance.now());
  setInterval(() => desktop.changed(), pollMs);
});
afterEach(async () => {
  recording.dispose();
  vi.useRealTimers();
  vi.restoreAllMocks();
  await engine.close();
});

test('does not query an app during a minute of recording without input', async () => {
  recording = engine.on('input', () => undefined);
  await vi.advanceTimersByTimeAsync(5_000);
  devices.move({ x: 200, y: 200 });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(questions.length).toBeGreaterThan(0);
  [questions, lists] = [[], 0];
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(questions).toEqual([]);
  expect(lists).toBeGreaterThan(0);
  expect(lists).toBeLessThanOrEqual(minuteMs / pollMs);
  // It is still active: announced changes are read.
  announce();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(questions.length).toBeGreaterThan(0);
});
