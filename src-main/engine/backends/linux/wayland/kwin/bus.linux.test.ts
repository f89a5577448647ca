import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasKWin, startKWin, type KWinSession } from '../../testing/kwin-session.ts';
import { KWinBus } from './bus.ts';

if (!hasKWin) it.skip('KWin is left out: kwin_wayland is not installed');

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

  it('answer all that a program runs at once', async () => {
    const numbers = Array.from({ length: 15 }, (_, i) => i);
    const [bus] = buses as [KWinBus];
    expect(await Promise.all(numbers.map((number) => bus.run(`tell(${number});`)))).toEqual(numbers);
  });

  it('answer each program that runs some, also where several do at once', async () => {
    const numbers = Array.from({ length: 15 }, (_, i) => i);
    const asked = buses.map(async (bus) => {
      const answers = [];
      for (const number of numbers) answers.push(await bus.run(`tell(${number});`));
      return answers;
    });
    expect(await Promise.all(asked)).toEqual(buses.map(() => numbers));
  });
});
