import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { soon } from '../../../../testing/outcome.ts';
import { hasKWin, startKWin, type KWinSession } from '../../testing/compositors/kwin-session.ts';
import { KWinBus } from './bus.ts';

if (!hasKWin) it.skip('skips KWin: kwin_wayland is not installed');

describe.runIf(hasKWin)('scripts of KWin', () => {
  let session: KWinSession;
  const buses: KWinBus[] = [];
  beforeAll(async () => {
    session = await startKWin();
    for (let i = 0; i < 3; i++) buses.push(await KWinBus.open(session.env['DBUS_SESSION_BUS_ADDRESS'] ?? ''));
  });
  afterAll(async () => {
    for (const bus of buses) await bus.close();
    await session.close();
  });

  it('answer concurrent scripts of a program', async () => {
    const numbers = Array.from({ length: 15 }, (_, i) => i);
    const [bus] = buses as [KWinBus];
    expect(await Promise.all(numbers.map((number) => bus.run(`tell(${number});`)))).toEqual(numbers);
  });

  it('answer each program, even concurrently', async () => {
    const numbers = Array.from({ length: 15 }, (_, i) => i);
    const asked = buses.map(async (bus) => {
      const answers = [];
      for (const number of numbers) answers.push(await bus.run(`tell(${number});`));
      return answers;
    });
    expect(await Promise.all(asked)).toEqual(buses.map(() => numbers));
  });

  it('are unloaded once their program has ended, even if it had just dropped them', async () => {
    const [other] = buses as [KWinBus];
    const bus = await KWinBus.open(other.address);
    const reported: unknown[] = [];
    const script = await bus.load('tell(deskscope.script);', (what) => reported.push(what));
    await vi.waitFor(() => expect(reported).toHaveLength(1), soon);
    const isLoaded = async () => {
      const named = { signature: 's', body: reported };
      return (await other.ask('/Scripting', 'org.kde.kwin.Scripting', 'isScriptLoaded', named))[0];
    };
    expect(await isLoaded()).toBe(true);
    void script.unload();
    await bus.close();
    expect(await isLoaded()).toBe(false);
  });
});
