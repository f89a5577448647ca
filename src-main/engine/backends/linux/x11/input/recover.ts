import type { Log } from '../../../../../base/log.ts';
import type { XConnection } from '../display/connection.ts';
import { leftDebts, type Debt } from './keyboard/pressed-key-journal.ts';
import { setLocks } from './keyboard/locks.ts';

/**
 * Undoes the leftovers of a killed engine: the X server keeps simulated keys pressed and keycodes remapped. Never fails the
 * start: failures are logged.
 */
export async function recover(x: XConnection, log: Log): Promise<void> {
  try {
    for (const { debts, erase } of await leftDebts(x)) {
      log('warn', `an engine ended without tidying up: ${debts.map((debt) => debt.kind).join(', ')} set back`);
      for (const debt of debts) await undo(x, debt);
      erase();
    }
    await x.sync();
  } catch (error) {
    log('warn', 'what another engine left could not be set back', error);
  }
}

async function undo(x: XConnection, debt: Debt): Promise<void> {
  const [test, xkb] = await Promise.all([x.extension('xtest'), x.extension('xkb')]);
  switch (debt.kind) {
    case 'key':
      test?.FakeInput(test.KeyRelease, debt.code, 0, 0, 0, 0);
      return;
    case 'button':
      test?.FakeInput(test.ButtonRelease, debt.code, 0, 0, 0, 0);
      return;
    case 'locks':
      if (xkb) setLocks(xkb, debt);
      return;
    case 'remap':
      return giveBack(x, debt.code, debt.keysym);
  }
}

/** Only if the keycode still has our keysyms: the map may have been set again since. */
async function giveBack(x: XConnection, code: number, keysym: number): Promise<void> {
  const [row] = await x.ask<readonly (readonly number[])[]>((client, done) => client.GetKeyboardMapping(code, 1, done));
  if (row?.[0] === keysym) x.client.ChangeKeyboardMapping(code, 2, [0, 0]);
}
