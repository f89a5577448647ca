import type { WindowId } from '#contract/model/windows/window';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentLog } from '../../../../../base/log.ts';
import { AppError } from '#contract/errors';
import { center } from '#contract/model/geometry';
import { createBackend } from '../../../../create-backend.ts';
import type { Engine } from '../../../../engine.ts';
import { createLocalEngine } from '../../../../process/local-engine.ts';
import { isStopped } from '../../processes/process.ts';
import { until } from '../../testing/apps/target-app.ts';
import { typingApps } from '../../testing/apps/typing-apps.ts';

const apps = await typingApps();
let engine: Engine;

beforeAll(async () => {
  engine = await createLocalEngine({ log: silentLog, backend: (options) => createBackend('linux', options) });
});
afterAll(() => engine.close());

interface Typed {
  readonly window: WindowId;
  readonly processId: number;
  /** The field's text, as read by the engine. */
  readonly shown: () => Promise<string | null>;
}

async function inApp(name: string, work: (app: Typed) => Promise<void>): Promise<void> {
  const { command, args, enter } = apps[name]!;
  const { id: window, processId } = await engine.launch({ command, args }, { timeoutMs: 60_000 });
  try {
    await until(async () => (await engine.actOnWindow({ window, action: 'focus' }))?.active === true);
    if (enter) await engine.pressKeys({ keys: enter, window });
    const shown = async () => {
      const { matches } = await engine.find({ window, selector: 'role=Edit' });
      return matches.find(({ states }) => states.includes('focused'))?.value ?? null;
    };
    // In some toolkits the field is not ready or readable as soon as its window opens.
    await until(async () => {
      await engine.pressKeys({ keys: 'ctrl+a', window });
      await engine.typeText({ text: 'ready', window });
      return name === 'Tk' || (await shown()) === 'ready';
    }, 40_000);
    await work({ window, processId, shown });
  } finally {
    kill(processId, 'SIGKILL');
    await until(async () => !(await engine.listWindows({})).items.some((item) => item.id === window));
  }
}

function kill(processId: number, signal: NodeJS.Signals): void {
  try {
    process.kill(processId, signal);
  } catch {
    // It has exited.
  }
}

async function stop(processId: number): Promise<void> {
  kill(processId, 'SIGSTOP');
  await until(() => isStopped(processId));
}

async function failure(call: Promise<unknown>): Promise<AppError> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof AppError) return error;
  throw new Error(`It did not fail as it should: ${String(error)}`);
}

/** Such slow apps may not answer in time, but their answers must be correct. */
async function firstAnswer<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (tries > 10 || !(error instanceof AppError) || error.code !== 'target_not_responding') throw error;
    }
  }
}

/** An app with a small share of the CPU, as on a busy machine. */
function slowDown(processId: number): () => void {
  let ended = false;
  const cycle = async () => {
    while (!ended) {
      kill(processId, 'SIGSTOP');
      await sleep(40);
      kill(processId, 'SIGCONT');
      await sleep(12);
    }
  };
  void cycle();
  return () => (ended = true);
}

describe('a text ends with its window', () => {
  test('and reports how much of it was delivered', () =>
    inApp('GTK 3', async ({ window, processId, shown }) => {
      const text = 'typed '.repeat(2_500);
      const typing = failure(engine.typeText({ text, window }));
      await until(async () => ((await shown())?.length ?? 0) > 100);
      kill(processId, 'SIGKILL');
      const { code, data, message, delivery } = await typing;
      expect(code).toBe('window_not_found');
      const { typedCharacters, takenCharacters } = data as Record<string, number>;
      expect(typedCharacters).toBeGreaterThan(0);
      expect(typedCharacters).toBeLessThan(text.length);
      expect(typedCharacters! - takenCharacters!).toBeLessThanOrEqual(64);
      expect(message).toContain(`${typedCharacters} of ${text.length} characters`);
      expect(delivery).toBe(takenCharacters === typedCharacters ? 'delivered' : 'unknown');
    }));

  test('even if none is named', () =>
    inApp('GTK 3', async ({ processId, shown }) => {
      const typing = failure(engine.typeText({ text: 'typed '.repeat(2_500) }));
      await until(async () => ((await shown())?.length ?? 0) > 100);
      kill(processId, 'SIGKILL');
      expect((await typing).code).toBe('window_not_found');
    }));
});

describe('a stopped app', () => {
  const soon = { timeoutMs: 1_500 };

  test.each(['GTK 3', 'Tk'])('receives no input, and none is reported as done: %s', (name) => {
    const work = async (app: Typed) => {
      const at = center((await engine.listWindows({})).items.find(({ id }) => id === app.window)!.contentBounds);
      const to = { x: at.x + 20, y: at.y };
      await stop(app.processId);
      try {
        for (const call of [
          () => engine.typeText({ text: 'late', window: app.window }, soon),
          () => engine.pressKeys({ keys: 'x', window: app.window }, soon),
          () => engine.click({ at, button: 'left', count: 1 }, soon),
          () => engine.scroll({ at, notches: -1 }, soon),
          () => engine.drag({ from: at, to, button: 'left', durationMs: 50 }, soon),
        ]) {
          expect(await failure(call())).toMatchObject({ code: 'target_not_responding', delivery: 'not_delivered' });
        }
      } finally {
        kill(app.processId, 'SIGCONT');
      }
      if (name !== 'Tk') expect(await app.shown()).toBe('ready');
    };
    return inApp(name, work);
  });

  test('in the middle of a text: the rest is not sent, and the pending part is reported', () =>
    inApp('GTK 3', async ({ window, processId, shown }) => {
      const text = 'typed '.repeat(2_500);
      await engine.pressKeys({ keys: 'ctrl+a', window });
      const typing = failure(engine.typeText({ text, window }, { timeoutMs: 15_000 }));
      await until(async () => ((await shown())?.length ?? 0) > 100);
      await stop(processId);
      const { code, delivery, data } = await typing;
      kill(processId, 'SIGCONT');
      expect({ code, delivery }).toEqual({ code: 'target_not_responding', delivery: 'unknown' });
      const { typedCharacters, takenCharacters } = data as Record<string, number>;
      expect(takenCharacters).toBeGreaterThan(0);
      expect(typedCharacters! - takenCharacters!).toBeLessThanOrEqual(64);
      expect(await shown()).toBe(text.slice(0, typedCharacters));
    }));
});

describe('a read after keys returns what the app then shows', () => {
  test.each(['GTK 3', 'GTK 4', 'Qt 5', 'Qt 6'])('%s', (name) =>
    inApp(name, async ({ window, processId, shown }) => {
      const end = slowDown(processId);
      try {
        for (const text of ['one', 'two words', 'three words now', 'four', 'five', 'six of them']) {
          await engine.pressKeys({ keys: 'ctrl+a', window });
          await engine.typeText({ text, window });
          expect(await firstAnswer(shown)).toBe(text);
        }
      } finally {
        end();
        await sleep(200);
        kill(processId, 'SIGCONT');
      }
    }),
  );

  test('or reports that it may be stale, if the app cannot be pinged: Chromium', () =>
    inApp('Chromium', async ({ window, shown }) => {
      const diagnosis = async () => (await engine.tree({ window })).diagnosis?.code;
      await engine.pressKeys({ keys: 'ctrl+a', window });
      await engine.typeText({ text: 'typed just now', window });
      expect(await diagnosis()).toBe('input_under_way');
      const { matches } = await engine.find({ window, selector: 'role=Edit' });
      expect(await engine.details({ element: matches[0]!.id })).toMatchObject({ mayBeOlder: true });
      await until(async () => (await diagnosis()) === undefined, 5_000);
      expect(await shown()).toBe('typed just now');
    }));
});
